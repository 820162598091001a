import { ApiError, invalidField } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { UserCtx } from '#server/context.ts'
import { sessionStartedAt } from '../factors/queries.ts'
import { findOwnPasswordHash } from '../users/queries.ts'
import { withGuessLimit } from './guess-limit.ts'
import { checkPassword } from './passwords.ts'

/** Returns null if the account has no password and signed in recently. Throws `bad_credentials`, `invalid`. */
export async function requireOwnPassword(ctx: UserCtx, password: string): Promise<string | null> {
  const { id, username } = ctx.viewer
  const found = await findOwnPasswordHash(ctx.db, id)
  // Another request may have deleted the account while this one was running.
  if (!found) throw new ApiError('not_signed_in')
  const hash = found.password_hash
  if (hash === null) {
    if (!(await isFresh(ctx))) throw invalidField('password', 'sign_in_again')
    return null
  }
  return withGuessLimit(ctx, { accountId: id, name: username }, async () =>
    (await checkPassword(password, hash)) ? hash : null,
  )
}

/** Checks the account's password; an empty password is accepted if the session was opened recently. */
export async function requireFreshSession(ctx: UserCtx, password: string): Promise<void> {
  if (password !== '') {
    await requireOwnPassword(ctx, password)
    return
  }
  if (await isFresh(ctx)) return
  const found = await findOwnPasswordHash(ctx.db, ctx.viewer.id)
  throw invalidField('password', found?.password_hash === null ? 'sign_in_again' : 'password_again')
}

async function isFresh({ db, viewer, now }: UserCtx): Promise<boolean> {
  const startedAt = await sessionStartedAt(db, viewer.session_id)
  return startedAt !== null && now().getTime() - startedAt.getTime() <= LIFETIME.freshSession
}
