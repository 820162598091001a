import { en } from './en.ts'
import { pl } from './pl.ts'
import type { Lang } from './plural.ts'
import type { Texts } from './pl.ts'

export type { Lang, Texts }

/** The texts of a language. The browser loads its one catalog itself and never imports this. */
export function catalog(lang: Lang): Texts {
  return lang === 'en' ? en : pl
}
