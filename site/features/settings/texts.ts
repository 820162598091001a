import { settings as en } from '#shared/i18n/en/settings.ts'
import { settings as pl, type SettingsTexts } from '#shared/i18n/pl/settings.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { useSite } from '#site/core/site-context.tsx'

export const settingsTexts: Record<Lang, SettingsTexts> = { pl, en }

export function useSettingsTexts(): SettingsTexts {
  return settingsTexts[useSite().lang]
}
