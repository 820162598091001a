import type { account } from '#shared/api/account.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import { ApiError, invalidField } from '#shared/api/errors.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { CtxByAccess, UserCtx } from '#server/context.ts'
import { findFormerAccount } from '../import/claims.ts'
import { readFactors } from '../factors/queries.ts'
import { requireOwnPassword } from '../auth/own-password.ts'
import { hashPassword } from '../auth/passwords.ts'
import { lockById, voidResetLinks } from '../auth/queries.ts'
import { requireMailDomain } from '../auth/rules.ts'
import { confirmEmail, undoEmail } from './email-links.ts'
import { requestEmailMail, requestSafetyMail } from './mails.ts'
import { deleteGrantsOf } from '../oauth/ending.ts'
import { deleteTokensOf } from '../tokens/ending.ts'
import * as queries from './queries.ts'

async function settingsOf({ db, viewer, now }: UserCtx) {
  return {
    email: viewer.email,
    ...(await queries.getSettings(db, viewer.id, now())),
    ...(await readFactors(db, viewer.id)),
    former_account: await findFormerAccount(db, viewer.id),
  }
}

export const accountHandlers: HandlersOf<typeof account, CtxByAccess> = {
  get: (ctx) => settingsOf(ctx),

  edit: async (ctx, { message_policy }) => {
    await queries.setMessagePolicy(ctx.db, ctx.viewer.id, message_policy)
    return settingsOf(ctx)
  },

  changePassword: async (ctx, { password, new_password }) => {
    const { id, session_id } = ctx.viewer
    const checked_hash = await requireOwnPassword(ctx, password)
    const password_hash = await hashPassword(new_password)
    const now = ctx.now()
    await ctx.db.transaction(async (tx) => {
      if (!(await queries.replaceUnchangedPassword(tx, id, { checked_hash, password_hash })))
        throw new ApiError('bad_credentials')
      await voidResetLinks(tx, id, now)
      await queries.voidPendingChanges(tx, id, now, queries.byOtherSessions(session_id))
      await queries.endOtherSessions(tx, id, session_id, now)
      await deleteTokensOf(tx, id)
      await deleteGrantsOf(tx, id)
      await requestSafetyMail(tx, ctx, { user_id: id, change: 'password_changed' })
    })
    return { success: true }
  },

  changeEmail: async (ctx, { email, password }) => {
    const { id, session_id } = ctx.viewer
    if (email.toLowerCase() === ctx.viewer.email.toLowerCase()) throw invalidField('email', 'email_same')
    requireMailDomain(ctx.settings, email)
    const checked_hash = await requireOwnPassword(ctx, password)
    const now = ctx.now()
    await ctx.db.transaction(async (tx) => {
      const locked = await queries.lockWithPassword(tx, id, checked_hash)
      if (!locked) throw new ApiError('bad_credentials')
      await queries.voidPendingChanges(tx, id, now)
      const change_id = await queries.insertEmailChange(tx, {
        user_id: id,
        session_id,
        old_email: locked.email,
        new_email: email,
        created_at: now,
      })
      await requestEmailMail(tx, ctx, 'email_confirm', change_id)
      await requestEmailMail(tx, ctx, 'email_notice', change_id)
    })
    return { pending_email: email }
  },

  confirmEmail,

  undoEmail,

  sessions: async ({ db, viewer, now, lang }) => {
    const rows = await queries.listSessions(db, { userId: viewer.id, sessionId: viewer.session_id, now: now() })
    const { unknownDevice } = catalog(lang)
    return { sessions: rows.map((row) => ({ ...row, device: row.device ?? unknownDevice })) }
  },

  endSession: async (ctx, { session_id: number }) => {
    const { id } = ctx.viewer
    const isOwn = await ctx.db.transaction(async (tx) => {
      // The account's row is locked first, as in a password change, so that concurrent calls cannot deadlock.
      await lockById(tx, id)
      const ended = await queries.endSessionByNumber(tx, id, number)
      if (ended === null) throw new ApiError('not_found')
      await queries.voidPendingChanges(tx, id, ctx.now(), queries.bySession(ended))
      if (ended === ctx.viewer.session_id) return true
      await requestSafetyMail(tx, ctx, { user_id: id, change: 'sessions_ended' })
      return false
    })
    if (isOwn) ctx.setSessionCookie(null)
    return { success: true }
  },

  endOtherSessions: async (ctx) => {
    const { id, session_id } = ctx.viewer
    const ended = await ctx.db.transaction(async (tx) => {
      await lockById(tx, id)
      const count = await queries.endOtherSessions(tx, id, session_id, ctx.now())
      await queries.voidPendingChanges(tx, id, ctx.now(), queries.byOtherSessions(session_id))
      if (count > 0) await requestSafetyMail(tx, ctx, { user_id: id, change: 'sessions_ended' })
      return count
    })
    return { ended }
  },
}
