import { community as en } from '#shared/i18n/en/community.ts'
import { community as pl, type CommunityTexts } from '#shared/i18n/pl/community.ts'
import type { Lang } from '#shared/i18n/plural.ts'

export const communityTexts: Record<Lang, CommunityTexts> = { pl, en }
