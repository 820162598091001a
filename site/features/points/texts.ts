import { points as en } from '#shared/i18n/en/points.ts'
import { points as pl } from '#shared/i18n/pl/points.ts'

export const pointsTexts = { pl, en }
