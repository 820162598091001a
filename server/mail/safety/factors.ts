import { factorMail as en } from '#shared/i18n/en/factor-mail.ts'
import { factorMail as pl, type FactorMailTexts } from '#shared/i18n/pl/factor-mail.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { accountMail, mailTexts, type MailContent } from '../templates.ts'
import { longTime } from './time.ts'

const texts: Record<Lang, FactorMailTexts> = { pl, en }

export type FactorChange =
  | { kind: 'totp_on' | 'totp_off' | 'new_recovery_codes' | 'factors_reset' | 'code_guesses' }
  | { kind: 'recovery_code_used'; left: number }
  | { kind: 'passkey_added' | 'passkey_removed' | 'service_linked' | 'service_removed'; name: string }

export function factorMail(
  lang: Lang,
  {
    siteName,
    username,
    change,
    at,
    timeZone,
    settingsLink,
    resetLink,
    supportEmail,
  }: {
    siteName: string
    username: string
    change: FactorChange
    at: string
    timeZone: string
    settingsLink: string
    resetLink: string
    supportEmail: string
  },
): MailContent {
  const t = texts[lang]
  return accountMail(lang, siteName, username, t.subject(siteName, t[change.kind].title), [
    factorText(t, change),
    t.when(longTime(at, lang, timeZone)),
    { label: t.button, link: settingsLink, copyLink: mailTexts[lang].copyLink },
    { before: t.notYou, link: resetLink },
    t.help(supportEmail),
  ])
}

function factorText(t: FactorMailTexts, change: FactorChange): string {
  if (change.kind === 'recovery_code_used') return t.recovery_code_used.text(change.left)
  return 'name' in change ? t[change.kind].text(change.name) : t[change.kind].text
}
