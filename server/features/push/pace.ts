type PaceOptions = {
  /** Milliseconds between two calls. */
  interval: number
  sleep?: (ms: number) => Promise<void>
  now?: () => number
}

/**
 * The maximum delay in milliseconds that later calls make up for. Timers fire a millisecond or two late, and without
 * this the delays would add up.
 */
const MADE_UP_MS = 4

/** Returns a function whose promises resolve one per interval, in the order of the calls. */
export function createPace({ interval, sleep = Bun.sleep, now = () => performance.now() }: PaceOptions) {
  let next = 0
  return async (): Promise<void> => {
    const at = Math.max(next, now() - MADE_UP_MS)
    next = at + interval
    const wait = at - now()
    if (wait > 0) await sleep(wait)
  }
}
