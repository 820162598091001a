import { ApiError } from '#shared/api/errors.ts'
import type { auth } from '#shared/api/auth.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import { catalog } from '#shared/i18n/index.ts'
import { LIFETIME } from '#shared/limits.ts'
import { isReservedUsername, isUsername } from '#shared/rules/username.ts'
import type { CtxByAccess } from '#server/context.ts'
import { hashToken, signAccessToken } from '#server/http/tokens.ts'
import { requestMail } from './mails.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import * as queries from './queries.ts'
import { register } from './register.ts'
import { isNameOfBot, mayBeLoginName } from './rules.ts'
import { openSession } from './sessions.ts'
import { verifyEmail } from './verify-email.ts'

export const authHandlers: HandlersOf<typeof auth, CtxByAccess> = {
  register,

  async checkUsername({ config, db }, { username }) {
    const name = username.trim()
    const isFree = isUsername(name) && !isReservedUsername(name) && !isNameOfBot(name, config.botUsername)
    return { available: isFree && !await queries.isUsernameTaken(db, name) }
  },

  async login(ctx, { username, password, remember_me }) {
    const account = mayBeLoginName(username) ? await queries.findForLogin(ctx.db, username) : null
    const hash = account?.password_hash ?? null
    if (!await checkPassword(password, hash) || !account || hash === null) throw new ApiError('bad_credentials')
    const { email } = account
    if (!account.email_verified) throw new ApiError('email_not_verified', { extra: { email, username: account.username } })
    const opened = await ctx.db.transaction(async (tx) => {
      if (!await queries.holdPassword(tx, account.id, hash)) throw new ApiError('bad_credentials')
      return openSession(tx, ctx, account.id, remember_me)
    })
    ctx.setSessionCookie({ token: opened.access_token, expires_at: opened.expires_at, remember: remember_me })
    return { ...opened, token_type: 'bearer', user: account }
  },

  async logout(ctx) {
    if (ctx.viewer) await queries.endSession(ctx.db, ctx.viewer.session_id)
    ctx.setSessionCookie(null)
    return { success: true }
  },

  async openSession(ctx) {
    const { id, session_id, session_expires_at: expires_at } = ctx.viewer
    const token = await signAccessToken(ctx.config.sessionSecret, session_id, id, expires_at)
    const remember = expires_at.getTime() - ctx.now().getTime() > LIFETIME.session
    ctx.setSessionCookie({ token, expires_at, remember })
    return { user: ctx.viewer }
  },

  async closeSession(ctx) {
    ctx.setSessionCookie(null)
    return { success: true }
  },

  async resendVerification(ctx, { email }) {
    await requestMail(ctx.db, ctx, 'verify', email)
    return { message: catalog(ctx.lang).auth.messages.verification_sent }
  },

  verifyEmail,

  async requestPasswordReset(ctx, { email }) {
    await requestMail(ctx.db, ctx, 'reset', email)
    return { message: catalog(ctx.lang).auth.messages.reset_requested }
  },

  async confirmPasswordReset(ctx, { token, new_password }) {
    const hash = hashToken(token)
    // A wrong token costs no hashing, and the lock of the account is not held while a password is hashed.
    if (!await isUnused(ctx.db, hash, ctx.now())) throw new ApiError('bad_token')
    const password_hash = await hashPassword(new_password)
    await ctx.db.transaction(async (tx) => {
      const link = await queries.findEmailToken(tx, 'reset', hash, ctx.now())
      const account = link && await queries.lockById(tx, link.user_id)
      // Read again under the lock: of two that come at once the second finds it used.
      if (!account || !await isUnused(tx, hash, ctx.now())) throw new ApiError('bad_token')
      await queries.replacePassword(tx, account.id, password_hash, ctx.now())
    })
    return { message: catalog(ctx.lang).auth.messages.password_changed }
  },
}

async function isUnused(...[tx, hash, now]: [Parameters<typeof queries.findEmailToken>[0], string, Date]): Promise<boolean> {
  const link = await queries.findEmailToken(tx, 'reset', hash, now)
  return link !== null && link.used_at === null
}
