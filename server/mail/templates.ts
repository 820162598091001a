import { mail as en } from '#shared/i18n/en/mail.ts'
import { mail as pl } from '#shared/i18n/pl/mail.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { renderHtml, renderText, type Layout, type Part } from './layout.ts'
import type { Mail } from './mailer.ts'

export type MailContent = Pick<Mail, 'subject' | 'text' | 'html'>

export const mailTexts = { pl, en }

export function verifyMail(
  lang: Lang,
  { siteName, username, link }: { siteName: string; username: string; link: string },
): MailContent {
  const t = mailTexts[lang]
  return accountMail(lang, siteName, username, t.verify.subject(siteName), [
    t.verify.lead(siteName, username),
    { label: t.verify.button, link, copyLink: t.copyLink },
    t.verify.validity,
    t.verify.notYou,
  ])
}

export function alreadyRegisteredMail(
  lang: Lang,
  {
    siteName,
    username,
    loginLink,
    resetLink,
  }: { siteName: string; username: string; loginLink: string; resetLink: string },
): MailContent {
  const t = mailTexts[lang]
  return accountMail(lang, siteName, username, t.alreadyRegistered.subject(siteName), [
    t.alreadyRegistered.lead(siteName),
    { label: t.alreadyRegistered.button, link: loginLink, copyLink: t.copyLink },
    { before: t.alreadyRegistered.forgotten, link: resetLink },
    t.alreadyRegistered.notYou,
  ])
}

export function passwordResetMail(
  lang: Lang,
  { siteName, username, link }: { siteName: string; username: string; link: string },
): MailContent {
  const t = mailTexts[lang]
  return accountMail(lang, siteName, username, t.passwordReset.subject(siteName), [
    t.passwordReset.lead(siteName),
    { label: t.passwordReset.button, link, copyLink: t.copyLink },
    t.passwordReset.validity,
    t.passwordReset.notYou,
  ])
}

export function claimMail(
  lang: Lang,
  about: { siteName: string; username: string; former_name: string; forum: string; link: string; deleteLink: string },
): MailContent {
  const { siteName, username, former_name, forum, link, deleteLink } = about
  const t = mailTexts[lang]
  return accountMail(lang, siteName, username, t.claim.subject(siteName), [
    t.claim.lead(siteName, forum, former_name),
    t.claim.name(username),
    { label: t.claim.button, link, copyLink: t.copyLink },
    t.claim.validity,
    { before: t.claim.unwanted, link: deleteLink },
  ])
}

export function approvedMail(
  lang: Lang,
  { siteName, username, reason, link }: { siteName: string; username: string; reason: string; link: string },
): MailContent {
  const t = mailTexts[lang]
  return accountMail(lang, siteName, username, t.approved.subject(siteName), [
    t.approved.lead(siteName, username),
    ...(reason === '' ? [] : [reason]),
    { label: t.approved.button, link, copyLink: t.copyLink },
  ])
}

export function refusedMail(
  lang: Lang,
  { siteName, username, reason }: { siteName: string; username: string; reason: string },
): MailContent {
  const t = mailTexts[lang]
  return accountMail(lang, siteName, username, t.refused.subject(siteName), [
    t.refused.lead(siteName, username),
    t.refused.reason,
    reason,
    t.refused.forgotten,
  ])
}

export function contentOf(layout: Layout): MailContent {
  return { subject: layout.subject, text: renderText(layout), html: renderHtml(layout) }
}

/** The mail responds to something that the member did, so it has no unsubscribe link. */
export function accountMail(
  lang: Lang,
  siteName: string,
  username: string,
  subject: string,
  parts: Part[],
): MailContent {
  const t = mailTexts[lang]
  return contentOf({ lang, siteName, subject, parts: [t.greeting(username), ...parts], footer: [t.footer(siteName)] })
}
