import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { readPending } from './cookies.ts'

/**
 * With `oidc_only`, a password is accepted only to link a service that has just confirmed the account's e-mail address;
 * without `account`, any confirmed address suffices.
 */
export async function refusePasswordSignIn(ctx: BaseCtx, account?: { email: string }): Promise<void> {
  if (!ctx.settings.value('oidc_only')) return
  const pending = await readPending(ctx)
  const isConfirmed = pending !== null && pending.email_verified && pending.challenge === null
  if (!isConfirmed || (account && account.email.toLowerCase() !== pending.email?.toLowerCase()))
    throw new ApiError('oidc_only')
}
