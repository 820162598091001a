import { and, eq, gt, isNull } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx, Staff } from '#server/context.ts'
import { adminToken } from '#server/features/auth/table.ts'
import { category, categoryMembership } from '#server/features/categories/table.ts'
import { addressKey } from './address.ts'
import { ADMIN_TOKEN_PREFIX, hashToken, sameText } from './tokens.ts'

export type Credential = { good: true, token_id: number | null } | { good: false }

/**
 * Checks an admin password or admin_token. Wrong passwords are counted by address and in all, wherever they are sent:
 * once too many came, even the right one waits.
 */
export async function checkCredential(ctx: BaseCtx, credential: string): Promise<Credential> {
  if (credential.startsWith(ADMIN_TOKEN_PREFIX)) {
    const [row] = await ctx.db.select({ id: adminToken.id }).from(adminToken)
      .where(and(eq(adminToken.token_hash, hashToken(credential)), gt(adminToken.expires_at, ctx.now())))
    return row ? { good: true, token_id: row.id } : { good: false }
  }
  const address = addressKey(ctx.address)
  ctx.limiter.checkSpecial('wrong_staff_password', address)
  ctx.limiter.checkSpecial('wrong_staff_password_all', '')
  if (sameText(credential, ctx.config.adminPassword)) return { good: true, token_id: null }
  ctx.limiter.takeSpecial('wrong_staff_password', address)
  ctx.limiter.takeSpecial('wrong_staff_password_all', '')
  ctx.log.warn('A wrong staff password was sent', { address: ctx.address, request_id: ctx.request_id })
  return { good: false }
}

/** Who works in the panel; 401 without a good credential, 403 for a good one without the right. */
export async function resolveStaff(ctx: BaseCtx): Promise<Staff> {
  if (ctx.admin_credential) {
    const credential = await checkCredential(ctx, ctx.admin_credential)
    if (!credential.good) throw new ApiError('admin_credential')
    if (ctx.config.adminRequireAccount && !ctx.viewer?.is_admin) throw new ApiError('not_staff')
    return { scope: 'admin', token_id: credential.token_id, account: ctx.viewer }
  }
  if (ctx.viewer && ctx.by_bearer) {
    const categories = await ctx.db.select({ id: category.id, name: category.name })
      .from(categoryMembership)
      .innerJoin(category, eq(category.id, categoryMembership.category_id))
      .where(and(eq(categoryMembership.user_id, ctx.viewer.id), eq(categoryMembership.is_moderator, true), isNull(category.deleted_at)))
    if (categories.length > 0) return { scope: 'moderator', account: ctx.viewer, categories }
  }
  throw new ApiError('admin_credential')
}
