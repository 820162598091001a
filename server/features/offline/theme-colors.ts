import type { SettingValues } from '#shared/api/settings/registry.ts'
import { accentTokens, THEMES, THEMES_OF } from '#shared/rules/accent.ts'
import type { Variant } from '#shared/rules/variant.ts'

/** The colours of the browser's UI and of the app's splash screen. */
export function themeColors(accent: SettingValues['accent']): Record<Variant, { theme: string; ground: string }> {
  const of = (variant: Variant) => {
    const theme = THEMES[THEMES_OF[variant].usual]
    return {
      theme: accentTokens(accent[variant], theme)?.['--accent'] ?? theme.neutrals.surface,
      ground: theme.neutrals.ground,
    }
  }
  return { normal: of('normal'), adult: of('adult') }
}
