import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { requestRegistrationMail } from './mails.ts'
import { hashPassword } from './passwords.ts'
import { insertRegistration, isUsernameTaken } from './queries.ts'
import { isNameOfBot } from './rules.ts'

/** Whether the address has an account is looked up by the mail job only, so that answer and duration are the same for every address. */
export async function register(ctx: BaseCtx, { username, email, password }: { username: string, email: string, password: string }) {
  if (isNameOfBot(username, ctx.config.botUsername)) throw new ApiError('username_taken')
  const password_hash = await hashPassword(password)
  if (await isUsernameTaken(ctx.db, username)) throw new ApiError('username_taken')
  await ctx.db.transaction(async (tx) => {
    const id = await insertRegistration(tx, { username, email, password_hash, created_at: ctx.now() })
    await requestRegistrationMail(tx, ctx, id)
  })
  return { email, username }
}
