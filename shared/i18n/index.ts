import { en } from './en.ts'
import { server as serverEn } from './en/server.ts'
import { pl, type Texts } from './pl.ts'
import { server as serverPl, type ServerTexts } from './pl/server.ts'
import type { Lang } from './plural.ts'

export type { Lang, ServerTexts, Texts }

const catalogs: Record<Lang, Texts & ServerTexts> = { pl: { ...pl, ...serverPl }, en: { ...en, ...serverEn } }

/** The browser does not import this module, but one catalog without the server's texts. */
export function catalog(lang: Lang): Texts & ServerTexts {
  return catalogs[lang]
}
