import { en } from './en.ts'
import { server as serverEn } from './en/server.ts'
import { pl, type Texts } from './pl.ts'
import { server as serverPl, type ServerTexts } from './pl/server.ts'
import type { Lang } from './plural.ts'

export type { Lang, ServerTexts, Texts }

const catalogs: Record<Lang, Texts & ServerTexts> = { pl: { ...pl, ...serverPl }, en: { ...en, ...serverEn } }

/** All texts of a language. The browser loads its one catalog itself, without the server's part, and never imports this. */
export function catalog(lang: Lang): Texts & ServerTexts {
  return catalogs[lang]
}
