import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { knownBrowserOf } from './known-browser.ts'

export type GuessTarget = { accountId: number | null, name: string }

/** docs/security.md has the limits; a known browser has its own, so that guessing locks nobody out. Throws `bad_credentials`, `too_many_requests`. */
export async function withGuessLimit<T>(ctx: BaseCtx, target: GuessTarget, check: () => Promise<T | null>): Promise<T> {
  const wait = await countGuess(ctx, target)
  const result = await check()
  if (result !== null) return result
  throw wait > 0 ? new ApiError('too_many_requests', { retryAfter: wait }) : new ApiError('bad_credentials')
}

async function countGuess(ctx: BaseCtx, { accountId, name }: GuessTarget): Promise<number> {
  const { limiter, address } = ctx
  const browser = accountId === null ? null : await knownBrowserOf(ctx, accountId)
  if (browser !== null && await limiter.tryTake('known_browser_guess', { browser: `${browser} ${accountId}` }) === 0) return 0
  const account = accountId ?? name
  await limiter.take('password_guess', { account, address })
  return limiter.tryTake('account_guess', { account })
}
