import { LIFETIME } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import type { BaseCtx, Services } from '#server/context.ts'
import type { Db, DbOrTx } from '#server/db/driver/client.ts'
import { originOf } from '#server/http/variant.ts'
import { addJob } from '#server/jobs/add.ts'
import type { EmailMailKind, FactorMail, SafetyEvent, SafetyMail } from '#server/jobs/payloads.ts'
import {
  deletionMail,
  emailChangedMail,
  emailConfirmMail,
  emailNoticeMail,
  emailTakenMail,
  safetyMail,
} from '#server/mail/safety/account.ts'
import { factorMail, type FactorChange } from '#server/mail/safety/factors.ts'
import type { MailContent } from '#server/mail/templates.ts'
import { findLanguage, insertEmailToken, lockByEmail, lockById } from '../auth/queries.ts'
import { hashToken, randomToken } from '../auth/tokens.ts'
import { findEmailChange, insertEmailLink, type EmailChange, type EmailLink } from './queries.ts'

type Wording = Pick<BaseCtx, 'lang' | 'variant'>

type DeletedAccount = Pick<Extract<SafetyMail, { kind: 'deleted' }>, 'email' | 'username'>

export async function requestSafetyMail(tx: DbOrTx, { lang, variant }: Wording, event: SafetyEvent): Promise<void> {
  // With a key, sessions that are ended in quick succession cause only one mail.
  const key = event.change === 'sessions_ended' ? { key: `sessions_ended:${event.user_id}` } : {}
  await addJob(tx, 'send_safety_mail', { kind: 'safety', ...event, lang, variant }, key)
}

export async function requestFactorMail(
  tx: DbOrTx,
  { variant, now }: Pick<BaseCtx, 'variant' | 'now'>,
  user_id: number,
  change: FactorChange,
): Promise<void> {
  await addJob(tx, 'send_safety_mail', {
    kind: 'factor',
    user_id,
    change,
    at: now().toISOString(),
    lang: await findLanguage(tx, user_id),
    variant,
  })
}

export async function requestEmailMail(
  tx: DbOrTx,
  { lang, variant }: Wording,
  kind: EmailMailKind,
  change_id: number,
): Promise<void> {
  await addJob(tx, 'send_safety_mail', { kind, change_id, lang, variant }, { key: `${kind}:${change_id}` })
}

export async function requestDeletionMail(
  tx: DbOrTx,
  { lang, variant }: Wording,
  { email, username }: DeletedAccount,
): Promise<void> {
  await addJob(tx, 'send_safety_mail', { kind: 'deleted', email, username, lang, variant })
}

/** Creates the tokens of mailed links in the job, so that no job payload contains a token. */
export async function sendSafetyMail(services: Services, mail: SafetyMail): Promise<void> {
  const content = await (services.db as Db).transaction(async (tx) => {
    switch (mail.kind) {
      case 'safety':
        return eventMail(tx, services, mail)
      case 'factor':
        return factorEventMail(tx, services, mail)
      case 'deleted':
        return deletedMail(services, mail)
      default:
        return changeMail(tx, services, mail)
    }
  })
  if (content) await services.mailer.send(content)
}

type Addressed = MailContent & { to: string }

async function eventMail(
  tx: DbOrTx,
  services: Services,
  { user_id, lang, variant, ...event }: SafetyEvent & Wording,
): Promise<Addressed | null> {
  const account = await lockById(tx, user_id)
  if (!account) return null
  const { config, now, settings } = services
  const origin = originOf(variant, config)
  const resetLink =
    event.change === 'email_undone'
      ? origin + paths.resetPassword(await resetToken(tx, user_id, now()))
      : origin + paths.forgotPassword()
  return {
    to: account.email,
    ...safetyMail(lang, {
      siteName: settings.value('site_name'),
      timeZone: config.timeZone,
      username: account.username,
      ...event,
      resetLink,
      settingsLink: origin + paths.settings('security'),
    }),
  }
}

async function factorEventMail(
  tx: DbOrTx,
  { config, settings }: Services,
  { user_id, change, at, lang, variant }: FactorMail,
): Promise<Addressed | null> {
  const account = await lockById(tx, user_id)
  if (!account) return null
  const origin = originOf(variant, config)
  return {
    to: account.email,
    ...factorMail(lang, {
      siteName: settings.value('site_name'),
      timeZone: config.timeZone,
      supportEmail: settings.value('contact_email'),
      username: account.username,
      change,
      at,
      settingsLink: origin + paths.settings('security'),
      resetLink: origin + paths.forgotPassword(),
    }),
  }
}

function deletedMail({ settings }: Services, { email, username, lang }: DeletedAccount & Wording): Addressed {
  return {
    to: email,
    ...deletionMail(lang, {
      siteName: settings.value('site_name'),
      username,
      supportEmail: settings.value('contact_email'),
    }),
  }
}

async function resetToken(tx: DbOrTx, user_id: number, created_at: Date): Promise<string> {
  const token = randomToken()
  await insertEmailToken(tx, {
    user_id,
    purpose: 'reset',
    token_hash: hashToken(token),
    created_at,
    expires_at: new Date(created_at.getTime() + LIFETIME.resetLink),
  })
  return token
}

async function changeMail(
  tx: DbOrTx,
  services: Services,
  { kind, change_id, lang, variant }: { kind: EmailMailKind; change_id: number } & Wording,
): Promise<Addressed | null> {
  const found = await findEmailChange(tx, change_id)
  const account = found && (await lockById(tx, found.user_id))
  const change = account && (await findEmailChange(tx, change_id))
  if (!change || change.voided_at !== null) return null
  const siteName = services.settings.value('site_name')
  const origin = originOf(variant, services.config)
  const { username } = account
  if (kind === 'email_confirm') {
    const owner = await lockByEmail(tx, change.new_email)
    if (owner)
      return {
        to: change.new_email,
        ...emailTakenMail(lang, { siteName, username: owner.username, loginLink: origin + paths.login() }),
      }
    const token = await linkToken(tx, services, change, {
      purpose: 'email_confirm',
      from: change.created_at,
      life: LIFETIME.emailConfirmLink,
    })
    return {
      to: change.new_email,
      ...emailConfirmMail(lang, { siteName, username, link: origin + paths.confirmEmail(token) }),
    }
  }
  const from = kind === 'email_changed' ? change.confirmed_at! : change.created_at
  const token = await linkToken(tx, services, change, { purpose: 'email_undo', from, life: LIFETIME.emailUndoLink })
  const template = kind === 'email_changed' ? emailChangedMail : emailNoticeMail
  return {
    to: change.old_email,
    ...template(lang, { siteName, username, newEmail: change.new_email, link: origin + paths.undoEmail(token) }),
  }
}

async function linkToken(
  tx: DbOrTx,
  { now }: Services,
  change: EmailChange,
  { purpose, from, life }: { purpose: EmailLink; from: Date; life: number },
): Promise<string> {
  const token = randomToken()
  await insertEmailLink(tx, change, {
    purpose,
    token_hash: hashToken(token),
    created_at: now(),
    expires_at: new Date(from.getTime() + life),
  })
  return token
}
