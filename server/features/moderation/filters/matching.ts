import { join } from 'node:path'
import { conditionsOf } from '#shared/rules/filters.ts'
import { createProcessQueue, type ProcessQueue } from '#server/lib/process-queue.ts'
import {
  compileFilters,
  factsOf,
  type AuthorFacts,
  type MatchResult,
  type Matcher,
  type StoredFilter,
  type FilteredText,
} from './rules.ts'

/** A set of enabled filters; `key` changes whenever one of its filters changes. */
export type FilterSet = { key: string; filters: StoredFilter[] }

export type SentFilters = { key: string; filters?: StoredFilter[] }

export type TextToMatch = { text: FilteredText; author: AuthorFacts | null }

/**
 * A request to the matching process. Filters are referred to by the key of their set and sent along only if the process
 * does not have them. `limitMs` is the CPU time for one text.
 */
export type MatchRequest = { filters: SentFilters[]; texts: TextToMatch[]; limitMs: number }

/** One result for each text, or only for the first texts if matching took long. */
export type MatchResponse = MatchResult[] | 'unknown key'

/** The CPU time limit for one text; a text that exceeds it is held for a moderator. */
const TEXT_LIMIT_MS = 200
/**
 * The timeout for a response of the matching process. It covers the start of the process, the compilation of filters
 * and, when a filter is tested, the other texts of the request.
 */
const TIMEOUT_MS = 10_000
/** The maximum number of characters of texts in one message to the matching process. */
const MAX_SENT = 200_000

const PROCESS_SCRIPT = join(import.meta.dir, 'matching-process.ts')
const publishingQueue = createProcessQueue<MatchRequest, MatchResponse>(PROCESS_SCRIPT, {
  name: 'published',
  maxOfOne: 5,
  maxWaiting: 50,
})
const testingQueue = createProcessQueue<MatchRequest, MatchResponse>(PROCESS_SCRIPT, {
  name: 'tested',
  maxOfOne: 5,
  maxWaiting: 50,
})

/** The size up to which a filter set is matched in the server's own process. */
const IN_PROCESS_LIMITS = { conditions: 100, characters: 10_000, regexes: 20 }
/**
 * The maximum product of text characters and regex instructions for which a text is matched in the server's own
 * process. Matching takes about 10 ms at this maximum.
 */
const MAX_IN_PROCESS = 300_000
/** The cost of all conditions without a regular expression, as a number of regex instructions. */
const BASE_INSTRUCTIONS = 20

const inProcessMatchers = new WeakMap<FilterSet, Matcher | null>()

function mayRunInProcess({ filters }: FilterSet): boolean {
  const conditions = filters.flatMap(({ match }) => conditionsOf(match))
  return (
    conditions.length <= IN_PROCESS_LIMITS.conditions &&
    conditions.filter(({ op }) => op === 'regex').length <= IN_PROCESS_LIMITS.regexes &&
    conditions.reduce((sum, { value }) => sum + String(value).length, 0) <= IN_PROCESS_LIMITS.characters
  )
}

function inProcessMatcherOf(set: FilterSet): Matcher | null {
  let matcher = inProcessMatchers.get(set)
  if (matcher === undefined)
    inProcessMatchers.set(set, (matcher = mayRunInProcess(set) ? compileFilters(set.filters) : null))
  return matcher
}

/** Matches a text in the server's own process, or returns null if that may block it for too long. */
export function matchInProcess(sets: FilterSet[], { text, author }: TextToMatch): MatchResult | null {
  const length = text.text.length + (text.title?.length ?? 0)
  if (length * BASE_INSTRUCTIONS > MAX_IN_PROCESS) return null
  const matchers = sets.map(inProcessMatcherOf)
  if (!matchers.every((matcher) => matcher !== null)) return null
  const size = matchers.reduce((sum, { regexSize }) => sum + regexSize, BASE_INSTRUCTIONS)
  if (length * size > MAX_IN_PROCESS) return null
  const facts = factsOf(text, author)
  return { ids: matchers.flatMap((matcher) => matcher.match(facts).ids), isCut: false }
}

const TIMED_OUT: MatchResult = { ids: [], isCut: true }

/**
 * Returns results for at least the first text. If the matching process crashed or timed out, that result has `isCut`.
 */
async function askProcess(
  queue: ProcessQueue<MatchRequest, MatchResponse>,
  sets: FilterSet[],
  texts: TextToMatch[],
  by: number | string,
): Promise<MatchResult[]> {
  const options = { by, timeoutMs: TIMEOUT_MS }
  const send = (filters: SentFilters[]) => queue.ask({ filters, texts, limitMs: TEXT_LIMIT_MS }, options)
  const answer = await send(sets.map(({ key }) => ({ key })))
  const matched = answer === 'unknown key' ? await send(sets) : answer
  return Array.isArray(matched) ? matched : [TIMED_OUT]
}

/**
 * Matches a text in a separate process. The process matches one text at a time, and takes turns between the authors
 * (`by`). Throws `too_many_requests`.
 */
export async function matchInOtherProcess(sets: FilterSet[], text: TextToMatch, by: number): Promise<MatchResult> {
  return (await askProcess(publishingQueue, sets, [text], by))[0]!
}

/**
 * Matches a text in the server's own process if that is fast, otherwise in a separate one. Throws `too_many_requests`.
 */
export async function matchText(sets: FilterSet[], text: TextToMatch, by: number): Promise<MatchResult> {
  return matchInProcess(sets, text) ?? matchInOtherProcess(sets, text, by)
}

/** Returns the first texts that fit into one message to the matching process, at least one. */
function firstBatch(texts: TextToMatch[]): TextToMatch[] {
  let length = 0
  const end = texts.findIndex(({ text }, at) => (length += text.text.length) > MAX_SENT && at > 0)
  return end === -1 ? texts : texts.slice(0, end)
}

/** Matches past texts in a separate process, one batch after another. */
export async function matchTexts(set: FilterSet, texts: TextToMatch[], by: number | string): Promise<MatchResult[]> {
  const answers: MatchResult[] = []
  while (answers.length < texts.length)
    answers.push(...(await askProcess(testingQueue, [set], firstBatch(texts.slice(answers.length)), by)))
  return answers
}
