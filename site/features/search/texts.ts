import { searchPage as en } from '#shared/i18n/en/search-page.ts'
import { searchPage as pl } from '#shared/i18n/pl/search-page.ts'

export const searchTexts = { pl, en }
