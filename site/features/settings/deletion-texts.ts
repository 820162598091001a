import { account as en } from '#shared/i18n/en/account.ts'
import { account as pl } from '#shared/i18n/pl/account.ts'

/** Not in the catalog that every page loads. */
export const deletionTexts = { pl, en }
