import { submit as en } from '#shared/i18n/en/submit.ts'
import { submit as pl } from '#shared/i18n/pl/submit.ts'

export const submitTexts = { pl, en }
