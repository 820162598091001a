import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Tokens = Record<string, string>

const read = (file: string) => readFileSync(join(import.meta.dir, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')

/** Returns the custom properties that a file declares under exactly this selector. */
function declared(file: string, selector: string): Tokens {
  const block = read(file).match(new RegExp(`(?:^|\\n)${RegExp.escape(selector)} \\{([^}]*)\\}`))?.[1] ?? ''
  return Object.fromEntries([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((m) => [m[1]!, m[2]!]))
}

const light = declared('themes/light.css', ':root')
const dark = declared('themes/dark.css', "[data-theme='dark']")
const adult = declared('themes/adult.css', "[data-variant='adult']")
const adultLight = declared('themes/adult.css', "[data-variant='adult'][data-theme='light']")

const sets: Record<string, Tokens> = {
  light,
  dark: { ...light, ...dark },
  adult: { ...light, ...dark, ...adult },
  'adult, light': { ...light, ...adult, ...adultLight },
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? Array.from(hex.slice(1), (digit) => digit + digit).join('') : hex.slice(1)
  const [r, g, b] = [0, 2, 4].map((at) => {
    const channel = parseInt(digits.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of two opaque colours by WCAG 2.2. */
function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['--ground', '--surface', '--sunken']
const everyGround = [...grounds, '--raised']
const on = (inks: string[], papers: string[]) => inks.flatMap((ink) => papers.map((paper) => [ink, paper] as const))

/** Text and background colours, which need a contrast of 4.5:1. */
const readPairs = [
  ...on(['--text', '--text-soft', '--text-faint'], everyGround),
  ...on(['--text', '--text-soft'], ['--accent-soft', '--selection', '--warning-soft']),
  ...on(['--text'], ['--danger-soft', '--success-soft', '--up-soft', '--down-soft']),
  ...on(['--accent-text', '--danger-text'], everyGround),
  ...on(['--success-text', '--warning-text', '--up', '--down'], grounds),
  ...on(['--on-accent'], ['--accent', '--accent-strong']),
  ...on(['--on-danger'], ['--danger', '--danger-strong']),
  ...on(
    ['--on-hue'],
    [0, 1, 2, 3, 4, 5, 6, 7].map((hue) => `--hue-${hue}`),
  ),
  ['--accent-text', '--accent-soft'],
  ['--danger-text', '--danger-soft'],
  ['--success-text', '--success-soft'],
  ['--warning-text', '--warning-soft'],
  ['--up', '--up-soft'],
  ['--down', '--down-soft'],
  ['--on-disabled', '--disabled'],
  ['--on-tip', '--tip'],
] as [string, string][]

/** Outline and background colours, which need a contrast of 3:1. */
const seenPairs = [
  ...on(['--edge', '--focus'], grounds),
  ...on(['--accent', '--danger'], ['--surface', '--ground']),
  ['--focus', '--raised'],
] as [string, string][]

const cases = Object.entries(sets).flatMap(([name, tokens]) => [
  ...readPairs.map(([ink, paper]) => [name, ink, paper, 4.5, tokens] as const),
  ...seenPairs.map(([ink, paper]) => [name, ink, paper, 3, tokens] as const),
])

test.each(cases)('the contrast in %s of %s on %s reaches %d:1', (_name, ink, paper, least, tokens) => {
  expect(contrast(tokens[ink]!, tokens[paper]!)).toBeGreaterThanOrEqual(least)
})

test('every theme declares all colours of the light theme except those of avatars', () => {
  const themed = Object.keys(light).filter((token) => !token.includes('hue'))
  expect(Object.keys(dark)).toEqual(themed)
  expect(Object.keys(adult)).toEqual(themed)
  expect(Object.keys(adultLight).filter((token) => !themed.includes(token))).toEqual([])
})

const sheets = [...new Bun.Glob('**/*.css').scanSync(import.meta.dir)].filter((file) => !file.startsWith('themes/'))

test.each(sheets)('the stylesheet %s takes every colour from a design token', (file) => {
  expect(
    read(file).match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab|lab|lch)a?\(|:\s*(?:white|black|red)\b/gi),
  ).toBeNull()
})

test('every CSS custom property that is used is declared somewhere', () => {
  const all = [...sheets, 'themes/light.css'].map(read).join('\n')
  const known = new Set([...all.matchAll(/(--[\w-]+)\s*:/g)].map((m) => m[1]))
  const used = new Set([...all.matchAll(/var\((--[\w-]+)/g)].map((m) => m[1]))
  expect([...used].filter((token) => !known.has(token))).toEqual([])
})
