import type { BaseCtx } from '#server/context.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { knownBrowserOf } from '../auth/known-browser.ts'
import * as queries from './queries.ts'
import { hashRecoveryCode, mayBeRecoveryCode } from './recovery-codes.ts'
import { decryptFor, encryptFor } from './secrets.ts'
import { timeStepOf } from './totp.ts'

/** A correct two-step code that is not marked as used yet; `useCode` marks it. */
export type RightCode = { kind: 'totp'; timeStep: number; resealed: string | null } | { kind: 'recovery'; hash: string }

/**
 * Attempts at a login and attempts while two-step login is set up are counted separately. A browser that the account
 * has signed in with has attempts of its own, which are used first. Throws `too_many_requests`.
 */
export async function countCodeGuess(
  ctx: BaseCtx,
  userId: number,
  of: 'challenge' | 'set-up' = 'challenge',
): Promise<void> {
  const { limiter, address } = ctx
  const account = of === 'challenge' ? userId : `${of} ${userId}`
  const browser = await knownBrowserOf(ctx, userId)
  if (browser !== null && (await limiter.tryTake('known_browser_code', { browser: `${browser} ${account}` })) === 0)
    return
  await limiter.take('code_guess', { account, address })
}

/** Runs before any lock is taken, because hashing a recovery code is slow. */
export async function findRightCode(ctx: BaseCtx, userId: number, typed: string): Promise<RightCode | null> {
  const digits = typed.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) return findTimeStep(ctx, userId, digits)
  const salt = mayBeRecoveryCode(typed) ? await queries.findRecoverySalt(ctx.db, userId) : null
  if (salt === null) return null
  const hash = await hashRecoveryCode(typed, salt)
  return (await queries.hasRecoveryCode(ctx.db, userId, hash)) ? { kind: 'recovery', hash } : null
}

async function findTimeStep(
  { db, config, now, log }: BaseCtx,
  userId: number,
  code: string,
): Promise<RightCode | null> {
  const enabled = await queries.findEnabledTotp(db, userId)
  if (!enabled) return null
  const secret = await decryptFor(userId, enabled.encrypted_secret, config)
  if (!secret)
    log.error('The secret of an authenticator app cannot be decrypted: was SESSION_SECRET changed?', {
      user_id: userId,
    })
  const timeStep = secret && timeStepOf(secret.text, code, now())
  if (timeStep === null || timeStep <= enabled.last_time_step) return null
  return { kind: 'totp', timeStep, resealed: secret!.isOld ? await encryptFor(userId, secret!.text, config) : null }
}

export function useCode(tx: Tx | DbOrTx, userId: number, right: RightCode): Promise<boolean> {
  return right.kind === 'totp'
    ? queries.useTimeStep(tx, userId, right.timeStep, right.resealed)
    : queries.useRecoveryCode(tx, userId, right.hash)
}
