import { describe, expect, test } from 'bun:test'
import { LABEL, queryText, splitQuery, termsOf } from './rules.ts'

describe('a query', () => {
  test.each([
    ['kot', '', 'kot'],
    ['  kot w  butach ', 'kot w', 'butach'],
    ['', '', ''],
    ['kot\n\tpies', 'kot', 'pies'],
  ])('%j is finished words and a last one', (q, head, last) => {
    expect(splitQuery(q)).toEqual({ head, last })
  })

  test('only its last word may be unfinished', () => {
    expect(termsOf(['kot', 'w'], ['bu'])).toEqual([
      { words: ['bu'], isPrefix: true }, { words: ['kot'], isPrefix: false }, { words: ['w'], isPrefix: false },
    ])
  })

  test('asks for eight words at most, the last among them', () => {
    const terms = termsOf(Array.from({ length: 50 }, (_, at) => `w${at}`), ['koniec'])
    expect(terms).toHaveLength(8)
    expect(terms[0]).toEqual({ words: ['koniec'], isPrefix: true })
  })

  test('becomes quoted words, whatever is in them', () => {
    const terms = [{ words: ['d\'art', 'a\\b'], isPrefix: true }, { words: ['& | !'], isPrefix: false }]
    expect(queryText(terms, ':')).toBe(`('${LABEL}:d''art':* | '${LABEL}:a\\\\b':*) & ('${LABEL}:& | !')`)
    expect(queryText(terms, '=', { asPrefix: false })).toBe(`('${LABEL}=d''art' | '${LABEL}=a\\\\b') & ('${LABEL}=& | !')`)
  })
})
