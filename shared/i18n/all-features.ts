import { loadAllTexts } from '#shared/texts.ts'
import { features as en } from './en/features.ts'
import { features as pl } from './pl/features.ts'

/** For the server, which renders both languages: importing this module loads all texts. */
await Promise.all([loadAllTexts('pl', pl), loadAllTexts('en', en)])
