import { LIMITS } from '#shared/limits.ts'

/** A post matches with any of `words`, or with `isPrefix` with any word that begins with one of them. */
export type Term = { words: string[], isPrefix: boolean }

const MAX_TERMS = 8

/** The words before the last of a query, and the last, which may be unfinished. */
export function splitQuery(q: string): { head: string, last: string } {
  const [, head, last] = /^(.*?)(\S*)$/s.exec(q.trim())!
  return { head: head!.trim(), last: last! }
}

/** The terms that a post must have all of. */
export function termsOf(head: string[], last: string[]): Term[] {
  const finished = head.map((word) => ({ words: [word], isPrefix: false }))
  const unfinished = last.map((word) => ({ words: [word], isPrefix: true }))
  return [...unfinished, ...finished].slice(0, MAX_TERMS)
}

/** Stands for the label of a bucket in the text of a query; no word can contain it. */
export const LABEL = '\u0001'

/** A tsquery with `LABEL` for the bucket; words are quoted, so nothing in them is an operator. `mark`: ':' all words, '=' those of the title. */
export function queryText(terms: Term[], mark: ':' | '=', { asPrefix = true } = {}): string {
  return terms.map(({ words, isPrefix }) => {
    const star = isPrefix && asPrefix ? ':*' : ''
    return `(${words.map((word) => `'${LABEL}${mark}${word.replace(/[\\']/g, '$&$&')}'${star}`).join(' | ')})`
  }).join(' & ')
}

export function isComparable(word: string): boolean {
  return word.length >= LIMITS.searchSimilarityMin
}
