/** Runs `run` at once when requested, and again at the end of an interval if it was requested meanwhile. */
export function throttle(intervalMs: number, run: () => void): { request: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null
  let isRequested = false

  function start(): void {
    isRequested = false
    timer = setTimeout(() => {
      timer = null
      if (isRequested) start()
    }, intervalMs)
    run()
  }

  return {
    request() {
      isRequested = true
      if (timer === null) start()
    },
    stop() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      if (isRequested) run()
      isRequested = false
    },
  }
}
