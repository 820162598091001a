import { ApiError, invalidField } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import { conditionsOf, TOO_BROAD, type Condition, type FilterAction, type Match } from '#shared/rules/filters.ts'
import { domainOf } from '#shared/rules/link-url.ts'
import { normalize } from '#server/lib/normalize.ts'
import { createPause } from '#server/lib/pause.ts'
import { compileRegex, regexSize } from './regex.ts'
import { createWordAutomaton, type FoundWords, type WordAutomaton } from './word-automaton.ts'

/** `title` is null for a comment; `link` is the URL of a link post. */
export type FilteredText = { title: string | null; text: string; link: string | null }

export type AuthorFacts = {
  author_age_days: number
  author_karma: number
  author_trust: number
  is_first_post: boolean
}

type TextFacts = {
  title: string
  text: string
  domains: string[]
  links: number
  mentions: number
  author: AuthorFacts | null
}

const LINK = /\bhttps?:\/\/[^\s/?#()[\]<>"'*_`]{0,253}|(?<![\w/.])www\.[^\s/?#()[\]<>"'*_`]{0,249}/gi
const MENTION = new RegExp(
  `(?<![\\p{L}\\p{N}_/])@([A-Za-z0-9_]{${LIMITS.usernameMin},${LIMITS.usernameMax}})(?![\\p{L}\\p{N}_])`,
  'gu',
)

function domainOfText(address: string): string[] {
  const link = /^http/i.test(address) ? address : `http://${address}`
  return URL.canParse(link) ? [domainOf(link)] : []
}

const fold = (text: string) => normalize(text, 'NFC').toLowerCase()

export function factsOf({ title, text, link }: FilteredText, author: AuthorFacts | null): TextFacts {
  const findWords = text.match(LINK) ?? []
  return {
    title: title ?? '',
    text,
    author,
    domains: [...new Set([...(link === null ? [] : [domainOf(link)]), ...findWords.flatMap(domainOfText)])],
    links: findWords.length + Number(link !== null),
    mentions: new Set([...text.matchAll(MENTION)].map(([, name]) => name!.toLowerCase())).size,
  }
}

/** Plain data, which can be sent to the matching process. */
export type StoredFilter = { id: number; match: Match }

/** `isCut` is true if the time limit was reached before all filters were tried. */
export type MatchResult = { ids: number[]; isCut: boolean }

export type Matcher = {
  /** The total number of regex instructions of the filters; matching time is proportional to it. */
  regexSize: number
  /** `isOver` is called before each regular expression and ends the matching if it returns true. */
  match: (facts: TextFacts, isOver?: () => boolean) => MatchResult
}

type TextField = 'title' | 'text' | 'link_domain'

/** `findWords` caches its result for each field. */
type TextLookup = { facts: TextFacts; findWords: (field: TextField) => FoundWords; isOver: () => boolean }

type ConditionTest = { isRegex: boolean; holds: (lookup: TextLookup) => boolean }

class TimeLimitReached extends Error {}

const NEEDS_AUTHOR: ReadonlySet<string> = new Set(['author_age_days', 'author_karma', 'author_trust', 'is_first_post'])

export const needsAuthor = (match: Match): boolean => conditionsOf(match).some(({ field }) => NEEDS_AUTHOR.has(field))

/** Separates the domains of a text in the search; no domain and no condition of a filter contains it. */
const DOMAIN_SEPARATOR = '\0'

function foldedOf({ title, text, domains }: TextFacts, field: TextField): string {
  return field === 'title' ? fold(title) : field === 'text' ? fold(text) : domains.join(DOMAIN_SEPARATOR)
}

function partsOf(facts: TextFacts, field: TextField): string[] {
  if (field === 'link_domain') return facts.domains
  return field === 'title' ? (facts.title === '' ? [] : [facts.title]) : [facts.text]
}

function createLookup(facts: TextFacts, words: WordAutomaton, isOver: () => boolean): TextLookup {
  const fields = new Map<TextField, FoundWords>()
  return {
    facts,
    isOver,
    findWords(field) {
      let findWords = fields.get(field)
      if (!findWords) fields.set(field, (findWords = words.find(foldedOf(facts, field))))
      return findWords
    },
  }
}

type WordIndex = (word: string) => number

function compileText(
  { field, op }: Condition & { field: TextField },
  value: string,
  indexOfWord: WordIndex,
): ConditionTest & { size?: number } {
  if (op === 'regex') {
    const regex = compileRegex(value)
    const holds = ({ facts, isOver }: TextLookup) =>
      regex !== null &&
      partsOf(facts, field).some((part) => {
        if (isOver()) throw new TimeLimitReached()
        return regex.test(part)
      })
    return { isRegex: true, holds, size: regex?.size ?? 0 }
  }
  const expectedText = fold(field === 'link_domain' && op === 'is' ? (domainOfText(value)[0] ?? value) : value)
  if (op === 'is')
    return {
      isRegex: false,
      holds: ({ facts }) => partsOf(facts, field).some((part) => fold(part).trim() === expectedText),
    }
  const index = indexOfWord(expectedText)
  return {
    isRegex: false,
    holds: ({ findWords }) => findWords(field)[op === 'word' ? 'whole' : 'anywhere'][index] === 1,
  }
}

function numberOf({ author, ...facts }: TextFacts, field: Condition['field']): number | undefined {
  return field === 'links' || field === 'mentions' ? facts[field] : author?.[field as 'author_karma']
}

function compileNumber({ field, op }: Condition, value: number | true): ConditionTest {
  return {
    isRegex: false,
    holds({ facts }) {
      if (typeof value === 'boolean') return facts.author?.is_first_post === value
      const number = numberOf(facts, field)
      return (
        number !== undefined && (op === 'less' ? number < value : op === 'more' ? number > value : number === value)
      )
    },
  }
}

/** Cheap conditions come first, since they often decide without running a regular expression. */
const byCost = (a: ConditionTest, b: ConditionTest) => Number(a.isRegex) - Number(b.isRegex)

const matchesFilter = (any: ConditionTest[], all: ConditionTest[], lookup: TextLookup) =>
  all.every((test) => test.holds(lookup)) && (any.length === 0 || any.some((test) => test.holds(lookup)))

/** The matcher searches for the words of all filters in one pass. */
export function compileFilters(filters: StoredFilter[]): Matcher {
  const words = new Map<string, number>()
  let regexSize = 0
  function indexOfWord(word: string): number {
    if (!words.has(word)) words.set(word, words.size)
    return words.get(word)!
  }
  function compile(condition: Condition): ConditionTest {
    if (typeof condition.value !== 'string') return compileNumber(condition, condition.value)
    const { size = 0, ...test } = compileText(
      condition as Condition & { field: TextField },
      condition.value,
      indexOfWord,
    )
    regexSize += size
    return test
  }
  const compiled = filters.map(({ id, match: { any = [], all = [] } }) => ({
    id,
    any: any.map(compile).sort(byCost),
    all: all.map(compile).sort(byCost),
  }))
  const automaton = createWordAutomaton([...words.keys()])
  return {
    regexSize,
    match(facts, isOver = () => false) {
      const [lookup, ids] = [createLookup(facts, automaton, isOver), [] as number[]]
      try {
        for (const { id, any, all } of compiled) if (matchesFilter(any, all, lookup)) ids.push(id)
        return { ids, isCut: false }
      } catch (error) {
        if (error instanceof TimeLimitReached) return { ids, isCut: true }
        throw error
      }
    },
  }
}

const SEVERITY: Record<FilterAction, number> = { report: 1, hold: 2, remove: 3 }

/** Returns the first filter with the most severe action. */
export const mostSevere = <Filter extends { action: FilterAction }>(filters: Filter[]): Filter | undefined =>
  filters.toSorted((a, b) => SEVERITY[b.action] - SEVERITY[a.action])[0]

const regexesOf = (match: Match) =>
  conditionsOf(match)
    .filter(({ op }) => op === 'regex')
    .map(({ value }) => String(value))

export function requireGoodRegexes(match: Match): void {
  for (const source of regexesOf(match)) {
    const regex = compileRegex(source)
    if (regex === null) throw invalidField('match', 'filter_regex')
    if (regex.size > LIMITS.regexSize) throw invalidField('match', 'filter_regex_size')
  }
}

export type RegexSizes = ReadonlyMap<string, number>

/** Yields to the event loop between regular expressions, because compiling them takes long. */
export async function sizesOf(matches: Match[]): Promise<RegexSizes> {
  const [sizes, pause] = [new Map<string, number>(), createPause()]
  for (const source of matches.flatMap(regexesOf)) {
    if (!sizes.has(source)) sizes.set(source, regexSize(source))
    await pause()
  }
  return sizes
}

/**
 * Throws `too_many_filters` if the regular expressions of all enabled filters are too large in total. Expressions
 * missing in `sizes` are compiled.
 */
export function requireSmallTotal(matches: Match[], sizes: RegexSizes = new Map()): void {
  const total = matches.flatMap(regexesOf).reduce((sum, source) => sum + (sizes.get(source) ?? regexSize(source)), 0)
  if (total > LIMITS.regexSizeTotal) throw new ApiError('too_many_filters')
}

export const isTooBroad = ({ checked, matched }: { checked: number; matched: number }): boolean =>
  matched > checked * TOO_BROAD
