type PaceOptions = {
  /** Milliseconds between two turns. */
  interval: number
  sleep?: (ms: number) => Promise<void>
  now?: () => number
}

/** Timers are late by a millisecond or two; turns that they delayed further are not made up for. */
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
