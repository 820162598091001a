import { ApiError } from '#shared/api/errors.ts'
import type { RateClass } from '#shared/api/contract.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Scope = 'address' | 'user' | 'name' | 'email'
type Rule = { by: Scope, limit: number, window: number }

/** How often each kind of call may be made, by whom it is counted, in windows of milliseconds. */
export const RATE_RULES: Record<RateClass, Rule[]> = {
  read: [{ by: 'address', limit: 600, window: MINUTE }],
  search: [{ by: 'address', limit: 60, window: MINUTE }],
  check_username: [{ by: 'address', limit: 60, window: MINUTE }],
  login: [{ by: 'name', limit: 10, window: 15 * MINUTE }, { by: 'address', limit: 50, window: 15 * MINUTE }],
  register: [{ by: 'address', limit: 5, window: HOUR }],
  mail: [{ by: 'email', limit: 3, window: HOUR }, { by: 'address', limit: 10, window: HOUR }],
  admin_login: [{ by: 'address', limit: 60, window: MINUTE }],
  post: [{ by: 'user', limit: 10, window: HOUR }],
  community: [{ by: 'user', limit: 3, window: 24 * HOUR }],
  comment: [{ by: 'user', limit: 20, window: MINUTE }],
  vote: [{ by: 'user', limit: 60, window: MINUTE }],
  follow: [{ by: 'user', limit: 60, window: HOUR }],
  message: [{ by: 'user', limit: 30, window: MINUTE }],
  report: [{ by: 'user', limit: 20, window: HOUR }],
  upload: [{ by: 'user', limit: 30, window: HOUR }],
  bot: [{ by: 'user', limit: 5, window: HOUR }],
  write: [{ by: 'user', limit: 120, window: MINUTE }],
}

/** Limits that no single call has: new partners of messages, wrong staff passwords of an address and of all. */
export const SPECIAL_RULES = {
  message_partners: { limit: 20, window: HOUR },
  wrong_staff_password: { limit: 5, window: 15 * MINUTE },
  wrong_staff_password_all: { limit: 100, window: HOUR },
} as const

/** By what a call may be counted; a rule whose key is absent does not apply. */
export type RateKeys = Partial<Record<Scope, string | number | null>>

export type RateLimiter = {
  /** Counts one call; throws `too_many_requests` with the seconds to wait where a limit is reached. */
  take: (kind: RateClass, keys: RateKeys) => void
  /** The same for a special rule. */
  takeSpecial: (kind: keyof typeof SPECIAL_RULES, key: string | number) => void
  /** Throws where a special rule is used up already, and counts nothing. */
  checkSpecial: (kind: keyof typeof SPECIAL_RULES, key: string | number) => void
}

type Window = { start: number, count: number, length: number }

/** Counts in windows that begin with the first call of a key, in this process. `scale` multiplies every limit. */
export function createRateLimiter(scale: number, now: () => number = Date.now): RateLimiter {
  const windows = new Map<string, Window>()
  let sweptAt = now()

  function sweep(time: number) {
    if (time - sweptAt < MINUTE) return
    sweptAt = time
    for (const [key, window] of windows) if (time - window.start >= window.length) windows.delete(key)
  }

  function current(key: string, length: number): Window {
    const time = now()
    sweep(time)
    let window = windows.get(key)
    if (!window || time - window.start >= length) {
      window = { start: time, count: 0, length }
      windows.set(key, window)
    }
    return window
  }

  function refuse(window: Window): never {
    throw new ApiError('too_many_requests', { retryAfter: Math.max(1, Math.ceil((window.start + window.length - now()) / 1000)) })
  }

  const allowed = (limit: number) => Math.max(1, Math.floor(limit * scale))

  return {
    take(kind, keys) {
      for (const rule of RATE_RULES[kind]) {
        const key = keys[rule.by]
        if (key == null || key === '') continue
        const window = current(`${kind}|${rule.by}|${key}`, rule.window)
        if (window.count >= allowed(rule.limit)) refuse(window)
        window.count += 1
      }
    },
    takeSpecial(kind, key) {
      const window = current(`${kind}|${key}`, SPECIAL_RULES[kind].window)
      if (window.count >= allowed(SPECIAL_RULES[kind].limit)) refuse(window)
      window.count += 1
    },
    checkSpecial(kind, key) {
      const window = current(`${kind}|${key}`, SPECIAL_RULES[kind].window)
      if (window.count >= allowed(SPECIAL_RULES[kind].limit)) refuse(window)
    },
  }
}
