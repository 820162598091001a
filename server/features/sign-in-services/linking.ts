import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { readPending } from './cookies.ts'

/**
 * Throws `oidc_only` if members may sign in with services only. There is one exception: a service has just confirmed an
 * e-mail address, and the person is linking this service to the account with that address. If `account` is not given,
 * any confirmed address is enough.
 */
export async function refusePasswordSignIn(ctx: BaseCtx, account?: { email: string }): Promise<void> {
  if (!ctx.settings.value('oidc_only')) return
  const pending = await readPending(ctx)
  const isConfirmed = pending !== null && pending.email_verified && pending.challenge === null
  if (!isConfirmed || (account && account.email.toLowerCase() !== pending.email?.toLowerCase()))
    throw new ApiError('oidc_only')
}
