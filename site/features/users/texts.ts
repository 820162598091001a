import { users as en } from '#shared/i18n/en/users.ts'
import { users as pl } from '#shared/i18n/pl/users.ts'

export const userTexts = { pl, en }
