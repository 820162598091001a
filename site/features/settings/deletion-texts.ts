import { account as en } from '#shared/i18n/en/account.ts'
import { account as pl } from '#shared/i18n/pl/account.ts'

export const deletionTexts = { pl, en }
