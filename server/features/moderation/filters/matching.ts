import { join } from 'node:path'
import { conditionsOf } from '#shared/rules/filters.ts'
import { createProcessQueue, type ProcessQueue } from '#server/lib/process-queue.ts'
import {
  compileFilters,
  factsOf,
  type AboutAuthor,
  type Matched,
  type Matcher,
  type StoredFilter,
  type Written,
} from './rules.ts'

/** Filters that are in force together; `key` is other where any of them is. */
export type FilterSet = { key: string; filters: StoredFilter[] }

export type SentFilters = { key: string; filters?: StoredFilter[] }

export type Text = { written: Written; author: AboutAuthor | null }

/** To the process: filters by their keys, with themselves where it did not know a key. `limitMs` is CPU time of one text. */
export type Question = { filters: SentFilters[]; texts: Text[]; limitMs: number }

/** One for each text, or for the first of them where they took long. */
export type Answer = Matched[] | 'unknown key'

/** CPU time of one text, after which it is held for a moderator. */
const TEXT_LIMIT_MS = 200
/** Of a process that does not answer. Its start and the compiling of filters are in it, and other texts of a test. */
const TIMEOUT_MS = 10_000
/** Characters of texts that are sent at once. */
const MAX_SENT = 200_000

const SCRIPT = join(import.meta.dir, 'matching-process.ts')
const published = createProcessQueue<Question, Answer>(SCRIPT, { name: 'published', maxOfOne: 5, maxWaiting: 50 })
const tested = createProcessQueue<Question, Answer>(SCRIPT, { name: 'tested', maxOfOne: 5, maxWaiting: 50 })

/** Of filters that run in this process. */
const SMALL = { conditions: 100, characters: 10_000, regexes: 20 }
/** Characters times instructions of what runs in this process: at most some 10 ms, whatever the text and the expressions are. */
const MAX_IN_PROCESS = 300_000
/** What the words and all else take, as if it were instructions. */
const BESIDE_REGEXES = 20

const small = new WeakMap<FilterSet, Matcher | null>()

function isSmall({ filters }: FilterSet): boolean {
  const conditions = filters.flatMap(({ match }) => conditionsOf(match))
  return (
    conditions.length <= SMALL.conditions &&
    conditions.filter(({ op }) => op === 'regex').length <= SMALL.regexes &&
    conditions.reduce((sum, { value }) => sum + String(value).length, 0) <= SMALL.characters
  )
}

function smallMatcherOf(set: FilterSet): Matcher | null {
  let matcher = small.get(set)
  if (matcher === undefined) small.set(set, (matcher = isSmall(set) ? compileFilters(set.filters) : null))
  return matcher
}

/** What a text matches, null where that may take long. */
export function matchHere(sets: FilterSet[], { written, author }: Text): Matched | null {
  const length = written.text.length + (written.title?.length ?? 0)
  if (length * BESIDE_REGEXES > MAX_IN_PROCESS) return null
  const matchers = sets.map(smallMatcherOf)
  if (!matchers.every((matcher) => matcher !== null)) return null
  const size = matchers.reduce((sum, { regexSize }) => sum + regexSize, BESIDE_REGEXES)
  if (length * size > MAX_IN_PROCESS) return null
  const facts = factsOf(written, author)
  return { ids: matchers.flatMap((matcher) => matcher.match(facts).ids), isCut: false }
}

const CUT: Matched = { ids: [], isCut: true }

/** At least one answer. A text whose process died or took too long is cut. */
async function ask(
  queue: ProcessQueue<Question, Answer>,
  sets: FilterSet[],
  texts: Text[],
  by: number | string,
): Promise<Matched[]> {
  const options = { by, timeoutMs: TIMEOUT_MS }
  const send = (filters: SentFilters[]) => queue.ask({ filters, texts, limitMs: TEXT_LIMIT_MS }, options)
  const answer = await send(sets.map(({ key }) => ({ key })))
  const matched = answer === 'unknown key' ? await send(sets) : answer
  return Array.isArray(matched) ? matched : [CUT]
}

/** The same in another process, which takes one text at a time, turn by turn of those who write (`by`). Throws `too_many_requests`. */
export async function matchElsewhere(sets: FilterSet[], text: Text, by: number): Promise<Matched> {
  return (await ask(published, sets, [text], by))[0]!
}

/** Wherever it may run. Throws `too_many_requests`. */
export async function matchText(sets: FilterSet[], text: Text, by: number): Promise<Matched> {
  return matchHere(sets, text) ?? matchElsewhere(sets, text, by)
}

/** Texts that belong together in one message, at least one. */
function takeSome(texts: Text[]): Text[] {
  let length = 0
  const end = texts.findIndex(({ written }, at) => (length += written.text.length) > MAX_SENT && at > 0)
  return end === -1 ? texts : texts.slice(0, end)
}

/** What texts that were published before match, in a process of their own, as parts of one test after the other. */
export async function matchTexts(set: FilterSet, texts: Text[], by: number | string): Promise<Matched[]> {
  const answers: Matched[] = []
  while (answers.length < texts.length)
    answers.push(...(await ask(tested, [set], takeSome(texts.slice(answers.length)), by)))
  return answers
}
