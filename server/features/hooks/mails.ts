import { eq } from 'drizzle-orm'
import { hookMail as enTexts } from '#shared/i18n/en/hook-mail.ts'
import { hookMail as plTexts } from '#shared/i18n/pl/hook-mail.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import { langOf } from '#server/lib/settings.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { contentOf, mailTexts } from '#server/mail/templates.ts'
import { category } from '../categories/table.ts'
import { findAddressee } from '../mails/queries.ts'
import { hook } from './table.ts'

const texts = { pl: plTexts, en: enTexts }

/** Mails the support address if the webhook has no owner; null if the webhook was deleted. */
export async function hookMail({ db, config, settings }: Services, hookId: number): Promise<Mail | null> {
  const [row] = await db
    .select({ url: hook.url, owner_id: hook.owner_id, category: category.name })
    .from(hook)
    .leftJoin(category, eq(category.id, hook.category_id))
    .where(eq(hook.id, hookId))
  if (!row) return null
  const siteName = settings.value('site_name')
  const support = { username: siteName, email: settings.value('contact_email'), language: undefined }
  const reader = row.owner_id === null ? support : await findAddressee(db, row.owner_id)
  if (!reader) return null
  const lang = langOf(reader.language, settings)
  const [t, common] = [texts[lang], mailTexts[lang]]
  const { host } = new URL(row.url)
  const link = config.publicUrl + (row.category === null ? paths.admin() : paths.categorySettings(row.category))
  return {
    to: reader.email,
    ...contentOf({
      lang,
      siteName,
      subject: t.subject(siteName, host),
      parts: [
        common.greeting(reader.username),
        t.lead(host),
        { label: t.button, link, copyLink: common.copyLink },
        t.again,
      ],
      footer: [common.footer(siteName)],
    }),
  }
}
