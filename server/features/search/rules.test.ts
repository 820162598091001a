import { describe, expect, test } from 'bun:test'
import {
  LABEL,
  relaxedQueries,
  queryText,
  relevanceOf,
  splitQuery,
  termsOf,
  withoutStopWords,
  type Term,
} from './rules.ts'

const term = (word: string, more: Partial<Term> = {}): Term => ({ words: [word], forms: [], isPrefix: false, ...more })
const wordsIn = (terms: Term[]) => terms.map(({ words }) => words[0]!)

describe('searching for a question', () => {
  test('stop words are dropped from a query unless it has nothing else', () => {
    expect(wordsIn(withoutStopWords(['gdzie', 'jest', 'rower'].map((word) => term(word))))).toEqual(['rower'])
    expect(wordsIn(withoutStopWords([term('w', { isPrefix: true }), term('kot')]))).toEqual(['w', 'kot'])
    expect(wordsIn(withoutStopWords(['co', 'i', 'jak'].map((word) => term(word))))).toEqual(['co', 'i', 'jak'])
  })

  test('relaxed search queries need all words but one, then fewer, and ignore words of two letters', () => {
    const relaxations = (count: number) =>
      relaxedQueries(Array.from({ length: count }, (_, at) => term('xxx'.repeat(at + 1)))).map(
        ({ terms, minMatch }) => [terms.length, minMatch],
      )
    expect([0, 1, 2].map(relaxations)).toEqual([[], [], [[2, 1]]])
    expect(relaxedQueries([term('gz'), term('przyleciala')])).toEqual([])
    expect(relaxations(3)).toEqual([
      [3, 2],
      [3, 1],
    ])
    expect(relaxations(4)).toEqual([
      [4, 3],
      [4, 2],
    ])
    expect(relaxations(8)).toEqual([
      [5, 4],
      [5, 3],
    ])
    expect(
      queryText(
        ['a', 'b', 'c'].map((word) => term(word)),
        ':',
        { minMatch: 2 },
      ).replaceAll(LABEL, ''),
    ).toBe("(((':a') & (':b')) | ((':a') & (':c')) | ((':b') & (':c')))")
  })

  test('an exact word in the title ranks first, then other forms, then frequency in the text', () => {
    const judge = relevanceOf([term('chleb', { forms: ['chleba'], isPrefix: true })])
    const marks = [
      judge('Mój chleb', ''),
      judge('Zapach chleba', ''),
      judge('Chlebowy piec', ''),
      judge('Piec', 'chleb, chleb, chleba i chleb'),
      judge('Piec', 'chleba'),
      judge('Piec', ''),
    ]
    expect(marks).toEqual(marks.toSorted((a, b) => b - a))
    expect(new Set(marks).size).toBe(marks.length)
    expect(judge('Stary, lubiany CHLEB', '')).toBe(judge('Chleb', 'Dobry chleb'))
  })
})

describe('parsing of simple queries', () => {
  test.each([
    ['kot', '', 'kot'],
    ['  kot w  butach ', 'kot w', 'butach'],
    ['', '', ''],
    ['kot\n\tpies', 'kot', 'pies'],
  ])('the search query %j is split into the words before the last one and the last word', (q, head, last) => {
    expect(splitQuery(q)).toEqual({ head, last })
  })

  test('only the last word of a search query also matches as a prefix', () => {
    const asked = (word: string, ...forms: string[]) => ({ word, forms })
    expect(termsOf([asked('kot', 'kota', 'kotow'), asked('w')], [asked('bu')])).toEqual([
      { words: ['bu'], forms: [], isPrefix: true },
      { words: ['kot'], forms: ['kota', 'kotow'], isPrefix: false },
      { words: ['w'], forms: [], isPrefix: false },
    ])
  })

  test('a query is limited to eight words, and its last word is always kept', () => {
    const terms = termsOf(
      Array.from({ length: 50 }, (_, at) => ({ word: `w${at}`, forms: [] })),
      [{ word: 'koniec', forms: [] }],
    )
    expect(terms).toHaveLength(8)
    expect(terms[0]).toEqual({ words: ['koniec'], forms: [], isPrefix: true })
  })

  test('words are quoted in a tsquery, whatever characters they contain', () => {
    const terms = [
      { words: ["d'art", 'a\\b'], forms: ["x'y"], isPrefix: true },
      { words: ['& | !'], forms: [], isPrefix: false },
    ]
    expect(queryText(terms, ':')).toBe(
      `('${LABEL}:d''art':* | '${LABEL}:a\\\\b':* | '${LABEL}:x''y') & ('${LABEL}:& | !')`,
    )
    expect(queryText(terms, '=', { exactOnly: true })).toBe(
      `('${LABEL}=d''art' | '${LABEL}=a\\\\b') & ('${LABEL}=& | !')`,
    )
  })
})
