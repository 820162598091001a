import type { Lang } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import type { Config } from '#server/config.ts'
import { originOf } from '#server/http/variant.ts'
import type { MailLink } from '#server/mail/layout.ts'
import { mailTexts } from '#server/mail/templates.ts'
import { signUnsubscribeToken, type Unsubscribing } from './unsubscribe-token.ts'

/** `unsubscribeUrl` is for the mail header `List-Unsubscribe`; the links in `footer` are for people. */
export async function unsubscribing(config: Config, lang: Lang, about: Unsubscribing) {
  const t = mailTexts[lang]
  const origin = originOf('normal', config)
  const token = await signUnsubscribeToken(config.sessionSecret, about)
  const footer: MailLink[] = [
    { label: t.unsubscribe, link: origin + paths.unsubscribe(token) },
    { label: t.settings, link: origin + paths.settings('notifications') },
  ]
  return {
    footer,
    unsubscribeUrl: `${origin}/api/notifications/unsubscribe?token=${token}`,
    subjectsText: about.subjects.map((subject) => t.subjects[subject]).join(', '),
  }
}
