import { LIFETIME } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import type { BaseCtx, Services } from '#server/context.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import { hashToken, randomToken } from '#server/http/tokens.ts'
import { originOf } from '#server/http/variant.ts'
import { addJob } from '#server/jobs/add.ts'
import { alreadyRegisteredMail, passwordResetMail, verifyMail, type MailContent } from '#server/mail/templates.ts'
import type { AccountMail } from './jobs.ts'
import { insertEmailToken, lockByEmail } from './queries.ts'

/**
 * Has a mail sent to the owner of an address once the transaction is through. Whether there is such an account the
 * job finds out, so the call takes as long where there is none; of several that wait for one address the newest goes.
 */
export async function requestMail(tx: DbOrTx, { lang, variant }: BaseCtx, kind: AccountMail['kind'], email: string): Promise<void> {
  await addJob(tx, 'send_mail', { kind, email, lang, variant }, { key: `${kind}:${email.toLowerCase()}` })
}

/**
 * Sends one mail. Its token is made here, so no payload ever holds one: the database knows its hash, the mail the
 * token. A job that runs again makes another one; the first stays good in case its mail did arrive.
 */
export async function sendAccountMail(services: Services, mail: AccountMail): Promise<void> {
  const content = await (services.db as Db).transaction((tx) => contentOf(tx, services, mail))
  if (content) await services.mailer.send(content)
}

type Addressed = MailContent & { to: string }

/** The mail as the account is now, or null where there is no account that it would serve. */
async function contentOf(tx: DbOrTx, { config, now }: Services, { kind, email, lang, variant }: AccountMail): Promise<Addressed | null> {
  const account = await lockByEmail(tx, email)
  if (!account || (kind === 'verify' && account.email_verified)) return null
  const { username, email: to } = account
  const { siteName } = config
  const origin = originOf(variant, config)
  if (kind === 'already_registered') {
    const loginLink = origin + paths.login()
    return { to, ...alreadyRegisteredMail(lang, { siteName, username, loginLink, resetLink: origin + paths.forgotPassword() }) }
  }
  const token = randomToken()
  const created_at = now()
  const expires_at = new Date(created_at.getTime() + (kind === 'verify' ? LIFETIME.verificationLink : LIFETIME.resetLink))
  await insertEmailToken(tx, { user_id: account.id, purpose: kind, token_hash: hashToken(token), created_at, expires_at })
  return kind === 'verify'
    ? { to, ...verifyMail(lang, { siteName, username, link: origin + paths.verifyEmailLogin(token, to) }) }
    : { to, ...passwordResetMail(lang, { siteName, username, link: origin + paths.resetPassword(token) }) }
}
