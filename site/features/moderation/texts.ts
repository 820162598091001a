import { moderation as en } from '#shared/i18n/en/moderation.ts'
import { moderation as pl, type ModerationTexts } from '#shared/i18n/pl/moderation.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { useSite } from '#site/core/site-context.tsx'

export const moderationTexts: Record<Lang, ModerationTexts> = { pl, en }

export function useModerationTexts(): ModerationTexts {
  return moderationTexts[useSite().lang]
}
