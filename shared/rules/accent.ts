/** A colour in OKLCH: lightness 0-1, chroma, hue in degrees. */
type Oklch = { l: number; c: number; h: number }

type Neutrals = {
  ground: string
  surface: string
  sunken: string
  raised: string
  text: string
  textSoft: string
  onAccent: string
}

/** Lightness and chroma of each shade; admins choose only the hue. */
type Shades = Record<
  'accent' | 'accent-strong' | 'accent-text' | 'accent-soft' | 'thread' | 'focus' | 'selection',
  [number, number]
>

type Theme = { neutrals: Neutrals; shades: Shades }
export type ThemeName = 'light' | 'dark' | 'adult' | 'adultLight'
export type AccentTokens = Record<`--${keyof Shades}`, string>

/** A test compares the neutral colours with `shared/styles/themes`. */
export const THEMES: Record<ThemeName, Theme> = {
  light: {
    neutrals: {
      ground: '#f2efe9',
      surface: '#fdfcf9',
      sunken: '#f6f3ed',
      raised: '#e9e5dc',
      text: '#23211d',
      textSoft: '#565147',
      onAccent: '#fdfcf9',
    },
    shades: {
      accent: [0.42, 0.09],
      'accent-strong': [0.34, 0.075],
      'accent-text': [0.42, 0.09],
      'accent-soft': [0.92, 0.02],
      thread: [0.75, 0.045],
      focus: [0.42, 0.09],
      selection: [0.87, 0.045],
    },
  },
  dark: {
    neutrals: {
      ground: '#171614',
      surface: '#201e1c',
      sunken: '#292623',
      raised: '#34312c',
      text: '#ece8e0',
      textSoft: '#bfb8ac',
      onAccent: '#fbfffd',
    },
    shades: {
      accent: [0.53, 0.1],
      'accent-strong': [0.47, 0.085],
      'accent-text': [0.78, 0.09],
      'accent-soft': [0.31, 0.035],
      thread: [0.48, 0.05],
      focus: [0.78, 0.09],
      selection: [0.38, 0.055],
    },
  },
  adult: {
    neutrals: {
      ground: '#0c090b',
      surface: '#141012',
      sunken: '#1c171a',
      raised: '#2b2228',
      text: '#f1e9ed',
      textSoft: '#c4b4bc',
      onAccent: '#fff8fb',
    },
    shades: {
      accent: [0.52, 0.2],
      'accent-strong': [0.46, 0.18],
      'accent-text': [0.77, 0.14],
      'accent-soft': [0.26, 0.07],
      thread: [0.43, 0.11],
      focus: [0.77, 0.14],
      selection: [0.36, 0.12],
    },
  },
  adultLight: {
    neutrals: {
      ground: '#1a1417',
      surface: '#231b1f',
      sunken: '#2b2227',
      raised: '#3a2d34',
      text: '#f1e9ed',
      textSoft: '#cdbec5',
      onAccent: '#fff8fb',
    },
    shades: {
      accent: [0.55, 0.2],
      'accent-strong': [0.49, 0.18],
      'accent-text': [0.79, 0.13],
      'accent-soft': [0.3, 0.08],
      thread: [0.47, 0.11],
      focus: [0.79, 0.13],
      selection: [0.36, 0.12],
    },
  },
}

const TEXT = 4.5
const CONTROL = 3
const STEP = 0.005

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const toGamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

/** Linear sRGB components, which may be outside 0 to 1. */
function linearOf({ l, c, h }: Oklch): [number, number, number] {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** Reduces chroma that sRGB cannot show. */
function hexOf(colour: Oklch): string {
  let { c } = colour
  let parts = linearOf(colour)
  while (c > 0 && parts.some((part) => part < -0.0005 || part > 1.0005)) parts = linearOf({ ...colour, c: (c -= STEP) })
  const digits = parts.map((part) => Math.round(255 * toGamma(Math.min(1, Math.max(0, part)))))
  return `#${digits.map((digit) => digit.toString(16).padStart(2, '0')).join('')}`
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

/** Contrast ratio by WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

type Demand = { of: string; least: number }

/** Returns the shade nearest to the default lightness that meets all contrast demands; null if none does. */
function shadeOf([l, c]: [number, number], h: number, demands: Demand[]): string | null {
  for (let away = 0; away <= 1; away += STEP) {
    for (const lightness of [l - away, l + away]) {
      if (lightness < 0.02 || lightness > 0.98) continue
      const hex = hexOf({ l: lightness, c, h })
      if (demands.every(({ of, least }) => contrast(hex, of) >= least)) return hex
    }
  }
  return null
}

/** Returns the colours of a theme for a hue; null if text on one of them would be unreadable. */
export function accentTokens(hue: number, { neutrals, shades }: Theme): AccentTokens | null {
  const { ground, surface, sunken, raised, text, textSoft, onAccent } = neutrals
  const all = (least: number, ...of: string[]): Demand[] => of.map((each) => ({ of: each, least }))
  const soft = shadeOf(shades['accent-soft'], hue, all(TEXT, text, textSoft))
  if (soft === null) return null
  const fill = [...all(TEXT, onAccent), ...all(CONTROL, ground, surface)]
  const tokens = {
    '--accent': shadeOf(shades.accent, hue, fill),
    '--accent-strong': shadeOf(shades['accent-strong'], hue, all(TEXT, onAccent)),
    '--accent-text': shadeOf(shades['accent-text'], hue, all(TEXT, ground, surface, sunken, raised, soft)),
    '--accent-soft': soft,
    '--thread': shadeOf(shades.thread, hue, []),
    '--focus': shadeOf(shades.focus, hue, all(CONTROL, ground, surface, sunken, raised)),
    '--selection': shadeOf(shades.selection, hue, all(TEXT, text, textSoft)),
  }
  return Object.values(tokens).includes(null) ? null : (tokens as AccentTokens)
}

export const THEMES_OF = {
  normal: { usual: 'light', other: 'dark' },
  adult: { usual: 'adult', other: 'adultLight' },
} as const

export const isPossibleAccent = (variant: 'normal' | 'adult', hue: number): boolean =>
  Object.values(THEMES_OF[variant]).every((name) => accentTokens(hue, THEMES[name]) !== null)
