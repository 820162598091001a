type PaceOptions = {
  /** In milliseconds. */
  interval: number
  sleep?: (ms: number) => Promise<void>
  now?: () => number
}

/** Timers fire a millisecond or two late; later calls make up for at most this delay. */
const MADE_UP_MS = 4

export function createPace({ interval, sleep = Bun.sleep, now = () => performance.now() }: PaceOptions) {
  let next = 0
  return async (): Promise<void> => {
    const at = Math.max(next, now() - MADE_UP_MS)
    next = at + interval
    const wait = at - now()
    if (wait > 0) await sleep(wait)
  }
}
