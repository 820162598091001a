import { fallbackOf, type SettingValues } from '#shared/api/settings/registry.ts'
import { accentTokens, THEMES, THEMES_OF, type AccentTokens } from '#shared/rules/accent.ts'
import type { Variant } from '#shared/rules/variant.ts'

type Looks = Pick<SettingValues, 'accent' | 'corner' | 'density'>

const USUAL = fallbackOf('accent', { host: '', siteName: '' }) as SettingValues['accent']

const SQUARE = ':root{--radius-s:0px;--radius-m:0px;--radius-l:0px;--radius-round:2px}'

const COMPACT =
  ':root{--space-2:.375rem;--space-3:.5rem;--space-4:.75rem;--space-5:1rem;--space-6:1.5rem;--space-7:2rem;' +
  '--leading:1.4;--leading-text:1.5}@media (pointer:fine){:root{--target:2.25rem}}'

const rule = (selector: string, tokens: AccentTokens | null) =>
  tokens === null
    ? ''
    : `${selector}{${Object.entries(tokens)
        .map(([name, value]) => `${name}:${value}`)
        .join(';')}}`

/** A printed page has the accent of the light theme. */
function accentRules(variant: Variant, hue: number): string {
  const { usual, other } = THEMES_OF[variant]
  const of = `[data-variant='${variant}']`
  const [first, second] = [accentTokens(hue, THEMES[usual]), accentTokens(hue, THEMES[other])]
  return variant === 'normal'
    ? `${rule(`:root${of}`, first)}@media screen{${rule(`:root${of}[data-theme='dark']`, second)}}`
    : `@media screen{${rule(`:root${of}`, first)}${rule(`:root${of}[data-theme='light']`, second)}}`
}

/** Returns CSS for the chosen looks, which is empty for the defaults. */
export function looksOf({ accent, corner, density }: Looks): string {
  return [
    ...(['normal', 'adult'] as const).map((variant) =>
      accent[variant] === USUAL[variant] ? '' : accentRules(variant, accent[variant]),
    ),
    corner === 'square' ? SQUARE : '',
    density === 'compact' ? COMPACT : '',
  ].join('')
}
