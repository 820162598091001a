import { ApiError } from '#shared/api/errors.ts'
import type { auth } from '#shared/api/auth.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import { catalog } from '#shared/i18n/index.ts'
import { LIFETIME } from '#shared/limits.ts'
import { ACCEPTED_TEXTS } from '#shared/rules/texts.ts'
import { isReservedUsername, isUsername } from '#shared/rules/username.ts'
import type { BaseCtx, CtxByAccess } from '#server/context.ts'
import { requestSafetyMail } from '../account/mails.ts'
import { voidPendingChanges } from '../account/queries.ts'
import { currentVersions } from '../texts/rules.ts'
import { claimByFormerPassword, setClaimed } from '../import/claims.ts'
import { challengeLogin } from '../factors/login-challenge.ts'
import { refusePasswordSignIn } from '../sign-in-services/linking.ts'
import { refuseWhereServicesOnly } from '../sign-in-services/rules.ts'
import { hashToken, signAccessToken } from './tokens.ts'
import { makeChallenge } from './challenge.ts'
import { withGuessLimit } from './guess-limit.ts'
import { rememberReset } from './known-browser.ts'
import { requestMail } from './mails.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import * as queries from './queries.ts'
import { register } from './register.ts'
import { approvalQuestion, isNameOfBot, mayBeLoginName } from './rules.ts'
import { finishLogin, signIn } from './sessions.ts'
import { verifyEmail } from './verify-email.ts'

export const authHandlers: HandlersOf<typeof auth, CtxByAccess> = {
  register,

  registration: async ({ settings, lang }) => {
    const mode = settings.value('registration')
    const versions = currentVersions(settings)
    return {
      registration: mode,
      question: mode === 'approval' ? approvalQuestion(settings, lang) : '',
      accepts: ACCEPTED_TEXTS.filter((text) => versions[text] !== null),
      minimum_age: settings.value('minimum_age'),
    }
  },

  async challenge(ctx) {
    if (!ctx.config.registrationChallenge) throw new ApiError('not_found')
    return makeChallenge(ctx)
  },

  async checkUsername({ config, db }, { username }) {
    const name = username.trim()
    const isFree = isUsername(name) && !isReservedUsername(name) && !isNameOfBot(name, config.botUsername)
    return { available: isFree && !(await queries.isUsernameTaken(db, name)) }
  },

  async login(ctx, { username, password, remember_me }) {
    await refusePasswordSignIn(ctx)
    const found = mayBeLoginName(username) ? await queries.findForLogin(ctx.db, username) : null
    const account = await withGuessLimit(ctx, { accountId: found?.id ?? null, name: username }, async () => {
      if (await checkPassword(password, found?.password_hash ?? null)) return found
      const former =
        found?.password_hash === null ? await claimByFormerPassword(ctx.db, found.id, password, ctx.now()) : null
      if (found && former !== null) return { ...found, password_hash: former }
      await refuseUnverified(ctx, username, password)
      return null
    })
    const outcome = await ctx.db.transaction(async (tx) => {
      await refusePasswordSignIn(ctx, account)
      if (!(await queries.lockUnchangedPassword(tx, account.id, account.password_hash!)))
        throw new ApiError('bad_credentials')
      return (await challengeLogin(tx, ctx, account.id, remember_me)) ?? signIn(tx, ctx, account.id, remember_me)
    })
    if (typeof outcome === 'string') throw new ApiError('second_factor', { extra: { challenge: outcome } })
    return finishLogin(ctx, account, outcome, remember_me)
  },

  async logout(ctx) {
    if (ctx.viewer) await queries.endSession(ctx.db, ctx.viewer.session_id)
    ctx.setSessionCookie(null)
    ctx.setHeader('Clear-Site-Data', '"cache"')
    return { success: true }
  },

  async openSession(ctx) {
    const { id, session_id, session_expires_at: expires_at } = ctx.viewer
    const token = await signAccessToken(ctx.config.sessionSecret, session_id, id, expires_at)
    const remember = expires_at.getTime() - ctx.now().getTime() > LIFETIME.session
    await queries.storeLanguage(ctx.db, id, ctx.lang)
    ctx.setSessionCookie({ token, expires_at, remember })
    return { user: ctx.viewer }
  },

  async closeSession(ctx) {
    ctx.setSessionCookie(null)
    ctx.setHeader('Clear-Site-Data', '"cache"')
    return { success: true }
  },

  async resendVerification(ctx, { email }) {
    await requestMail(ctx.db, ctx, 'verify', email)
    return { message: catalog(ctx.lang).auth.messages.verification_sent }
  },

  verifyEmail,

  async requestPasswordReset(ctx, { email }) {
    refuseWhereServicesOnly(ctx.settings)
    await requestMail(ctx.db, ctx, 'reset', email)
    return { message: catalog(ctx.lang).auth.messages.reset_requested }
  },

  async confirmPasswordReset(ctx, { token, new_password }) {
    refuseWhereServicesOnly(ctx.settings)
    const hash = hashToken(token)
    // The reset token is checked before the slow hashing, so that a wrong token costs little.
    if (!(await isUnused(ctx.db, hash, ctx.now()))) throw new ApiError('bad_token')
    const password_hash = await hashPassword(new_password)
    const id = await ctx.db.transaction(async (tx) => {
      const link = await queries.findEmailToken(tx, 'reset', hash, ctx.now())
      const account = link?.user_id != null ? await queries.lockById(tx, link.user_id) : null
      // A concurrent request may have used the reset link before the account was locked, so the link is read again.
      if (!account || !(await isUnused(tx, hash, ctx.now()))) throw new ApiError('bad_token')
      await queries.replacePassword(tx, account.id, password_hash, ctx.now())
      await voidPendingChanges(tx, account.id, ctx.now())
      await setClaimed(tx, account.id, ctx.now())
      await requestSafetyMail(tx, ctx, { user_id: account.id, change: 'password_reset' })
      return account.id
    })
    await rememberReset(ctx, id)
    return { message: catalog(ctx.lang).auth.messages.password_changed }
  },
}

const MAX_CHECKED_REGISTRATIONS = 2

/**
 * Checks the same number of hashes for every user name, so that the time does not reveal pending registrations. Throws
 * `email_not_verified`, `awaiting_approval`.
 */
async function refuseUnverified({ db, now }: BaseCtx, name: string, password: string): Promise<void> {
  const found = mayBeLoginName(name)
    ? await queries.findRegistrations(db, name, { now: now(), limit: MAX_CHECKED_REGISTRATIONS })
    : []
  const checks = Array.from({ length: MAX_CHECKED_REGISTRATIONS }, (_, at) =>
    checkPassword(password, found[at]?.password_hash ?? null),
  )
  const pending = found[(await Promise.all(checks)).indexOf(true)]
  if (!pending) return
  const { email, username, verified_at } = pending
  throw new ApiError(verified_at === null ? 'email_not_verified' : 'awaiting_approval', { extra: { email, username } })
}

async function isUnused(
  ...[tx, hash, now]: [Parameters<typeof queries.findEmailToken>[0], string, Date]
): Promise<boolean> {
  const link = await queries.findEmailToken(tx, 'reset', hash, now)
  return link !== null && link.used_at === null
}
