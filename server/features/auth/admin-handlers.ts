import type { adminAuth } from '#shared/api/admin-auth.ts'
import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { BaseCtx, CtxByAccess } from '#server/context.ts'
import { writeAudit } from '../audit/queries.ts'
import { checkCredential } from './staff.ts'
import { ADMIN_TOKEN_PREFIX, hashToken, randomToken, staffPasswordKey } from './tokens.ts'
import { deleteAdminToken, insertAdminToken } from './queries.ts'

export const adminAuthHandlers: HandlersOf<typeof adminAuth, CtxByAccess> = {
  async verify(ctx, { password }) {
    return { valid: password !== '' && (await checkCredential(ctx, password)).good }
  },

  async login(ctx, { password }) {
    const credential = await checkCredential(ctx, password)
    // A token must not renew itself.
    if (!credential.good || credential.token_id !== null) {
      throw new ApiError('bad_admin_password', { extra: { success: false } })
    }
    if (ctx.config.adminRequireAccount && !ctx.viewer?.is_admin) throw new ApiError('not_staff')
    const admin_token = ADMIN_TOKEN_PREFIX + randomToken()
    const created_at = ctx.now()
    const expires_at = new Date(created_at.getTime() + LIFETIME.adminToken)
    await ctx.db.transaction(async (tx) => {
      const id = await insertAdminToken(tx, {
        token_hash: hashToken(admin_token),
        password_key: staffPasswordKey(ctx.config),
        user_id: ctx.viewer?.id ?? null,
        address: ctx.address,
        created_at,
        expires_at,
      })
      await writeAudit(tx, actorOf(ctx, id), { action: 'admin.login', target_type: 'admin_token', target_id: id })
    })
    return { success: true, admin_token, expires_at }
  },

  async logout(ctx) {
    const { admin_credential: credential } = ctx
    if (!credential?.startsWith(ADMIN_TOKEN_PREFIX)) return { success: true }
    await ctx.db.transaction(async (tx) => {
      const id = await deleteAdminToken(tx, hashToken(credential))
      if (id !== null)
        await writeAudit(tx, actorOf(ctx, id), { action: 'admin.logout', target_type: 'admin_token', target_id: id })
    })
    return { success: true }
  },
}

function actorOf(ctx: BaseCtx, tokenId: number) {
  return { ...ctx, staff: { scope: 'admin' as const, token_id: tokenId, account: ctx.viewer } }
}
