import { ApiError } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { BaseCtx, Staff } from '#server/context.ts'
import { hasStaffLogin } from '#server/features/audit/queries.ts'
import { findAdminToken } from './queries.ts'
import { findModerated } from '../moderation/foundation.ts'
import { ADMIN_TOKEN_PREFIX, constantTimeEqual, hashToken, staffPasswordKey } from './tokens.ts'

type Credential = { good: true; token_id: number | null } | { good: false }

/**
 * Too many wrong passwords block the caller's IP address; too many from all addresses together block every address
 * without a recent staff login.
 */
export async function checkCredential(ctx: BaseCtx, credential: string): Promise<Credential> {
  const { limiter, address, config } = ctx
  if (credential.startsWith(ADMIN_TOKEN_PREFIX)) {
    const token = await findAdminToken(ctx.db, hashToken(credential), {
      passwordKey: staffPasswordKey(ctx.config),
      now: ctx.now(),
    })
    return token && (config.adminPassword !== '' || isOfAdmin(ctx, token))
      ? { good: true, token_id: token.id }
      : { good: false }
  }
  if (config.adminPassword !== '' && constantTimeEqual(credential, config.adminPassword)) {
    const isKnown = await hasStaffLogin(ctx.db, address, new Date(ctx.now().getTime() - LIFETIME.staffAddress))
    await limiter.check('wrong_staff_password', isKnown ? { address } : { address, everybody: true })
    return { good: true, token_id: null }
  }
  await limiter.take('wrong_staff_password', { address, everybody: true })
  ctx.log.warn('A wrong staff password was sent', { address: ctx.address, request_id: ctx.request_id })
  return { good: false }
}

/** The staff token counts only while the account that opened it is an admin and no other account is signed in. */
function isOfAdmin({ viewer }: BaseCtx, token: { user_id: number | null; is_admin: boolean | null }): boolean {
  return token.is_admin === true && (viewer === null || viewer.id === token.user_id)
}

/** Throws `admin_credential` (401), `not_staff` (403), or `refusal` for a member who moderates no community. */
export async function resolveStaff(
  ctx: BaseCtx,
  refusal: 'admin_credential' | 'not_staff' = 'admin_credential',
): Promise<Staff> {
  if (ctx.admin_credential) {
    const credential = await checkCredential(ctx, ctx.admin_credential)
    if (!credential.good) throw new ApiError('admin_credential')
    if (ctx.config.adminRequireAccount && !ctx.viewer?.is_admin) throw new ApiError('not_staff')
    return { scope: 'admin', token_id: credential.token_id, account: ctx.viewer }
  }
  if (ctx.viewer && ctx.by_bearer) {
    const categories = await findModerated(ctx.db, ctx.viewer.id)
    if (categories.length > 0) return { scope: 'moderator', account: ctx.viewer, categories }
  }
  throw new ApiError(ctx.viewer && ctx.by_bearer ? refusal : 'admin_credential')
}
