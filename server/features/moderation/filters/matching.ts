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

/** Filters that are enabled together; `key` changes whenever one of them does. */
export type FilterSet = { key: string; filters: StoredFilter[] }

export type SentFilters = { key: string; filters?: StoredFilter[] }

export type TextToMatch = { text: FilteredText; author: AuthorFacts | null }

/**
 * A request to the process: filters by their keys, with their data where it did not have a key. `limitMs` is CPU time
 * of one text.
 */
export type MatchRequest = { filters: SentFilters[]; texts: TextToMatch[]; limitMs: number }

/** One result for each text, or only for the first texts where they took long. */
export type MatchResponse = MatchResult[] | 'unknown key'

/** The limit on CPU time of one text, which is then held for a moderator. */
const TEXT_LIMIT_MS = 200
/** The time limit for a process that does not answer. It includes its start, compiling, and other texts of a test. */
const TIMEOUT_MS = 10_000
/** The number of characters of texts that are sent at once. */
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

/** Limits for filters that run in this process. */
const IN_PROCESS_LIMITS = { conditions: 100, characters: 10_000, regexes: 20 }
/**
 * The limit on characters times instructions for matching in this process: at most some 10 ms for any text and
 * expressions.
 */
const MAX_IN_PROCESS = 300_000
/** The cost of matching words and of all other conditions, counted as instructions. */
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

/** Returns the matches of a text, null where matching may take long. */
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

/** Returns at least one result. The result is cut for a text whose process died or took too long. */
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
 * Matches a text in another process, which takes one text at a time and treats authors (`by`) in turn. Throws
 * `too_many_requests`.
 */
export async function matchInOtherProcess(sets: FilterSet[], text: TextToMatch, by: number): Promise<MatchResult> {
  return (await askProcess(publishingQueue, sets, [text], by))[0]!
}

/** Matches a text in this process or another one. Throws `too_many_requests`. */
export async function matchText(sets: FilterSet[], text: TextToMatch, by: number): Promise<MatchResult> {
  return matchInProcess(sets, text) ?? matchInOtherProcess(sets, text, by)
}

/** Returns the first texts that fit into one message, at least one. */
function firstBatch(texts: TextToMatch[]): TextToMatch[] {
  let length = 0
  const end = texts.findIndex(({ text }, at) => (length += text.text.length) > MAX_SENT && at > 0)
  return end === -1 ? texts : texts.slice(0, end)
}

/** Matches earlier texts in a separate process, the parts of one test one after another. */
export async function matchTexts(set: FilterSet, texts: TextToMatch[], by: number | string): Promise<MatchResult[]> {
  const answers: MatchResult[] = []
  while (answers.length < texts.length)
    answers.push(...(await askProcess(testingQueue, [set], firstBatch(texts.slice(answers.length)), by)))
  return answers
}
