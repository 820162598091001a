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
    const asked = (word: string, ...forms: string[]) => ({ word, forms })
    expect(termsOf([asked('kot', 'kota', 'kotow'), asked('w')], [asked('bu')])).toEqual([
      { words: ['bu'], forms: [], isPrefix: true },
      { words: ['kot'], forms: ['kota', 'kotow'], isPrefix: false },
      { words: ['w'], forms: [], isPrefix: false },
    ])
  })

  test('asks for eight words at most, the last among them', () => {
    const terms = termsOf(Array.from({ length: 50 }, (_, at) => ({ word: `w${at}`, forms: [] })), [{ word: 'koniec', forms: [] }])
    expect(terms).toHaveLength(8)
    expect(terms[0]).toEqual({ words: ['koniec'], forms: [], isPrefix: true })
  })

  test('becomes quoted words, whatever is in them', () => {
    const terms = [{ words: ['d\'art', 'a\\b'], forms: ['x\'y'], isPrefix: true }, { words: ['& | !'], forms: [], isPrefix: false }]
    expect(queryText(terms, ':')).toBe(`('${LABEL}:d''art':* | '${LABEL}:a\\\\b':* | '${LABEL}:x''y') & ('${LABEL}:& | !')`)
    expect(queryText(terms, '=', { asAsked: true })).toBe(`('${LABEL}=d''art' | '${LABEL}=a\\\\b') & ('${LABEL}=& | !')`)
  })
})
