import { streams as en } from '#shared/i18n/en/streams.ts'
import { streams as pl } from '#shared/i18n/pl/streams.ts'

export const streamsTexts = { pl, en }
