import { ApiError } from '#shared/api/errors.ts'
import { networksOf, widestNetworkOf } from './address.ts'
import { mailboxOf } from './mailbox.ts'
import { RATE_RULES, type RateKeys, type RateRule, type Rule } from './rate-rules.ts'

/** Allows at most `max` calls in a window of `windowMs`, which starts with the first call. */
export type Counter = { rule: string; key: string; max: number; windowMs: number }

export type RateStore = {
  /** Counts a call and returns 0; if a counter is full, counts nothing and returns the milliseconds to wait. */
  take: (counters: Counter[]) => Promise<number>
  check: (counters: Counter[]) => Promise<number>
  /** Decrements each counter whose window is not over and that is above 0. */
  giveBack: (counters: Counter[]) => Promise<void>
}

export type RateLimiter = {
  /** Throws `too_many_requests` and counts nothing if a limit is reached. */
  take: (rule: RateRule, keys: RateKeys) => Promise<void>
  check: (rule: RateRule, keys: RateKeys) => Promise<void>
  /** Like `take`, but returns the seconds to wait, or 0 if the call was counted. */
  tryTake: (rule: RateRule, keys: RateKeys) => Promise<number>
  /** Undoes `take` for a call that turns out not to be limited, such as a successful sign-in. */
  giveBack: (rule: RateRule, keys: RateKeys) => Promise<void>
}

export function createRateLimiter(scale: number, store: RateStore): RateLimiter {
  const countersOf = (rule: RateRule, keys: RateKeys) =>
    RATE_RULES[rule].flatMap((one: Rule) => countersOfRule(rule, one, keys, scale))
  const seconds = (milliseconds: number) => Math.ceil(milliseconds / 1000)
  const refuseIf = (wait: number) => {
    if (wait > 0) throw new ApiError('too_many_requests', { retryAfter: seconds(wait) })
  }
  return {
    take: async (rule, keys) => refuseIf(await store.take(countersOf(rule, keys))),
    check: async (rule, keys) => refuseIf(await store.check(countersOf(rule, keys))),
    tryTake: async (rule, keys) => seconds(await store.take(countersOf(rule, keys))),
    giveBack: (rule, keys) => store.giveBack(countersOf(rule, keys)),
  }
}

function countersOfRule(name: RateRule, { by, limit, windowMs }: Rule, keys: RateKeys, scale: number): Counter[] {
  const counter = (key: string, factor = 1) => ({
    rule: `${name} by ${by} in ${windowMs}`,
    key,
    max: Math.max(1, Math.floor(limit * factor * scale)),
    windowMs,
  })
  switch (by) {
    case 'address':
      return keys.address === undefined
        ? []
        : networksOf(keys.address).map(({ network, factor }) => counter(network, factor))
    case 'account and network':
      return keys.account === undefined || keys.address === undefined
        ? []
        : [counter(`${hashed(keys.account)} ${widestNetworkOf(keys.address)}`)]
    case 'email':
      return keys.email ? [counter(hashed(mailboxOf(keys.email)))] : []
    case 'everybody':
      return keys.everybody ? [counter('')] : []
    default: {
      const key = keys[by]
      return key === undefined || key === '' ? [] : [counter(hashed(key))]
    }
  }
}

/** Hashed keys are short, and the store contains no names or e-mail addresses. */
function hashed(key: string | number): string {
  return typeof key === 'number'
    ? String(key)
    : `#${new Bun.CryptoHasher('sha256').update(key.toLowerCase()).digest('base64url').slice(0, 22)}`
}

/** Maximum number of counters of a rule; beyond it the oldest are evicted. */
export const MAX_COUNTERS = 50_000

type Window = { start: number; count: number }

export function createMemoryRateStore(now: () => number = Date.now): RateStore & { readonly size: number } {
  // The windows of each rule by key, in the order in which they end.
  const rules = new Map<string, Map<string, Window>>()

  function windowsOf({ rule, windowMs }: Counter, time: number): Map<string, Window> {
    let windows = rules.get(rule)
    if (!windows) rules.set(rule, (windows = new Map()))
    for (const [key, { start }] of windows) {
      if (time - start < windowMs) break
      windows.delete(key)
    }
    return windows
  }

  function waitFor(counters: Counter[], time: number): number {
    for (const counter of counters) {
      const window = windowsOf(counter, time).get(counter.key)
      if (window && window.count >= counter.max) return window.start + counter.windowMs - time
    }
    return 0
  }

  return {
    async take(counters) {
      const time = now()
      const wait = waitFor(counters, time)
      if (wait > 0) return wait
      for (const counter of counters) {
        const windows = windowsOf(counter, time)
        const window = windows.get(counter.key)
        if (window) window.count += 1
        else windows.set(counter.key, { start: time, count: 1 })
        if (windows.size > MAX_COUNTERS) windows.delete(windows.keys().next().value!)
      }
      return 0
    },
    check: async (counters) => waitFor(counters, now()),
    async giveBack(counters) {
      const time = now()
      for (const counter of counters) {
        const window = windowsOf(counter, time).get(counter.key)
        if (window && window.count > 0) window.count -= 1
      }
    },
    get size() {
      return [...rules.values()].reduce((sum, windows) => sum + windows.size, 0)
    },
  }
}
