import { mail as en } from '#shared/i18n/en/mail.ts'
import { mail as pl } from '#shared/i18n/pl/mail.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Mail } from './mailer.ts'

export type MailContent = Omit<Mail, 'to'>

const texts = { pl, en }

export function verifyMail(lang: Lang, { siteName, username, link }: {
  siteName: string, username: string, link: string
}): MailContent {
  const t = texts[lang]
  return layOut(lang, siteName, username, t.verify.subject(siteName), [
    t.verify.lead(siteName, username),
    { label: t.verify.button, link },
    t.verify.validity,
    t.verify.notYou,
  ])
}

export function alreadyRegisteredMail(lang: Lang, { siteName, username, loginLink, resetLink }: {
  siteName: string, username: string, loginLink: string, resetLink: string
}): MailContent {
  const t = texts[lang]
  return layOut(lang, siteName, username, t.alreadyRegistered.subject(siteName), [
    t.alreadyRegistered.lead(siteName),
    { label: t.alreadyRegistered.button, link: loginLink },
    { before: t.alreadyRegistered.forgotten, link: resetLink },
    t.alreadyRegistered.notYou,
  ])
}

export function passwordResetMail(lang: Lang, { siteName, username, link }: {
  siteName: string, username: string, link: string
}): MailContent {
  const t = texts[lang]
  return layOut(lang, siteName, username, t.passwordReset.subject(siteName), [
    t.passwordReset.lead(siteName),
    { label: t.passwordReset.button, link },
    t.passwordReset.validity,
    t.passwordReset.notYou,
  ])
}

type Part = string | { label: string, link: string } | { before: string, link: string }

function layOut(lang: Lang, siteName: string, username: string, subject: string, parts: Part[]): MailContent {
  const t = texts[lang]
  const all = [t.greeting(username), ...parts]
  return {
    subject,
    text: [...all.map(asText), `--\n${t.footer(siteName)}`].join('\n\n'),
    html: [
      `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
      `<title>${escape(subject)}</title></head>`,
      '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:34em;margin:0 auto">',
      ...all.map((part) => asHtml(part, t.copyLink)),
      `<p style="margin-top:32px;font-size:14px;opacity:.75">${escape(t.footer(siteName))}</p>`,
      '</div></body></html>',
    ].join('\n'),
  }
}

function asText(part: Part): string {
  if (typeof part === 'string') return part
  return `${'label' in part ? `${part.label}:` : part.before}\n${part.link}`
}

function asHtml(part: Part, copyLink: string): string {
  if (typeof part === 'string') return `<p>${escape(part)}</p>`
  const link = escape(part.link)
  if ('before' in part) return `<p>${escape(part.before)}<br><a href="${link}">${link}</a></p>`
  return `<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;`
    + `background:#1f5c53;color:#fff;font-weight:600;text-decoration:none">${escape(part.label)}</a></p>\n`
    + `<p style="font-size:14px;opacity:.75">${escape(copyLink)}<br><a href="${link}">${link}</a></p>`
}

const escape = Bun.escapeHTML
