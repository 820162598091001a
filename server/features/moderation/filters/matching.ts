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

/** The `key` of a set changes whenever one of its filters changes. */
export type FilterSet = { key: string; filters: StoredFilter[] }

export type SentFilters = { key: string; filters?: StoredFilter[] }

export type TextToMatch = { text: FilteredText; author: AuthorFacts | null }

/**
 * Filters are sent along only if the matching process does not know their key; `limitMs` is the CPU time for one text.
 */
export type MatchRequest = { filters: SentFilters[]; texts: TextToMatch[]; limitMs: number }

/** One result for each text, or only for the first texts if matching took long. */
export type MatchResponse = MatchResult[] | 'unknown key'

/** The CPU time limit for one text; a text that exceeds it is held for a moderator. */
const TEXT_LIMIT_MS = 200
/** The timeout for a response; it includes the start of the process and the compilation of filters. */
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
/** The maximum of text characters times regex instructions in the server's own process; matching then takes 10 ms. */
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

/** Returns null if matching may block the server's own process for too long. */
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

/** Returns results for at least the first text, with `isCut` if the matching process crashed or timed out. */
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

/** The process matches one text at a time and takes turns between the authors (`by`). Throws `too_many_requests`. */
export async function matchInOtherProcess(sets: FilterSet[], text: TextToMatch, by: number): Promise<MatchResult> {
  return (await askProcess(publishingQueue, sets, [text], by))[0]!
}

/** Throws `too_many_requests`. */
export async function matchText(sets: FilterSet[], text: TextToMatch, by: number): Promise<MatchResult> {
  return matchInProcess(sets, text) ?? matchInOtherProcess(sets, text, by)
}

/** Returns at least one text, and no more than fit into one message to the matching process. */
function firstBatch(texts: TextToMatch[]): TextToMatch[] {
  let length = 0
  const end = texts.findIndex(({ text }, at) => (length += text.text.length) > MAX_SENT && at > 0)
  return end === -1 ? texts : texts.slice(0, end)
}

export async function matchTexts(set: FilterSet, texts: TextToMatch[], by: number | string): Promise<MatchResult[]> {
  const answers: MatchResult[] = []
  while (answers.length < texts.length)
    answers.push(...(await askProcess(testingQueue, [set], firstBatch(texts.slice(answers.length)), by)))
  return answers
}
