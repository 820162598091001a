import { accountMail as enTexts } from '#shared/i18n/en/account-mail.ts'
import { accountMail as plTexts, type AccountMailTexts } from '#shared/i18n/pl/account-mail.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Part } from '../layout.ts'
import { accountMail, mailTexts, type MailContent } from '../templates.ts'
import { longTime } from './time.ts'

const texts: Record<Lang, AccountMailTexts> = { pl: plTexts, en: enTexts }

type Named = { siteName: string; username: string }

export function emailConfirmMail(lang: Lang, { siteName, username, link }: Named & { link: string }): MailContent {
  const { subject, lead, button, validity, notYou } = texts[lang].emailConfirm
  return accountMail(lang, siteName, username, subject(siteName), [
    lead(siteName),
    { label: button, link, copyLink: mailTexts[lang].copyLink },
    validity,
    notYou,
  ])
}

export function emailTakenMail(
  lang: Lang,
  { siteName, username, loginLink }: Named & { loginLink: string },
): MailContent {
  const { subject, lead, button, notYou } = texts[lang].emailTaken
  return accountMail(lang, siteName, username, subject(siteName), [
    lead(siteName),
    { label: button, link: loginLink, copyLink: mailTexts[lang].copyLink },
    notYou,
  ])
}

type Change = Named & { newEmail: string; link: string }

export const emailNoticeMail = (lang: Lang, change: Change): MailContent => undoableMail(lang, 'emailNotice', change)

export const emailChangedMail = (lang: Lang, change: Change): MailContent => undoableMail(lang, 'emailChanged', change)

function undoableMail(
  lang: Lang,
  kind: 'emailNotice' | 'emailChanged',
  { siteName, username, newEmail, link }: Change,
): MailContent {
  const {
    [kind]: { subject, lead },
    undo,
  } = texts[lang]
  return accountMail(lang, siteName, username, subject(siteName), [
    lead(siteName, newEmail),
    undo.notYou,
    { label: undo.button, link, copyLink: mailTexts[lang].copyLink },
    undo.validity,
  ])
}

export function deletionMail(
  lang: Lang,
  { siteName, username, supportEmail }: Named & { supportEmail: string },
): MailContent {
  const { subject, lead, notYou } = texts[lang].deleted
  return accountMail(lang, siteName, username, subject(siteName), [lead(siteName), notYou(supportEmail)])
}

export type SafetyChange = keyof AccountMailTexts['changes']

type Safety = Named & {
  change: SafetyChange
  timeZone: string
  settingsLink: string
  /** Link to set a new password; after an undone change of the e-mail address it contains a token. */
  resetLink: string
  device?: string | null
  network?: string | null
  at?: string
}

export function safetyMail(
  lang: Lang,
  { siteName, username, change, timeZone, settingsLink, resetLink, device, network, at }: Safety,
): MailContent {
  const t = texts[lang]
  const { subject, lead } = t.changes[change]
  const { copyLink } = mailTexts[lang]
  const parts: Part[] = [lead(siteName)]
  if (at !== undefined) parts.push(t.details(device ?? t.unknown, network ?? t.unknown, longTime(at, lang, timeZone)))
  if (change === 'email_undone') parts.push(t.someoneKnows, { label: t.setPassword, link: resetLink, copyLink })
  else parts.push({ label: t.settings, link: settingsLink, copyLink }, { before: t.notYou, link: resetLink })
  return accountMail(lang, siteName, username, subject(siteName), parts)
}
