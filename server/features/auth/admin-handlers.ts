import type { adminAuth } from '#shared/api/admin-auth.ts'
import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { BaseCtx, CtxByAccess } from '#server/context.ts'
import { writeAudit } from '../audit/queries.ts'
import { proveAdmin, spendCode, wrongPassword, type Proved } from './account-login.ts'
import { checkCredential } from './staff.ts'
import { ADMIN_TOKEN_PREFIX, hashToken, randomToken, staffPasswordKey } from './tokens.ts'
import { deleteAdminToken, insertAdminToken } from './queries.ts'

export const adminAuthHandlers: HandlersOf<typeof adminAuth, CtxByAccess> = {
  mode: async ({ config }) => ({ by: config.adminPassword === '' ? 'account' : 'password' }),

  async verify(ctx, { password }) {
    return { valid: password !== '' && (await checkCredential(ctx, password)).good }
  },

  async login(ctx, { password, ...account }) {
    if (ctx.config.adminPassword === '') {
      const proved = await proveAdmin(ctx, account)
      return openPanel(proved.ctx, proved)
    }
    if (password === undefined) throw invalidField('password', 'required')
    const credential = await checkCredential(ctx, password)
    // A staff token is not accepted as the password, because a stolen token could then be renewed without end.
    if (!credential.good || credential.token_id !== null) throw wrongPassword()
    if (ctx.config.adminRequireAccount && !ctx.viewer?.is_admin) throw new ApiError('not_staff')
    return openPanel(ctx, null)
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

async function openPanel(ctx: BaseCtx, proved: Proved | null) {
  const admin_token = ADMIN_TOKEN_PREFIX + randomToken()
  const created_at = ctx.now()
  const life = created_at.getTime() + LIFETIME.adminToken
  const ends = proved ? Math.min(life, proved.ctx.viewer.session_expires_at.getTime()) : life
  const expires_at = new Date(ends)
  await ctx.db.transaction(async (tx) => {
    if (proved) await spendCode(tx, proved)
    const id = await insertAdminToken(tx, {
      token_hash: hashToken(admin_token),
      password_key: staffPasswordKey(ctx.config),
      user_id: ctx.viewer?.id ?? null,
      session_id: proved && proved.ctx.viewer.session_id,
      address: ctx.address,
      created_at,
      expires_at,
    })
    await writeAudit(tx, actorOf(ctx, id), { action: 'admin.login', target_type: 'admin_token', target_id: id })
  })
  return { success: true as const, admin_token, expires_at }
}

function actorOf(ctx: BaseCtx, tokenId: number) {
  return { ...ctx, staff: { scope: 'admin' as const, token_id: tokenId, account: ctx.viewer } }
}
