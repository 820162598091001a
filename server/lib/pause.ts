const PAUSE_AFTER_MS = 8

type Pause = () => Promise<void> | undefined

/** The returned function is awaited between steps of long work, and lets other requests run if a step took long. */
export function createPause(): Pause {
  let since = performance.now()
  return () => {
    if (performance.now() - since < PAUSE_AFTER_MS) return undefined
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now()
        resolve()
      }),
    )
  }
}
