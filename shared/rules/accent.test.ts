import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accentTokens, contrast, isPossibleAccent, THEMES, type ThemeName } from './accent.ts'

const HUES = Array.from({ length: 360 }, (_, hue) => hue)
const NAMES = Object.keys(THEMES) as ThemeName[]
const FILES: Record<ThemeName, string[]> = {
  light: ['light'],
  dark: ['light', 'dark'],
  adult: ['light', 'dark', 'adult'],
  adultLight: ['light', 'dark', 'adult'],
}
const TOKENS = {
  ground: '--ground',
  surface: '--surface',
  sunken: '--sunken',
  raised: '--raised',
  text: '--text',
  textSoft: '--text-soft',
  onAccent: '--on-accent',
}

function tokensOf(name: ThemeName): Record<string, string> {
  const blocks = FILES[name].flatMap((file) => {
    const css = readFileSync(join(import.meta.dir, `../styles/themes/${file}.css`), 'utf8')
    return css.split('}').filter((block) => name === 'adultLight' || !block.includes("[data-theme='light']"))
  })
  return Object.fromEntries(
    blocks.flatMap((block) =>
      [...block.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{3,6});/g)].map(([, key, value]) => [key, value]),
    ),
  ) as Record<string, string>
}

test.each(NAMES)('RUN-4 the neutral colours of the theme %s equal those in its stylesheet', (name) => {
  const css = tokensOf(name)
  const expected = Object.fromEntries(Object.entries(TOKENS).map(([key, token]) => [key, css[token]]))
  expect(THEMES[name].neutrals as Record<string, string | undefined>).toEqual(expected)
})

test.each(NAMES)('RUN-4 every hue has shades with a text contrast of 4.5 in the theme %s', (name) => {
  const { neutrals } = THEMES[name]
  const { ground, surface, sunken, raised, text, textSoft, onAccent } = neutrals
  const worst = { text: Infinity, control: Infinity }
  for (const hue of HUES) {
    const tokens = accentTokens(hue, THEMES[name])!
    const pairs = [
      [tokens['--accent'], onAccent],
      [tokens['--accent-strong'], onAccent],
      ...[ground, surface, sunken, raised, tokens['--accent-soft']].map((paper) => [tokens['--accent-text'], paper]),
      ...[text, textSoft].flatMap((ink) => [
        [ink, tokens['--accent-soft']],
        [ink, tokens['--selection']],
      ]),
    ] as [string, string][]
    worst.text = Math.min(worst.text, ...pairs.map(([one, other]) => contrast(one, other)))
    worst.control = Math.min(
      worst.control,
      ...[ground, surface, sunken, raised].map((paper) => contrast(tokens['--focus'], paper)),
      ...[ground, surface].map((paper) => contrast(tokens['--accent'], paper)),
    )
  }
  expect(worst.text).toBeGreaterThanOrEqual(4.5)
  expect(worst.control).toBeGreaterThanOrEqual(3)
})

test('RUN-4 a theme in which no shade has enough contrast has no accent colour', () => {
  const neutrals = { ...THEMES.light.neutrals, ground: '#777777', surface: '#ffffff', raised: '#000000' }
  expect(accentTokens(200, { ...THEMES.light, neutrals })).toBeNull()
  expect(isPossibleAccent('normal', 200)).toBe(true)
})
