import { LIFETIME, LIMITS } from '#shared/limits.ts'
import type { BaseCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { hashToken, randomToken } from '../auth/tokens.ts'
import { insertLoginChallenge, isTotpEnabled } from './queries.ts'

/** Returns the token of a new login challenge; null if the account has no two-step login. */
export async function challengeLogin(
  tx: DbOrTx,
  { now }: Pick<BaseCtx, 'now'>,
  userId: number,
  remember_me: boolean,
): Promise<string | null> {
  if (!(await isTotpEnabled(tx, userId))) return null
  const token = randomToken()
  const expires_at = new Date(now().getTime() + LIFETIME.loginChallenge)
  await insertLoginChallenge(tx, {
    token_hash: hashToken(token),
    user_id: userId,
    remember_me,
    tries_left: LIMITS.codeTries,
    expires_at,
  })
  return token
}
