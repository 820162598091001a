import { ApiError } from '#shared/api/errors.ts'
import type { UserCtx } from '#server/context.ts'
import { findPasswordHash } from '../users/queries.ts'
import { withGuessLimit } from './guess-limit.ts'
import { checkPassword } from './passwords.ts'

/**
 * The hash of the caller's password; wrong ones count as those of a login. Throws `bad_credentials`,
 * `too_many_requests`.
 */
export async function requireOwnPassword(ctx: UserCtx, password: string): Promise<string> {
  const { id, username } = ctx.viewer
  const hash = await findPasswordHash(ctx.db, id)
  // Another request deleted the account meanwhile.
  if (hash === null) throw new ApiError('not_signed_in')
  return withGuessLimit(ctx, { accountId: id, name: username }, async () =>
    (await checkPassword(password, hash)) ? hash : null,
  )
}
