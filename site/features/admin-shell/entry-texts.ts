import type { adminFrame } from '#shared/i18n/pl/admin-frame.ts'
import type { Lang } from '#shared/i18n/plural.ts'

/** Texts of the pages around the panel, loaded with these pages only, so that they are there when the server renders. */
export async function loadEntryTexts(lang: Lang) {
  const frame: typeof adminFrame = lang === 'en'
    ? (await import('#shared/i18n/en/admin-frame.ts')).adminFrame
    : (await import('#shared/i18n/pl/admin-frame.ts')).adminFrame
  return { title: frame.title, checking: frame.checking, login: frame.login }
}
