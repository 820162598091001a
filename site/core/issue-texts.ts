import { issues as en } from '#shared/i18n/en/issues.ts'
import { issues as pl } from '#shared/i18n/pl/issues.ts'

/** Not in the catalog that every page loads. */
export const issueTexts = { pl, en }
