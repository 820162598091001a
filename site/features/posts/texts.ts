import { submit as en } from '#shared/i18n/en/submit.ts'
import { submit as pl } from '#shared/i18n/pl/submit.ts'

/** Not in the catalog that every page loads. */
export const submitTexts = { pl, en }
