import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { widestNetworkOf } from '#server/lib/address.ts'
import type { RateKeys, RateRule } from '#server/lib/rate-rules.ts'
import { inTurn } from '#server/lib/turns.ts'
import { resetBrowserOf } from './known-browser.ts'

type GuessTarget = { accountId: number | null; name: string }

/** `taken` are the limits that counted the guess, `wait` the seconds to wait if the password turns out to be wrong. */
type Counted = { taken: [RateRule, RateKeys][]; wait: number }

/**
 * Counts a guess before the check and uncounts a right one, so that parallel requests cannot evade the limit. Guesses
 * for one account from one network wait for each other, so that a right password sent twice is not refused. Throws
 * `bad_credentials`, `too_many_requests`.
 */
export async function withGuessLimit<T>(ctx: BaseCtx, target: GuessTarget, check: () => Promise<T | null>): Promise<T> {
  const turn = `password ${target.accountId ?? target.name.toLowerCase()} ${widestNetworkOf(ctx.address)}`
  return inTurn(turn, async () => {
    const { taken, wait } = await countGuess(ctx, target)
    const giveBack = () => Promise.all(taken.map(([rule, keys]) => ctx.limiter.giveBack(rule, keys)))
    const result = await check().catch(async (error: unknown) => {
      await giveBack()
      throw error
    })
    if (result !== null) {
      await giveBack()
      return result
    }
    throw wait > 0 ? new ApiError('too_many_requests', { retryAfter: wait }) : new ApiError('bad_credentials')
  })
}

async function countGuess(ctx: BaseCtx, { accountId, name }: GuessTarget): Promise<Counted> {
  const { limiter, address } = ctx
  const taken: Counted['taken'] = []
  const tryTake = async (rule: RateRule, keys: RateKeys) => {
    const wait = await limiter.tryTake(rule, keys)
    if (wait === 0) taken.push([rule, keys])
    return wait
  }
  const browser = accountId === null ? null : await resetBrowserOf(ctx, accountId)
  if (browser !== null && (await tryTake('known_browser_guess', { browser: `${browser} ${accountId}` })) === 0)
    return { taken, wait: 0 }
  const account = accountId ?? name
  // The network's limit comes first, so that guesses from a blocked network do not count against the account.
  await limiter.take('password_guess', { account, address })
  taken.push(['password_guess', { account, address }])
  const wait = await tryTake('account_guess_hour', { account })
  if (wait === 0) return { taken, wait: await tryTake('account_guess', { account }) }
  await limiter.take('first_guess', { account, address })
  return { taken: [...taken, ['first_guess', { account, address }]], wait }
}
