import { LIMITS } from '#shared/limits.ts'
import { foldWord, wordsOf } from './highlights.ts'

export type Token = { word: string; forms: string[] }

/**
 * A text matches if it contains any of `words` or `forms`, or with `isPrefix` a word that begins with one of `words`.
 */
export type Term = { words: string[]; forms: string[]; isPrefix: boolean }

const MAX_TERMS = 8

/** The last word may be unfinished. */
export function splitQuery(q: string): { head: string; last: string } {
  const [, head, last] = /^(.*?)(\S*)$/s.exec(q.trim())!
  return { head: head!.trim(), last: last! }
}

export function termsOf(head: Token[], last: Token[]): Term[] {
  const finished = head.map(({ word, forms }) => ({ words: [word], forms, isPrefix: false }))
  const unfinished = last.map(({ word, forms }) => ({ words: [word], forms, isPrefix: true }))
  return [...unfinished, ...finished].slice(0, MAX_TERMS)
}

/** Words that a matching text need not contain, without diacritics; a short last word may be unfinished and is kept. */
const STOP_WORDS = new Set(
  (
    'a aby albo ale az bez bo by byc byl byla bylo co czego czemu czy czym dla dlaczego do gdy gdzie go i ich ' +
    'ile im ja jak jaka jaki jakie jakim jaka ' +
    'jest jestem juz kiedy kto ktora ktore ktory lub ma macie mam mi mnie mozna my na nad nas nie niz o od oraz ' +
    'po pod polecacie poleccie przy ' +
    'chce da dobra dobre dobrego dobry kupic najlepsza najlepsze najlepszy potrzebuje robic szukam trzeba warto ' +
    'wybrac znalezc zrobic ' +
    'sa sie ta tak tam te tego tej ten to tu ty u w was we wy z za ze zeby ' +
    'an and any are at be best buy can could do does for from get good have how i in into is it make my need of ' +
    'on or should some that the there this to was what when ' +
    'where which who why will with you your'
  ).split(' '),
)

const MIN_FINISHED_WORD = 4

export function withoutStopWords(terms: Term[]): Term[] {
  const remaining = terms.filter(
    ({ words: [word], isPrefix }) => (isPrefix && word!.length < MIN_FINISHED_WORD) || !STOP_WORDS.has(word!),
  )
  return remaining.length > 0 ? remaining : terms
}

const MAX_RELAXED_TERMS = 5

/**
 * Each query requires one term fewer than the query before. The last requires a single term; if there are four or more
 * terms, it requires at least half of them.
 */
export function relaxedQueries(terms: Term[]): { terms: Term[]; minMatch: number }[] {
  const longest = terms
    .filter(({ words: [word] }) => isComparable(word!))
    .sort((a, b) => b.words[0]!.length - a.words[0]!.length)
    .slice(0, MAX_RELAXED_TERMS)
  const lowest = longest.length < MAX_RELAXED_TERMS - 1 ? 1 : Math.ceil(longest.length / 2)
  return Array.from({ length: Math.max(0, longest.length - lowest) }, (_, at) => ({
    terms: longest,
    minMatch: longest.length - 1 - at,
  }))
}

/**
 * A text must contain at least `minMatch` of the terms (by default all), all `titles` in its title, and no `excluded`
 * group with all its terms.
 */
export type Criteria = { terms: Term[]; titles: Term[]; excluded: Term[][]; minMatch?: number }

/**
 * Stands for the label of a bucket (a range of consecutive ids), with which each word in the index begins; no word
 * contains this character.
 */
export const LABEL = '\u0001'

/**
 * Builds a tsquery; quoted words cannot contain operators. The `mark` ':' finds words anywhere, '=' only in the title.
 */
export function queryText(terms: Term[], mark: ':' | '=', { exactOnly = false, minMatch = terms.length } = {}): string {
  const quoted = (word: string) => `'${LABEL}${mark}${word.replace(/[\\']/g, '$&$&')}'`
  const each = terms.map(({ words, forms, isPrefix }) => {
    const prefixMark = isPrefix && !exactOnly ? ':*' : ''
    const alternatives = [...words.map((word) => quoted(word) + prefixMark), ...(exactOnly ? [] : forms.map(quoted))]
    return `(${alternatives.join(' | ')})`
  })
  const groups = combinations(each, minMatch).map((group) => group.join(' & '))
  return groups.length > 1 ? `(${groups.map((group) => `(${group})`).join(' | ')})` : groups[0]!
}

function combinations<T>(values: T[], size: number): T[][] {
  if (size >= values.length) return [values]
  if (size === 0) return [[]]
  const [first, ...rest] = values
  return [...combinations(rest, size - 1).map((group) => [first!, ...group]), ...combinations(rest, size)]
}

export function criteriaText({ terms, titles, excluded, minMatch }: Criteria): string {
  const without = excluded.filter((group) => group.length > 0).map((group) => `!(${queryText(group, ':')})`)
  return [queryText(terms, ':', { minMatch }), queryText(titles, '='), ...without]
    .filter((text) => text !== '')
    .join(' & ')
}

export function isComparable(word: string): boolean {
  return word.length >= LIMITS.searchSimilarityMin
}

const EXACT_WEIGHT = 1
const FORM_WEIGHT = 0.8
const PREFIX_WEIGHT = 0.6

/**
 * A term counts most in the title, otherwise by its frequency in the text. The frequency is rounded, so that votes and
 * age decide between similar posts.
 */
export function relevanceOf(terms: Term[]): (title: string, text: string) => number {
  const weights = terms.map(({ words, forms, isPrefix }) => {
    const known = new Map([
      ...forms.map((form) => [form, FORM_WEIGHT] as const),
      ...words.map((word) => [word, EXACT_WEIGHT] as const),
    ])
    return (word: string) =>
      known.get(word) ?? (isPrefix && words.some((beginning) => word.startsWith(beginning)) ? PREFIX_WEIGHT : 0)
  })
  return (title, text) => {
    const [titleWords, textWords]: [string[], string[]] = [wordsOf(foldWord(title)), wordsOf(foldWord(text))]
    const sum = weights.reduce((all, weigh) => {
      const inTitle = Math.max(0, ...titleWords.map(weigh))
      if (inTitle > 0) return all + inTitle * 2
      const inText = textWords.map(weigh).filter((weight) => weight > 0)
      const frequency = Math.min(
        3,
        Math.round(Math.log2(1 + inText.reduce<number>((total, weight) => total + weight, 0))),
      )
      return all + frequency * 0.1 + (inText.includes(EXACT_WEIGHT) ? 0.05 : 0)
    }, 0)
    return sum / weights.length
  }
}
