import { modmail as en } from '#shared/i18n/en/modmail.ts'
import { modmail as pl } from '#shared/i18n/pl/modmail.ts'

export const modmailTexts = { pl, en }

export type ModmailTexts = typeof pl
