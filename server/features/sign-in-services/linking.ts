import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { readPending } from './cookies.ts'

/**
 * Refuses password sign-ins where members sign in by services alone, except for the account whose address a service has
 * just confirmed in this browser, so that its owner can link it. Without `account`, checks whether any account could be
 * opened. Throws `oidc_only`.
 */
export async function refusePasswordSignIn(ctx: BaseCtx, account?: { email: string }): Promise<void> {
  if (!ctx.settings.value('oidc_only')) return
  const pending = await readPending(ctx)
  const isConfirmed = pending !== null && pending.email_verified && pending.challenge === null
  if (!isConfirmed || (account && account.email.toLowerCase() !== pending.email?.toLowerCase()))
    throw new ApiError('oidc_only')
}
