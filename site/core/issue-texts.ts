import { issues as en } from '#shared/i18n/en/issues.ts'
import { issues as pl } from '#shared/i18n/pl/issues.ts'

export const issueTexts = { pl, en }
