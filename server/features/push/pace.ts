type PaceOptions = {
  /** Milliseconds between two calls. */
  interval: number
  sleep?: (ms: number) => Promise<void>
  now?: () => number
}

/**
 * The delay in ms that the next turns compensate: timers fire a millisecond or two late. Longer delays are not
 * compensated.
 */
const MADE_UP_MS = 4

/** Returns a function that resolves once in each interval, in the order of its calls. */
export function createPace({ interval, sleep = Bun.sleep, now = () => performance.now() }: PaceOptions) {
  let next = 0
  return async (): Promise<void> => {
    const at = Math.max(next, now() - MADE_UP_MS)
    next = at + interval
    const wait = at - now()
    if (wait > 0) await sleep(wait)
  }
}
