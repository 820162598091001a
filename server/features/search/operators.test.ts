import { describe, expect, test } from 'bun:test'
import type { ApiError } from '#shared/api/errors.ts'
import { parseQuery } from './operators.ts'

function issueOf(q: string): string | undefined {
  try {
    parseQuery(q)
  } catch (error) {
    return (error as ApiError).details.issues!.q
  }
  return undefined
}

describe('FIND-2 parsing of a query', () => {
  test('operators are parsed in any position of a query', () => {
    expect(
      parseQuery(
        'kot "ala ma" -pies in:koty author:@ala before:2026-03-01 after:2025-12-31 has:image title:rudy "x" mleko',
      ),
    ).toMatchObject({
      words: ['kot', 'mleko'],
      isOpen: true,
      phrases: ['ala ma', 'x'],
      excluded: ['pies'],
      titles: ['rudy'],
      communities: ['koty'],
      authors: ['ala'],
      before: ['2026-03-01'],
      after: ['2025-12-31'],
      has: ['image'],
    })
    expect(parseQuery('In:r/koty -"dwa psy" title:"rudy kot" AUTHOR:u/ala HAS:Video')).toMatchObject({
      words: [],
      isOpen: false,
      communities: ['koty'],
      excluded: ['dwa psy'],
      titles: ['rudy kot'],
      authors: ['ala'],
      has: ['video'],
    })
  })

  test('only an unquoted word at the end of a search query also matches as a prefix', () => {
    expect(parseQuery('kot in:koty').isOpen).toBe(false)
    expect(parseQuery('in:koty kot').isOpen).toBe(true)
  })

  test.each(['3:2', 'https://example.org/in:x', 'foo:bar', 'rura 12"', 'a-b', 'kot"pies"', '-', '- x', 'x -'])(
    'the query %s is parsed as plain words',
    (q) => {
      expect(parseQuery(q)).toMatchObject({ phrases: [], excluded: [], communities: [] })
      expect(parseQuery(q).words.length).toBeGreaterThan(q === '-' ? -1 : 0)
    },
  )

  test.each([
    ['before:wczoraj', 'search_day'],
    ['after:2026-02-30', 'search_day'],
    ['after:0000-01-01', 'search_day'],
    ['before:2026-1-1', 'search_day'],
    ['has:obrazek', 'search_has'],
    ['in:', 'search_value'],
    ['kot author:', 'search_value'],
    ['title:""', 'search_value'],
    ['has: image', 'search_value'],
    ['"kot', 'search_quote'],
    ['kot "ala ma', 'search_quote'],
    ['-in:koty', 'search_minus'],
    ['-has:image', 'search_minus'],
    ['"a" "b" "c" "d"', 'search_phrases'],
  ])('the search query %s is refused as invalid', (q, issue) => {
    expect(issueOf(q)).toBe(issue)
  })
})
