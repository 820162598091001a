import { notices as en } from '#shared/i18n/en/notices.ts'
import { notices as pl, type NoticesTexts } from '#shared/i18n/pl/notices.ts'
import type { Lang } from '#shared/i18n/plural.ts'

export const noticesTexts: Record<Lang, NoticesTexts> = { pl, en }
