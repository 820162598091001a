import type { adminFrame } from '#shared/i18n/pl/admin-frame.ts'
import type { Lang } from '#shared/i18n/plural.ts'

export async function loadEntryTexts(lang: Lang) {
  const frame: typeof adminFrame =
    lang === 'en'
      ? (await import('#shared/i18n/en/admin-frame.ts')).adminFrame
      : (await import('#shared/i18n/pl/admin-frame.ts')).adminFrame
  return { title: frame.title, checking: frame.checking, login: frame.login }
}
