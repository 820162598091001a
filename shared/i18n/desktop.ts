import { desktop as en } from './en/desktop.ts'
import { desktop as pl, type DesktopTexts } from './pl/desktop.ts'
import type { Lang } from './plural.ts'

/** The console's own texts, for its menus and notices as for its page; the site loads none of them. */
export function desktopTexts(lang: Lang): DesktopTexts {
  return lang === 'en' ? en : pl
}
