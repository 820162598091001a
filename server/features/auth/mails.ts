import { LIFETIME } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import type { BaseCtx, Services } from '#server/context.ts'
import type { Db, DbOrTx } from '#server/db/driver/client.ts'
import { hashToken, randomToken } from './tokens.ts'
import { originOf } from '#server/http/variant.ts'
import { addJob } from '#server/jobs/add.ts'
import type { AccountMail } from '#server/jobs/payloads.ts'
import {
  alreadyRegisteredMail,
  approvedMail,
  claimMail,
  passwordResetMail,
  refusedMail,
  verifyMail,
  type MailContent,
} from '#server/mail/templates.ts'
import { findUnclaimed } from '../import/claims.ts'
import { findRegistrations, insertEmailToken, lockByEmail, lockById, lockRegistration } from './queries.ts'
import type { registration } from './table.ts'

type Wording = Pick<BaseCtx, 'lang' | 'variant'>

const MAX_RESENT_LINKS = 3

export async function requestRegistrationMail(tx: DbOrTx, { lang, variant }: Wording, id: number): Promise<void> {
  await addJob(
    tx,
    'send_mail',
    { kind: 'registration', registration_id: id, lang, variant },
    { key: `registration:${id}` },
  )
}

/** The job looks up the e-mail address, so that this call takes the same time for any e-mail address. */
export async function requestMail(
  tx: DbOrTx,
  { lang, variant }: Wording,
  kind: 'verify' | 'reset',
  email: string,
): Promise<void> {
  await addJob(tx, 'send_mail', { kind, email, lang, variant }, { key: `${kind}:${email.toLowerCase()}` })
}

/** Creates the token of a mailed link in the job, so that no job payload contains a token. */
export async function sendAccountMail(services: Services, mail: AccountMail): Promise<void> {
  const content = await (services.db as Db).transaction((tx) => contentOf(tx, services, mail))
  if (content) await services.mailer.send(content)
}

type Addressed = MailContent & { to: string }

async function contentOf(tx: DbOrTx, services: Services, mail: AccountMail): Promise<Addressed | null> {
  if (mail.kind === 'registration') return registrationMail(tx, services, mail)
  if (mail.kind === 'claim') return claimMailOf(tx, services, mail)
  if (mail.kind === 'approved' || mail.kind === 'refused') return decisionMail(services, mail)
  const account = mail.kind === 'reset' ? await lockByEmail(tx, mail.email) : null
  if (account) return resetMail(tx, services, account, mail)
  const found = await findRegistrations(tx, mail.email, { now: services.now(), limit: MAX_RESENT_LINKS })
  // The mail of the newest registration is queued last, so that it arrives last.
  for (const { id } of found.reverse()) await requestRegistrationMail(tx, mail, id)
  return null
}

async function registrationMail(
  tx: DbOrTx,
  services: Services,
  { registration_id, lang, variant }: Extract<AccountMail, { kind: 'registration' }>,
): Promise<Addressed | null> {
  const pending = await lockRegistration(tx, registration_id)
  if (!pending || pending.verified_at !== null) return null
  const siteName = services.settings.value('site_name')
  const origin = originOf(variant, services.config)
  const account = await lockByEmail(tx, pending.email)
  if (account) {
    const loginLink = origin + paths.login()
    return {
      to: account.email,
      ...alreadyRegisteredMail(lang, {
        siteName,
        username: account.username,
        loginLink,
        resetLink: origin + paths.forgotPassword(),
      }),
    }
  }
  const token = await insertLink(tx, services, { registration_id, purpose: 'verify' }, LIFETIME.verificationLink)
  return {
    to: pending.email,
    ...verifyMail(lang, {
      siteName,
      username: pending.username,
      link: origin + paths.verifyEmailLogin(token, pending.email),
    }),
  }
}

/** Queues the mail about an approved or refused registration, in the language of the person who registered. */
export async function requestDecisionMail(
  tx: DbOrTx,
  { id, email, username, language }: typeof registration.$inferSelect,
  { kind, reason }: { kind: 'approved' | 'refused'; reason: string },
): Promise<void> {
  await addJob(
    tx,
    'send_mail',
    { kind, email, username, reason, lang: language, variant: 'normal' },
    { key: `${kind}:${id}` },
  )
}

type DecisionMail = Extract<AccountMail, { kind: 'approved' | 'refused' }>

function decisionMail(
  { config, settings }: Services,
  { kind, email, username, reason, lang, variant }: DecisionMail,
): Addressed {
  const about = { siteName: settings.value('site_name'), username, reason }
  const content =
    kind === 'approved'
      ? approvedMail(lang, { ...about, link: originOf(variant, config) + paths.login() })
      : refusedMail(lang, about)
  return { to: email, ...content }
}

async function resetMail(
  tx: DbOrTx,
  services: Services,
  { id, email, username }: { id: number; email: string; username: string },
  { lang, variant }: Wording,
): Promise<Addressed> {
  // An imported account that is not claimed yet gets the claim mail, which also offers to delete the account.
  const claim = await claimMailOf(tx, services, { kind: 'claim', user_id: id, lang, variant })
  if (claim !== null) return claim
  const token = await insertLink(tx, services, { user_id: id, purpose: 'reset' }, LIFETIME.resetLink)
  const link = originOf(variant, services.config) + paths.resetPassword(token)
  return { to: email, ...passwordResetMail(lang, { siteName: services.settings.value('site_name'), username, link }) }
}

/** Returns null if the account was claimed or deleted meanwhile. */
async function claimMailOf(
  tx: DbOrTx,
  services: Services,
  { user_id, lang, variant }: Extract<AccountMail, { kind: 'claim' }>,
): Promise<Addressed | null> {
  const account = await lockById(tx, user_id)
  const former = account && (await findUnclaimed(tx, user_id))
  if (!account?.email || !former) return null
  const token = await insertLink(tx, services, { user_id, purpose: 'reset' }, LIFETIME.claimLink)
  const origin = originOf(variant, services.config)
  const about = { siteName: services.settings.value('site_name'), username: account.username, ...former }
  const links = { link: origin + paths.resetPassword(token), deleteLink: origin + paths.formerAccount(token) }
  return { to: account.email, ...claimMail(lang, { ...about, ...links }) }
}

type Owner = { user_id: number; purpose: 'reset' } | { registration_id: number; purpose: 'verify' }

async function insertLink(tx: DbOrTx, { now }: Services, owner: Owner, lifetime: number): Promise<string> {
  const token = randomToken()
  const created_at = now()
  await insertEmailToken(tx, {
    ...owner,
    token_hash: hashToken(token),
    created_at,
    expires_at: new Date(created_at.getTime() + lifetime),
  })
  return token
}
