import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { isUniqueViolation, type DbOrTx } from '#server/db/driver/client.ts'
import { deleteAdminTokensOf, deleteRegistrations, lockById } from '../auth/queries.ts'
import { hashToken } from '../auth/tokens.ts'
import { requestEmailMail, requestSafetyMail } from './mails.ts'
import { confirmChange, findByLink, setEmail, undoChanges, type EmailChange, type EmailLink } from './queries.ts'

/** Throws `bad_token`, also if another account has taken the new e-mail address since the link was mailed. */
export async function confirmEmail(ctx: BaseCtx, { token }: { token: string }): Promise<{ email: string }> {
  return withLink(ctx, 'email_confirm', token, async (tx, change) => {
    await setEmail(tx, change.user_id, change.new_email)
    await confirmChange(tx, change, ctx.now())
    await deleteRegistrations(tx, change.new_email)
    await requestEmailMail(tx, ctx, 'email_changed', change.id)
    return { email: change.new_email }
  })
}

/** Ends all sessions and mails a password reset link, because an intruder may have requested the change. */
export async function undoEmail(ctx: BaseCtx, { token }: { token: string }): Promise<{ email: string }> {
  return withLink(ctx, 'email_undo', token, async (tx, change) => {
    await setEmail(tx, change.user_id, change.old_email)
    await undoChanges(tx, change, ctx.now())
    await deleteAdminTokensOf(tx, change.user_id)
    await requestSafetyMail(tx, ctx, { user_id: change.user_id, change: 'email_undone' })
    return { email: change.old_email }
  })
}

async function withLink(
  { db, now }: BaseCtx,
  purpose: EmailLink,
  token: string,
  action: (tx: DbOrTx, change: EmailChange) => Promise<{ email: string }>,
): Promise<{ email: string }> {
  const hash = hashToken(token)
  try {
    return await db.transaction(async (tx) => {
      const found = await findByLink(tx, purpose, hash, now())
      const account = found && (await lockById(tx, found.user_id))
      // A concurrent request may have used the link before the account was locked, so the link is read again.
      const change = account && (await findByLink(tx, purpose, hash, now()))
      if (!change) throw new ApiError('bad_token')
      return action(tx, change)
    })
  } catch (error) {
    throw isUniqueViolation(error, 'user_email_key') ? new ApiError('bad_token') : error
  }
}
