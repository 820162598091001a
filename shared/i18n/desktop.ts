import { desktop as en } from './en/desktop.ts'
import { desktop as pl, type DesktopTexts } from './pl/desktop.ts'
import type { Lang } from './plural.ts'

export function desktopTexts(lang: Lang): DesktopTexts {
  return lang === 'en' ? en : pl
}
