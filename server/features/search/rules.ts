import { LIMITS } from '#shared/limits.ts'

/** A word with the other forms of it that the forum has. */
export type Asked = { word: string, forms: string[] }

/** A post matches with any of `words` or `forms`, or with `isPrefix` with any word that begins with one of `words`. */
export type Term = { words: string[], forms: string[], isPrefix: boolean }

const MAX_TERMS = 8

/** The words before the last of a query, and the last, which may be unfinished. */
export function splitQuery(q: string): { head: string, last: string } {
  const [, head, last] = /^(.*?)(\S*)$/s.exec(q.trim())!
  return { head: head!.trim(), last: last! }
}

/** The terms that a post must have all of. */
export function termsOf(head: Asked[], last: Asked[]): Term[] {
  const finished = head.map(({ word, forms }) => ({ words: [word], forms, isPrefix: false }))
  const unfinished = last.map(({ word, forms }) => ({ words: [word], forms, isPrefix: true }))
  return [...unfinished, ...finished].slice(0, MAX_TERMS)
}

/** What a search wants of a text: all terms, all title terms, and none of the excluded groups of terms. */
export type Wanted = { terms: Term[], titles: Term[], excluded: Term[][] }

/** Stands for the label of a bucket in the text of a query; no word can contain it. */
export const LABEL = '\u0001'

/** A tsquery with `LABEL` for the bucket; words are quoted, so nothing in them is an operator. `mark`: ':' all words, '=' those of the title. */
export function queryText(terms: Term[], mark: ':' | '=', { asAsked = false } = {}): string {
  const quoted = (word: string) => `'${LABEL}${mark}${word.replace(/[\\']/g, '$&$&')}'`
  return terms.map(({ words, forms, isPrefix }) => {
    const star = isPrefix && !asAsked ? ':*' : ''
    return `(${[...words.map((word) => quoted(word) + star), ...(asAsked ? [] : forms.map(quoted))].join(' | ')})`
  }).join(' & ')
}

/** The part of a tsquery that every match has; empty where nothing is asked for. */
export function wantedText({ terms, titles, excluded }: Wanted): string {
  const without = excluded.filter((group) => group.length > 0).map((group) => `!(${queryText(group, ':')})`)
  return [queryText(terms, ':'), queryText(titles, '='), ...without].filter((text) => text !== '').join(' & ')
}

export function isComparable(word: string): boolean {
  return word.length >= LIMITS.searchSimilarityMin
}
