import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { readPending } from './cookies.ts'

/**
 * Refuses password sign-in if members may sign in with services only. Exception: a service has just confirmed the
 * account's e-mail address in this browser, so its owner may link the service. Without `account`, checks whether any
 * such exception exists. Throws `oidc_only`.
 */
export async function refusePasswordSignIn(ctx: BaseCtx, account?: { email: string }): Promise<void> {
  if (!ctx.settings.value('oidc_only')) return
  const pending = await readPending(ctx)
  const isConfirmed = pending !== null && pending.email_verified && pending.challenge === null
  if (!isConfirmed || (account && account.email.toLowerCase() !== pending.email?.toLowerCase()))
    throw new ApiError('oidc_only')
}
