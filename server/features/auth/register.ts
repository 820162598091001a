import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { checkSolution } from './challenge.ts'
import { requestRegistrationMail } from './mails.ts'
import { hashPassword } from './passwords.ts'
import { insertRegistration, isUsernameTaken } from './queries.ts'
import { isNameOfBot } from './rules.ts'

/**
 * Whether the address has an account is looked up by the mail job only, so that answer and duration are the same for
 * every address.
 */
export async function register(
  ctx: BaseCtx,
  {
    username,
    email,
    password,
    altcha,
  }: { username: string; email: string; password: string; altcha?: string | null | undefined },
) {
  const spend = ctx.config.registrationChallenge ? await checkSolution(ctx, altcha) : null
  if (isNameOfBot(username, ctx.config.botUsername)) throw new ApiError('username_taken')
  const password_hash = await hashPassword(password)
  if (await isUsernameTaken(ctx.db, username)) throw new ApiError('username_taken')
  await ctx.db.transaction(async (tx) => {
    await spend?.(tx)
    const id = await insertRegistration(tx, { username, email, password_hash, created_at: ctx.now() })
    await requestRegistrationMail(tx, ctx, id)
  })
  return { email, username }
}
