import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { isUniqueViolation, type DbOrTx } from '#server/db/client.ts'
import { requestMail } from './mails.ts'
import { hashPassword } from './passwords.ts'
import { findIdByUsername, insertAccount, lockByEmail, replaceUnverified, type NewAccount } from './queries.ts'
import { isNameOfBot } from './rules.ts'

/**
 * Makes an unverified account and has its link mailed. Whose address has an account already gets the same answer
 * after the same work, so that nobody learns who is here: the mail alone tells, and tells the owner.
 */
export async function register(ctx: BaseCtx, { username, email, password }: { username: string, email: string, password: string }) {
  if (isNameOfBot(username, ctx.config.botUsername)) throw new ApiError('username_taken')
  const password_hash = await hashPassword(password)
  const values = { username, email, password_hash, created_at: ctx.now() }
  try {
    await ctx.db.transaction(async (tx) => requestMail(tx, ctx, await enter(tx, values), email))
  } catch (error) {
    if (isUniqueViolation(error, 'user_username_key')) throw new ApiError('username_taken')
    throw error
  }
  return { email, username }
}

/** Enters the account and says which mail its address gets. */
async function enter(tx: DbOrTx, values: NewAccount): Promise<'verify' | 'already_registered'> {
  // Whoever registers the same at the same moment is seen on the second look.
  for (const _ of [1, 2]) {
    const holder = await lockByEmail(tx, values.email)
    const namesake = await findIdByUsername(tx, values.username)
    if (namesake !== null && (namesake !== holder?.id || holder.email_verified)) throw new ApiError('username_taken')
    if (holder?.email_verified) return 'already_registered'
    if (holder) {
      await replaceUnverified(tx, holder.id, values)
      return 'verify'
    }
    if (await insertAccount(tx, values)) return 'verify'
  }
  return 'already_registered'
}
