const PAUSE_AFTER_MS = 8

type Pause = () => Promise<void> | undefined

/**
 * Returns a function to await between steps of long work: it yields to other requests if the work since the last pause
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
