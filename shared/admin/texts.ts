import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import type { Lang } from '#shared/i18n/plural.ts'

/** The panel's catalog of a language; a file of its own, so that the site's visitors never load it. */
export async function loadAdminTexts(lang: Lang): Promise<AdminTexts> {
  return lang === 'en' ? (await import('#shared/i18n/en/admin.ts')).admin : (await import('#shared/i18n/pl/admin.ts')).admin
}
