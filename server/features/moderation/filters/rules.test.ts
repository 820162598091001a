import { describe, expect, test } from 'bun:test'
import { LIMITS } from '#shared/limits.ts'
import {
  FILTER_FIELDS,
  FILTER_OPS,
  isCondition,
  opsOfField,
  type Condition,
  type FilterAction,
  type Match,
} from '#shared/rules/filters.ts'
import { compileRegex } from './regex.ts'
import {
  compileFilters,
  factsOf,
  requireGoodRegexes,
  requireSmallTotal,
  mostSevere,
  type AuthorFacts,
  type FilteredText,
} from './rules.ts'

const WRITTEN: FilteredText = {
  title: 'Nowy ROWER na sprzedaż',
  text: 'Zobacz https://www.Sklep.example.com/a i www.inny.pl @ania @ANIA @bolek. Żółw.',
  link: 'https://okazje.example.org/x',
}
const AUTHOR: AuthorFacts = { author_age_days: 3, author_karma: -2, author_trust: 1, is_first_post: true }

const holds = (
  match: Match,
  { author = AUTHOR, ...written }: Partial<FilteredText> & { author?: AuthorFacts | null } = {},
) => compileFilters([{ id: 1, match }]).match(factsOf({ ...WRITTEN, ...written }, author)).ids.length === 1

const catches = (condition: Condition, given = {}) => holds({ all: [condition] }, given)

describe('MOD-9 a condition of a filter', () => {
  test.each([
    [{ field: 'title', op: 'contains', value: 'rower' }, true],
    [{ field: 'title', op: 'contains', value: 'auto' }, false],
    [{ field: 'title', op: 'word', value: 'rower' }, true],
    [{ field: 'title', op: 'word', value: 'rowe' }, false],
    [{ field: 'title', op: 'regex', value: '^nowy\\s+rower' }, true],
    [{ field: 'title', op: 'regex', value: '^rower' }, false],
    [{ field: 'title', op: 'is', value: 'nowy rower na SPRZEDAŻ' }, true],
    [{ field: 'title', op: 'is', value: 'rower' }, false],
    [{ field: 'text', op: 'contains', value: 'ZOBACZ HTTPS' }, true],
    [{ field: 'text', op: 'contains', value: 'rower' }, false],
    [{ field: 'text', op: 'word', value: 'żółw' }, true],
    [{ field: 'text', op: 'word', value: 'żół' }, false],
    [{ field: 'text', op: 'regex', value: 'ż[óo]łw\\.$' }, true],
    [{ field: 'text', op: 'regex', value: '\\bkot\\b' }, false],
    [{ field: 'text', op: 'is', value: 'zobacz' }, false],
    [{ field: 'link_domain', op: 'is', value: 'okazje.example.org' }, true],
    [{ field: 'link_domain', op: 'is', value: 'https://sklep.example.com/inna' }, true],
    [{ field: 'link_domain', op: 'is', value: 'inny.pl' }, true],
    [{ field: 'link_domain', op: 'is', value: 'example.com' }, false],
    [{ field: 'link_domain', op: 'word', value: 'example.com' }, true],
    [{ field: 'link_domain', op: 'contains', value: 'sklep' }, true],
    [{ field: 'link_domain', op: 'regex', value: '\\.(org|net)$' }, true],
    [{ field: 'link_domain', op: 'regex', value: '\\.net$' }, false],
    [{ field: 'links', op: 'more', value: 2 }, true],
    [{ field: 'links', op: 'more', value: 3 }, false],
    [{ field: 'links', op: 'is', value: 3 }, true],
    [{ field: 'links', op: 'less', value: 3 }, false],
    [{ field: 'mentions', op: 'is', value: 2 }, true],
    [{ field: 'mentions', op: 'less', value: 3 }, true],
    [{ field: 'mentions', op: 'more', value: 2 }, false],
    [{ field: 'author_age_days', op: 'less', value: 4 }, true],
    [{ field: 'author_age_days', op: 'less', value: 3 }, false],
    [{ field: 'author_age_days', op: 'more', value: 2 }, true],
    [{ field: 'author_age_days', op: 'is', value: 3 }, true],
    [{ field: 'author_karma', op: 'less', value: -1 }, true],
    [{ field: 'author_karma', op: 'more', value: -2 }, false],
    [{ field: 'author_karma', op: 'is', value: -2 }, true],
    [{ field: 'author_trust', op: 'is', value: 1 }, true],
    [{ field: 'author_trust', op: 'less', value: 1 }, false],
    [{ field: 'author_trust', op: 'more', value: 0 }, true],
    [{ field: 'is_first_post', op: 'is', value: true }, true],
  ] satisfies [Condition, boolean][])('the filter condition %j matches the example text: %p', (condition, expected) => {
    expect(isCondition(condition)).toBe(true)
    expect(catches(condition)).toBe(expected)
  })

  test('a condition of a filter never matches a missing title or author', () => {
    for (const op of opsOfField('title'))
      expect(catches({ field: 'title', op, value: op === 'regex' ? '.*' : ' ' }, { title: null })).toBe(false)
    for (const field of ['author_age_days', 'author_karma', 'author_trust'] as const) {
      for (const op of opsOfField(field)) expect(catches({ field, op, value: 0 }, { author: null })).toBe(false)
    }
    expect(catches({ field: 'is_first_post', op: 'is', value: true }, { author: null })).toBe(false)
    expect(
      catches({ field: 'is_first_post', op: 'is', value: true }, { author: { ...AUTHOR, is_first_post: false } }),
    ).toBe(false)
    expect(catches({ field: 'link_domain', op: 'regex', value: '.*' }, { text: '', link: null })).toBe(false)
  })

  test('a condition of a filter needs one field, with an operation and a value that are valid for the field', () => {
    const values = ['x', 3, true as const, '']
    const good = FILTER_FIELDS.flatMap((field) =>
      FILTER_OPS.flatMap((op) =>
        values.filter((value) => isCondition({ field, op, value })).map((value) => [field, op, value]),
      ),
    )
    expect(good.filter(([field]) => ['title', 'text', 'link_domain'].includes(field as string))).toHaveLength(12)
    expect(good.filter(([, , value]) => value === 3)).toHaveLength(15)
    expect(good.filter(([, , value]) => value === true)).toEqual([['is_first_post', 'is', true]])
    expect(good).toHaveLength(28)
  })
})

describe("MOD-9 a filter's decision", () => {
  const [yes, no] = [
    { field: 'links', op: 'more', value: 0 },
    { field: 'links', op: 'more', value: 99 },
  ] satisfies [Condition, Condition]

  test.each([
    [{ any: [no, yes] }, true],
    [{ any: [no, no] }, false],
    [{ all: [yes, yes] }, true],
    [{ all: [yes, no] }, false],
    [{ all: [yes], any: [no, yes] }, true],
    [{ all: [yes], any: [no] }, false],
    [{ all: [no], any: [yes] }, false],
  ] satisfies [Match, boolean][])('a filter matches by its `all` and `any` conditions, %#: %p', (match, expected) => {
    expect(holds(match)).toBe(expected)
  })

  test('the filter applied to a text is the first matching one with the most severe action', () => {
    const filter = (id: number, action: FilterAction) => ({ id, action })
    expect(mostSevere([filter(1, 'report'), filter(2, 'hold'), filter(3, 'remove'), filter(4, 'remove')])?.id).toBe(3)
    expect(mostSevere([filter(1, 'report'), filter(2, 'hold')])?.id).toBe(2)
    expect(mostSevere([])).toBeUndefined()
  })
})

describe('MOD-9 many filters at once', () => {
  const filter = (id: number, ...any: Condition[]) => ({ id, match: { any } })

  test('all filters that match are found, and a condition on the text does not match the title', () => {
    const { match } = compileFilters([
      filter(1, { field: 'text', op: 'word', value: 'rower' }),
      filter(2, { field: 'title', op: 'word', value: 'rower' }),
      filter(3, { field: 'title', op: 'contains', value: 'rower' }),
      filter(4, { field: 'link_domain', op: 'contains', value: 'example.orgx' }),
      filter(5, { field: 'link_domain', op: 'contains', value: 'example.org' }),
      filter(6, { field: 'text', op: 'contains', value: 'ÓŁW' }),
      filter(7, { field: 'text', op: 'word', value: 'ółw' }),
    ])
    expect(match(factsOf(WRITTEN, null))).toEqual({ ids: [2, 3, 5, 6], isCut: false })
  })

  test('filter matching tries cheap conditions first, and starts no regular expression after the time limit', () => {
    const { match } = compileFilters([
      filter(1, { field: 'text', op: 'regex', value: 'z+obacz' }, { field: 'text', op: 'word', value: 'zobacz' }),
      filter(2, { field: 'text', op: 'regex', value: 'zobacz' }),
      filter(3, { field: 'text', op: 'word', value: 'zobacz' }),
    ])
    let asked = 0
    expect(match(factsOf(WRITTEN, null), () => (asked += 1) > 0)).toEqual({ ids: [1], isCut: true })
    expect(asked).toBe(1)
    expect(match(factsOf(WRITTEN, null), () => false)).toEqual({ ids: [1, 2, 3], isCut: false })
  })
})

describe('MOD-9 a regular expression in a filter', () => {
  const long = `${'a'.repeat(LIMITS.postText - 1)}!`

  test.each(['(a+)+$', '(a|a)*$', '(a|aa)+$', '(.*a){12}$', '(a?){15}a{15}$', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    'a filter with the regular expression %s stays fast on the longest text',
    (value) => {
      const regex = compileRegex(value)!
      expect(regex.size).toBeLessThanOrEqual(LIMITS.regexSize)
      expect(() => requireGoodRegexes({ any: [{ field: 'text', op: 'regex', value }] })).not.toThrow()
      expect(typeof catches({ field: 'text', op: 'regex', value }, { text: long })).toBe('boolean')
    },
  )

  test.each(['(', '[', '*', 'a{2,1}', 'a{1001}', '((a{100}){100}){100}', '(a)\\1', '(?=a)', '(?!a)', '(?<=a)b', '\\'])(
    'a filter with the regular expression %s is refused',
    (value) => {
      expect(() => requireGoodRegexes({ all: [{ field: 'text', op: 'regex', value }] })).toThrow(
        expect.objectContaining({
          code: 'invalid',
          details: expect.objectContaining({ issues: { match: 'filter_regex' } }),
        }),
      )
    },
  )

  test('a regular expression matches a long text as a whole, with ^ and $ at the ends of the text only', () => {
    const found = (value: string, text: string) => catches({ field: 'text', op: 'regex', value }, { text })
    const letters = (count: number) => 'ż'.repeat(count)
    for (const before of [0, 3_990, 4_995, 4_999, 5_000, 20_003, LIMITS.postText - 12]) {
      const text = `${letters(before)} tu kasyno ${letters(LIMITS.postText - 11 - before)}`
      expect(found('\\bkasyno\\b', text)).toBe(true)
      expect(found('kasyna', text)).toBe(false)
    }
    for (const at of [4_000, 5_000, 8_000, 9_000]) {
      const text = `${'z'.repeat(at - 6)}kasyno${'z'.repeat(LIMITS.postText - at)}`
      for (const anchored of ['^kasyno', 'kasyno$', '\\bkasyno', 'kasyno\\b', '\\Akasyno', 'kasyno\\z'])
        expect([at, anchored, found(anchored, text)]).toEqual([at, anchored, false])
    }
    expect(found('^kasyno', `kasyno${letters(LIMITS.postText - 6)}`)).toBe(true)
    expect(found('kasyno$', `${letters(LIMITS.postText - 6)}kasyno`)).toBe(true)
    expect(found('^[^k]+kasyno$', `${letters(LIMITS.postText - 6)}kasyno`)).toBe(true)
    expect(found('początek.+koniec', `początek ${letters(20_000)} koniec`)).toBe(true)
  })

  test('a regular expression that is too large is refused, and so are filters whose total size is too large', () => {
    const of = (value: string): Match => ({ any: [{ field: 'text', op: 'regex', value }] })
    expect(() => requireGoodRegexes(of('a[ab]{900}c'))).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ issues: { match: 'filter_regex_size' } }) }),
    )
    const one = of('[a-z]{50}')
    expect(() => requireSmallTotal(Array.from({ length: 5 }, () => one))).not.toThrow()
    expect(() => requireSmallTotal(Array.from({ length: 50 }, () => one))).toThrow(
      expect.objectContaining({ code: 'too_many_filters' }),
    )
  })

  test('a stored regular expression that no longer compiles matches nothing', () => {
    expect(catches({ field: 'text', op: 'regex', value: '(' })).toBe(false)
  })
})

test('words, links and mentions are found in linear time, even in a malicious text', () => {
  const texts = [
    'a'.repeat(LIMITS.postText),
    'http://'.repeat(5_000),
    'www.'.repeat(10_000),
    '@aaa'.repeat(10_000),
    '@'.repeat(LIMITS.postText),
    'aa '.repeat(13_000),
  ]
  const word = 'a'.repeat(LIMITS.filterValue)
  for (const text of texts) {
    expect(factsOf({ title: null, text, link: null }, null).domains.length).toBeLessThan(2)
    expect(catches({ field: 'text', op: 'word', value: word }, { text })).toBe(false)
  }
})
