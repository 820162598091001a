import { community as en } from '#shared/i18n/en/community.ts'
import { filters as filtersEn } from '#shared/i18n/en/filters.ts'
import { community as pl, type CommunityTexts } from '#shared/i18n/pl/community.ts'
import { filters as filtersPl, type FilterTexts } from '#shared/i18n/pl/filters.ts'
import type { Lang } from '#shared/i18n/plural.ts'

export const communityTexts: Record<Lang, CommunityTexts> = { pl, en }

export const filterTexts: Record<Lang, FilterTexts> = { pl: filtersPl, en: filtersEn }
