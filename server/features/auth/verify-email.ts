import { ApiError } from '#shared/api/errors.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { BaseCtx } from '#server/context.ts'
import { isUniqueViolation, type DbOrTx } from '#server/db/driver/client.ts'
import { openItem } from '../moderation/index.ts'
import { rememberBrowser } from './known-browser.ts'
import { makeAccount } from './make-account.ts'
import { findEmailToken, isUsernameTaken, lockByEmail, lockById, lockRegistration, setVerified } from './queries.ts'
import { isNameOfBot } from './rules.ts'
import { openSession, type OpenedSession } from './sessions.ts'
import type { registration } from './table.ts'
import { hashToken } from './tokens.ts'

type Outcome = {
  account: { username: string }
  opened: (OpenedSession & { account: NonNullable<Awaited<ReturnType<typeof makeAccount>>> }) | null
  isWaiting?: boolean
  isFirst?: boolean
}

const refused = (ctx: BaseCtx) => new ApiError('bad_token', { extra: { error: catalog(ctx.lang).errors.bad_token } })

/** Later visits to a verification link change nothing. Throws `bad_token`, `username_taken`. */
export async function verifyEmail(ctx: BaseCtx, { token, email }: { token: string; email?: string | undefined }) {
  const { auth: t } = catalog(ctx.lang)
  const {
    account,
    opened,
    isWaiting = false,
    isFirst = opened !== null,
  } = await ctx.db
    .transaction((tx) => visit(tx, ctx, { hash: hashToken(token), email }))
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'registration_waiting_username')) throw new ApiError('username_taken')
      throw isUniqueViolation(error, 'registration_waiting_email') ? refused(ctx) : error
    })
  if (opened) {
    ctx.setSessionCookie({ token: opened.access_token, expires_at: opened.expires_at, remember: false })
    await rememberBrowser(ctx, opened.account.id)
  }
  return {
    message: isWaiting ? t.messages.awaiting_approval : isFirst ? t.messages.verified : t.messages.already_verified,
    username: account.username,
    already_verified: !isFirst,
    ...(isWaiting && { awaiting_approval: true as const }),
    access_token: opened?.access_token ?? null,
    expires_at: opened?.expires_at ?? null,
    user: opened?.account ?? null,
  }
}

async function visit(
  tx: DbOrTx,
  ctx: BaseCtx,
  { hash, email }: { hash: string; email: string | undefined },
): Promise<Outcome> {
  const now = ctx.now()
  const requireAddress = (address: string) => {
    if (email !== undefined && email.trim().toLowerCase() !== address.toLowerCase()) throw refused(ctx)
  }
  const found = await findEmailToken(tx, 'verify', hash, now)
  const pending = found?.registration_id != null ? await lockRegistration(tx, found.registration_id) : null
  // A concurrent visit may have used or deleted the link before the registration was locked, so the link is read again.
  const link = await findEmailToken(tx, 'verify', hash, now)
  if (pending && link?.registration_id === pending.id) {
    requireAddress(pending.email)
    if (pending.verified_at !== null) return { account: pending, opened: null, isWaiting: true }
    if (isNameOfBot(pending.username, ctx.config.botUsername)) throw await refusalOf(tx, ctx, pending)
    if (pending.needs_approval) {
      await letWait(tx, ctx, pending)
      return { account: pending, opened: null, isWaiting: true, isFirst: true }
    }
    const account = await makeAccount(tx, pending, { now, home_feed: ctx.settings.value('default_feed') })
    if (!account) throw await refusalOf(tx, ctx, pending)
    return { account, opened: { ...(await openSession(tx, ctx, account.id, false)), account } }
  }
  const account = link?.user_id != null ? await lockById(tx, link.user_id) : null
  if (!account) throw refused(ctx)
  requireAddress(account.email)
  return { account, opened: null }
}

type Pending = typeof registration.$inferSelect

const refusalOf = async (tx: DbOrTx, ctx: BaseCtx, { email }: Pending): Promise<ApiError> =>
  (await lockByEmail(tx, email)) ? refused(ctx) : new ApiError('username_taken')

export async function letWait(tx: DbOrTx, ctx: BaseCtx, pending: Pending): Promise<void> {
  if ((await isUsernameTaken(tx, pending.username)) || (await lockByEmail(tx, pending.email)))
    throw await refusalOf(tx, ctx, pending)
  await setVerified(tx, pending.id, ctx.now())
  await openItem(tx, { kind: 'registration', registration_id: pending.id, category_id: null, waiting_since: ctx.now() })
}
