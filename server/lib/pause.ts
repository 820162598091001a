const PAUSE_AFTER_MS = 8

type Pause = () => Promise<void> | undefined

/**
 * To be awaited between steps of long work: lets other requests have their turn where the work since the last pause
 * took long.
 */
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
