import { transparency as en } from '#shared/i18n/en/transparency.ts'
import { transparency as pl, type TransparencyTexts } from '#shared/i18n/pl/transparency.ts'
import type { Lang } from '#shared/i18n/plural.ts'

export const transparencyTexts: Record<Lang, TransparencyTexts> = { pl, en }
