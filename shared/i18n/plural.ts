export type Lang = 'pl' | 'en'

export type PluralForms = { pl: { one: string; few: string; many: string }; en: { one: string; other: string } }

const rules = { pl: new Intl.PluralRules('pl'), en: new Intl.PluralRules('en') }
const numbers = { pl: new Intl.NumberFormat('pl-PL'), en: new Intl.NumberFormat('en-GB') }

export function formatNumber(lang: Lang, n: number): string {
  return Number.isInteger(n) && n >= 0 && n < 1000 ? String(n) : numbers[lang].format(n)
}

/** `plural('pl', 5, { one: 'post', few: 'posty', many: 'postów' })` is 'postów'. */
export function plural<L extends Lang>(lang: L, n: number, forms: PluralForms[L]): string {
  const words: Partial<Record<Intl.LDMLPluralRule, string>> = forms
  return words[rules[lang].select(n)] ?? words.other ?? words.many ?? ''
}

/** '1 post', '5 postów', '12 345 postów'. */
export function counted<L extends Lang>(lang: L, n: number, forms: PluralForms[L]): string {
  return `${formatNumber(lang, n)} ${plural(lang, n, forms)}`
}
