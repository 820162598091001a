import { robots as en } from '#shared/i18n/en/robots.ts'
import { robots as pl } from '#shared/i18n/pl/robots.ts'

export const robotTexts = { pl, en }
