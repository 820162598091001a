/** The languages of the interface; Polish is the default. */
export type Lang = 'pl' | 'en'

/** The word for each plural class of a language: 'post', 'posty', 'postów'; 'post', 'posts'. */
export type PluralForms = {
  pl: { one: string, few: string, many: string }
  en: { one: string, other: string }
}

const rules = { pl: new Intl.PluralRules('pl'), en: new Intl.PluralRules('en') }
const numbers = { pl: new Intl.NumberFormat('pl-PL'), en: new Intl.NumberFormat('en-GB') }

/** A whole number as the language groups it: '12 345', '12,345'. */
export function formatNumber(lang: Lang, n: number): string {
  // Below the first separator both languages write digits alone, and Intl would take longer than what stands around it.
  return n >= 0 && n < 1000 ? String(n) : numbers[lang].format(n)
}

/** The word alone that goes with `n` things: `plural('pl', 5, { one: 'post', few: 'posty', many: 'postów' })` is 'postów'. */
export function plural<L extends Lang>(lang: L, n: number, forms: PluralForms[L]): string {
  const words: Partial<Record<Intl.LDMLPluralRule, string>> = forms
  return words[rules[lang].select(n)] ?? words.other ?? words.many ?? ''
}

/** Number and word: '1 post', '2 posty', '5 postów', '12 345 postów'. */
export function counted<L extends Lang>(lang: L, n: number, forms: PluralForms[L]): string {
  return `${formatNumber(lang, n)} ${plural(lang, n, forms)}`
}
