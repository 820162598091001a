import { loadAllTexts } from '#shared/texts.ts'
import { features as en } from './en/features.ts'
import { features as pl } from './pl/features.ts'

/** Loads all texts, for the server, which renders both languages. */
await Promise.all([loadAllTexts('pl', pl), loadAllTexts('en', en)])
