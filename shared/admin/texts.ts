import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import type { Lang } from '#shared/i18n/plural.ts'

/** Texts are loaded on demand, because visitors of the site do not need them. */
export async function loadAdminTexts(lang: Lang): Promise<AdminTexts> {
  return lang === 'en'
    ? (await import('#shared/i18n/en/admin.ts')).admin
    : (await import('#shared/i18n/pl/admin.ts')).admin
}
