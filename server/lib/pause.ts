const PAUSE_AFTER_MS = 8

type Pause = () => Promise<void> | undefined

/** Awaited between steps of long work, the returned function lets other requests run if the last step took long. */
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
