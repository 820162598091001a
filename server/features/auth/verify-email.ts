import { ApiError } from '#shared/api/errors.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { BaseCtx } from '#server/context.ts'
import { hashToken } from '#server/http/tokens.ts'
import { findEmailToken, lockById, markVerified } from './queries.ts'
import { openSession } from './sessions.ts'

/** Verifies the address that a link was mailed to and signs its owner in, once; later visits open nothing. */
export async function verifyEmail(ctx: BaseCtx, { token, email }: { token: string, email?: string | undefined }) {
  const t = catalog(ctx.lang)
  const refused = new ApiError('bad_token', { extra: { error: t.errors.bad_token } })
  const hash = hashToken(token)
  const now = ctx.now()
  const { account, opened } = await ctx.db.transaction(async (tx) => {
    const owner = (await findEmailToken(tx, 'verify', hash, now))?.user_id
    const account = owner === undefined ? null : await lockById(tx, owner)
    // Read again under the lock: of two visits at once the second finds it used, or void.
    const link = account && await findEmailToken(tx, 'verify', hash, now)
    if (!account || !link) throw refused
    if (email !== undefined && email.trim().toLowerCase() !== account.email.toLowerCase()) throw refused
    if (account.email_verified || link.used_at !== null) return { account, opened: null }
    await markVerified(tx, account.id, now)
    return { account: { ...account, email_verified: true }, opened: await openSession(tx, ctx, account.id, false) }
  })
  if (opened) ctx.setSessionCookie({ token: opened.access_token, expires_at: opened.expires_at, remember: false })
  return {
    message: opened ? t.auth.messages.verified : t.auth.messages.already_verified,
    username: account.username,
    already_verified: opened === null,
    access_token: opened?.access_token ?? null,
    expires_at: opened?.expires_at ?? null,
    user: opened && account,
  }
}
