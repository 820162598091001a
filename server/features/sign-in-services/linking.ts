import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { readPending } from './cookies.ts'

/**
 * Where members sign in by services alone, a password opens only the account whose address the service of this browser
 * has just confirmed: its owner links it. Without `account`, whether any could be opened. Throws `oidc_only`.
 */
export async function refusePasswordSignIn(ctx: BaseCtx, account?: { email: string }): Promise<void> {
  if (!ctx.settings.value('oidc_only')) return
  const pending = await readPending(ctx)
  const isConfirmed = pending !== null && pending.email_verified && pending.challenge === null
  if (!isConfirmed || (account && account.email.toLowerCase() !== pending.email?.toLowerCase()))
    throw new ApiError('oidc_only')
}
