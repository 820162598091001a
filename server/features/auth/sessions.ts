import { LIFETIME } from '#shared/limits.ts'
import type { BaseCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isReadOnly, readOnlyError } from '#server/http/read-only.ts'
import { networkPartOf } from '#server/lib/address.ts'
import { requestSafetyMail } from '../account/mails.ts'
import { deviceOf } from './device.ts'
import { knownBrowserOf, rememberBrowser } from './known-browser.ts'
import { findLanguage, hasSessionLike, insertSession, isAdminAccount, storeLanguage } from './queries.ts'
import { toMinute } from './rules.ts'
import { signAccessToken } from './tokens.ts'

export type OpenedSession = { access_token: string; expires_at: Date }

const originOf = ({ request, address }: BaseCtx) => ({
  device: deviceOf(request?.headers.get('user-agent') ?? null),
  network: networkPartOf(address),
})

/** Throws `read_only` in read-only mode, unless the account is an admin's. */
export async function openSession(tx: DbOrTx, ctx: BaseCtx, userId: number, remember: boolean): Promise<OpenedSession> {
  const { config, now, log, address, request_id, lang } = ctx
  if (isReadOnly(ctx) && !(await isAdminAccount(tx, userId))) throw readOnlyError(ctx)
  const id = crypto.randomUUID()
  const created_at = now()
  const expires_at = new Date(created_at.getTime() + (remember ? LIFETIME.rememberedSession : LIFETIME.session))
  await insertSession(tx, {
    id,
    user_id: userId,
    ...originOf(ctx),
    created_at,
    last_seen_at: toMinute(created_at),
    expires_at,
  })
  await storeLanguage(tx, userId, lang)
  log.info('A member signed in', { user_id: userId, address, request_id })
  return { access_token: await signAccessToken(config.sessionSecret, id, userId, expires_at), expires_at }
}

/** Mails the owner unless the account has signed in with this browser, or from the same device and network. */
export async function signIn(tx: DbOrTx, ctx: BaseCtx, userId: number, remember: boolean): Promise<OpenedSession> {
  const origin = originOf(ctx)
  const isKnown = (await knownBrowserOf(ctx, userId)) !== null || (await hasSessionLike(tx, userId, origin))
  if (!isKnown) {
    // The mail is in the owner's language, not in that of the person who signs in.
    const wording = { variant: ctx.variant, lang: await findLanguage(tx, userId) }
    await requestSafetyMail(tx, wording, {
      user_id: userId,
      change: 'new_device',
      ...origin,
      at: ctx.now().toISOString(),
    })
  }
  return openSession(tx, ctx, userId, remember)
}

export async function finishLogin<A extends { id: number }>(
  ctx: BaseCtx,
  account: A,
  opened: OpenedSession,
  remember: boolean,
) {
  ctx.setSessionCookie({ token: opened.access_token, expires_at: opened.expires_at, remember })
  await rememberBrowser(ctx, account.id)
  return { ...opened, token_type: 'bearer' as const, user: account }
}
