import { en } from './en.ts'
import { server as serverEn } from './en/server.ts'
import { pl, type Texts } from './pl.ts'
import { server as serverPl, type ServerTexts } from './pl/server.ts'
import type { Lang } from './plural.ts'

export type { Lang, ServerTexts, Texts }

const catalogs: Record<Lang, Texts & ServerTexts> = { pl: { ...pl, ...serverPl }, en: { ...en, ...serverEn } }

/** Both catalogs, for the server; browsers load one language, without the texts of the server. */
export function catalog(lang: Lang): Texts & ServerTexts {
  return catalogs[lang]
}
