import { ApiError } from '#shared/api/errors.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { BaseCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { rememberBrowser } from './known-browser.ts'
import {
  completeRegistration,
  findEmailToken,
  insertAccount,
  lockByEmail,
  lockById,
  lockRegistration,
} from './queries.ts'
import { isNameOfBot } from './rules.ts'
import { openSession } from './sessions.ts'
import { hashToken } from './tokens.ts'

/**
 * The first visit makes the account and a session, later ones nothing. Throws `username_taken`, `bad_token` (also where
 * the address has an account).
 */
export async function verifyEmail(ctx: BaseCtx, { token, email }: { token: string; email?: string | undefined }) {
  const t = catalog(ctx.lang)
  const refused = new ApiError('bad_token', { extra: { error: t.errors.bad_token } })
  const requireAddress = (address: string) => {
    if (email !== undefined && email.trim().toLowerCase() !== address.toLowerCase()) throw refused
  }
  const hash = hashToken(token)
  const now = ctx.now()

  async function open(tx: DbOrTx) {
    const found = await findEmailToken(tx, 'verify', hash, now)
    const pending = found?.registration_id != null ? await lockRegistration(tx, found.registration_id) : null
    // The row lock makes the second of two concurrent visits find the link used or deleted.
    const link = await findEmailToken(tx, 'verify', hash, now)
    if (pending && link?.registration_id === pending.id) {
      requireAddress(pending.email)
      const account = isNameOfBot(pending.username, ctx.config.botUsername)
        ? null
        : await insertAccount(tx, pending, now)
      if (!account) throw (await lockByEmail(tx, pending.email)) ? refused : new ApiError('username_taken')
      await completeRegistration(tx, pending, account.id, now)
      return { account, opened: await openSession(tx, ctx, account.id, false) }
    }
    const account = link?.user_id != null ? await lockById(tx, link.user_id) : null
    if (!account) throw refused
    requireAddress(account.email)
    return { account, opened: null }
  }

  const { account, opened } = await ctx.db.transaction(open)
  if (opened) {
    ctx.setSessionCookie({ token: opened.access_token, expires_at: opened.expires_at, remember: false })
    await rememberBrowser(ctx, account.id)
  }
  return {
    message: opened ? t.auth.messages.verified : t.auth.messages.already_verified,
    username: account.username,
    already_verified: opened === null,
    access_token: opened?.access_token ?? null,
    expires_at: opened?.expires_at ?? null,
    user: opened && account,
  }
}
