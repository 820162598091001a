import { ApiError, invalidField } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import { conditionsOf, TOO_BROAD, type Condition, type FilterAction, type Match } from '#shared/rules/filters.ts'
import { domainOf } from '#shared/rules/link-url.ts'
import { normalize } from '#server/lib/normalize.ts'
import { compileRegex, regexSize, type Pause, type Regex } from './regex.ts'

/** What is written; `title` is null for a comment, `link` is the address of a link post. */
export type Written = { title: string | null, text: string, link: string | null }

export type AboutAuthor = { author_age_days: number, author_karma: number, author_trust: number, is_first_post: boolean }

export type Facts = {
  title: string
  text: string
  lowerTitle: string
  lowerText: string
  domains: string[]
  links: number
  mentions: number
  author: AboutAuthor | null
}

const LINK = /\bhttps?:\/\/[^\s/?#()[\]<>"'*_`]{0,253}|(?<![\w/.])www\.[^\s/?#()[\]<>"'*_`]{0,249}/gi
const MENTION = new RegExp(`(?<![\\p{L}\\p{N}_/])@([A-Za-z0-9_]{${LIMITS.usernameMin},${LIMITS.usernameMax}})(?![\\p{L}\\p{N}_])`, 'gu')

function domainOfText(address: string): string[] {
  const link = /^http/i.test(address) ? address : `http://${address}`
  return URL.canParse(link) ? [domainOf(link)] : []
}

const fold = (text: string) => normalize(text, 'NFC').toLowerCase()

export function factsOf({ title, text, link }: Written, author: AboutAuthor | null): Facts {
  const found = text.match(LINK) ?? []
  return {
    title: title ?? '', text, lowerTitle: fold(title ?? ''), lowerText: fold(text), author,
    domains: [...new Set([...(link === null ? [] : [domainOf(link)]), ...found.flatMap(domainOfText)])],
    links: found.length + Number(link !== null),
    mentions: new Set([...text.matchAll(MENTION)].map(([, name]) => name!.toLowerCase())).size,
  }
}

type Test = (facts: Facts, pause: Pause) => boolean | Promise<boolean>

export type CompiledFilter = { id: number, name: string, category_id: number | null, action: FilterAction, needsAuthor: boolean, any: Test[], all: Test[] }

const ENDS_IN_WORD = /[\p{L}\p{N}_]$/u
const BEGINS_IN_WORD = /^[\p{L}\p{N}_]/u

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    if (!ENDS_IN_WORD.test(text.slice(Math.max(0, at - 2), at)) && !BEGINS_IN_WORD.test(text.slice(end, end + 2))) return true
  }
  return false
}

const NEEDS_AUTHOR: ReadonlySet<string> = new Set(['author_age_days', 'author_karma', 'author_trust', 'is_first_post'])

function valuesOf(field: Condition['field']): (facts: Facts) => string[] {
  if (field === 'link_domain') return ({ domains }) => domains
  return field === 'title' ? ({ title, lowerTitle }) => (title === '' ? [] : [lowerTitle]) : ({ lowerText }) => [lowerText]
}

async function isInSome(texts: string[], regex: Regex, pause: Pause): Promise<boolean> {
  for (const text of texts) {
    if (await regex.test(text, pause)) return true
    await pause()
  }
  return false
}

function compileText({ field, op }: Condition, value: string): Test {
  const read = valuesOf(field)
  if (op === 'regex') {
    const regex = compileRegex(value)
    if (regex === null) return () => false
    if (field === 'text') return ({ text }, pause) => regex.test(text, pause)
    return field === 'title' ? ({ title }, pause) => title !== '' && regex.test(title, pause) : ({ domains }, pause) => isInSome(domains, regex, pause)
  }
  const wanted = fold(field === 'link_domain' && op === 'is' ? domainOfText(value)[0] ?? value : value)
  if (op === 'contains') return (facts) => read(facts).some((one) => one.includes(wanted))
  if (op === 'word') return (facts) => read(facts).some((one) => hasWord(one, wanted))
  return (facts) => read(facts).some((one) => one.trim() === wanted)
}

function numberOf({ author, ...facts }: Facts, field: Condition['field']): number | undefined {
  return field === 'links' || field === 'mentions' ? facts[field] : author?.[field as 'author_karma']
}

function compile(condition: Condition): Test {
  const { field, op, value } = condition
  if (typeof value === 'string') return compileText(condition, value)
  if (typeof value === 'boolean') return ({ author }) => author?.is_first_post === value
  return (facts) => {
    const number = numberOf(facts, field)
    return number !== undefined && (op === 'less' ? number < value : op === 'more' ? number > value : number === value)
  }
}

export function compileMatch(match: Match) {
  return {
    needsAuthor: conditionsOf(match).some(({ field }) => NEEDS_AUTHOR.has(field)),
    any: (match.any ?? []).map(compile),
    all: (match.all ?? []).map(compile),
  }
}

/** `all` first, since one that fails ends it. `pause` is awaited between conditions. */
export async function matches({ any, all }: Pick<CompiledFilter, 'any' | 'all'>, facts: Facts, pause: Pause): Promise<boolean> {
  for (const test of all) {
    if (!await test(facts, pause)) return false
    await pause()
  }
  for (const test of any) {
    if (await test(facts, pause)) return true
    await pause()
  }
  return any.length === 0
}

const PAUSE_AFTER_MS = 8

/** Lets other requests have their turn where the work since the last one took long. */
export function createPause(): Pause {
  let since = performance.now()
  return () => {
    if (performance.now() - since < PAUSE_AFTER_MS) return undefined
    return new Promise((resolve) => setImmediate(() => {
      since = performance.now()
      resolve()
    }))
  }
}

const SEVERITY: Record<FilterAction, number> = { report: 1, hold: 2, remove: 3 }

/** Of several filters the first of the strictest takes action. */
export const strictest = (filters: CompiledFilter[]): CompiledFilter | undefined => filters.toSorted((a, b) => SEVERITY[b.action] - SEVERITY[a.action])[0]

const regexesOf = (match: Match) => conditionsOf(match).filter(({ op }) => op === 'regex').map(({ value }) => String(value))

export function requireGoodRegexes(match: Match): void {
  for (const source of regexesOf(match)) {
    const regex = compileRegex(source)
    if (regex === null) throw invalidField('match', 'filter_regex')
    if (regex.size > LIMITS.regexSize) throw invalidField('match', 'filter_regex_size')
  }
}

export type RegexSizes = ReadonlyMap<string, number>

export const sizesOf = (matches: Match[]): RegexSizes => new Map(matches.flatMap(regexesOf).map((source) => [source, regexSize(source)]))

/** Of the enabled filters of one scope. Compiles what `sizes` does not have. Throws `too_many_filters`. */
export function requireSmallTotal(matches: Match[], sizes: RegexSizes = new Map()): void {
  const total = matches.flatMap(regexesOf).reduce((sum, source) => sum + (sizes.get(source) ?? regexSize(source)), 0)
  if (total > LIMITS.regexSizeTotal) throw new ApiError('too_many_filters')
}

export const isTooBroad = ({ checked, matched }: { checked: number, matched: number }): boolean => matched > checked * TOO_BROAD
