export type Lang = 'pl' | 'en'

export type PluralForms = { pl: { one: string; few: string; many: string }; en: { one: string; other: string } }

const rules: Partial<Record<Lang, Intl.PluralRules>> = {}
const numbers: Partial<Record<Lang, Intl.NumberFormat>> = {}

// Formatters are created on first use: at the start of a page they would block an old phone for a tenth of a second.
const rulesOf = (lang: Lang) => (rules[lang] ??= new Intl.PluralRules(lang))
const numbersOf = (lang: Lang) => (numbers[lang] ??= new Intl.NumberFormat(lang === 'pl' ? 'pl-PL' : 'en-GB'))

export function formatNumber(lang: Lang, n: number): string {
  return Number.isInteger(n) && n >= 0 && n < 1000 ? String(n) : numbersOf(lang).format(n)
}

/** `plural('pl', 5, { one: 'post', few: 'posty', many: 'postów' })` is 'postów'. */
export function plural<L extends Lang>(lang: L, n: number, forms: PluralForms[L]): string {
  const words: Partial<Record<Intl.LDMLPluralRule, string>> = forms
  return words[rulesOf(lang).select(n)] ?? words.other ?? words.many ?? ''
}

export function counted<L extends Lang>(lang: L, n: number, forms: PluralForms[L]): string {
  return `${formatNumber(lang, n)} ${plural(lang, n, forms)}`
}
