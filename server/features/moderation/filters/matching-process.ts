import type { Answer, Question, SentFilters } from './matching.ts'
import { compileFilters, factsOf, type Matched, type Matcher, type StoredFilter } from './rules.ts'

/** Characters of the conditions that are kept compiled. */
const MAX_KEPT = 500_000
/** Regular expressions also keep what they met in texts. */
const MAX_RESIDENT_BYTES = 256 * 1_048_576
/** After this long the rest of the texts is left for the next question. */
const TURN_MS = 500

type Kept = { matcher: Matcher; length: number }

/** The latest used at the end. */
const kept = new Map<string, Kept>()

function keep(key: string, filters: StoredFilter[]): Matcher {
  const added = { matcher: compileFilters(filters), length: JSON.stringify(filters).length }
  kept.set(key, added)
  let length = [...kept.values()].reduce((sum, one) => sum + one.length, 0)
  for (const [oldest, { length: freed }] of kept) {
    if (length <= MAX_KEPT || oldest === key) break
    kept.delete(oldest)
    length -= freed
  }
  return added.matcher
}

function matcherOf({ key, filters }: SentFilters): Matcher | null {
  const known = kept.get(key)
  if (!known) return filters ? keep(key, filters) : null
  kept.delete(key)
  kept.set(key, known)
  return known.matcher
}

/** CPU time of this process, so that a busy machine takes no more of the limit than an idle one. */
function createClock(): () => number {
  const since = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(since)
    return (user + system) / 1_000
  }
}

function matchOne(matchers: Matcher[], { written, author }: Question['texts'][number], limitMs: number): Matched {
  const elapsed = createClock()
  const facts = factsOf(written, author)
  const parts = matchers.map((matcher) => matcher.match(facts, () => elapsed() > limitMs))
  return { ids: parts.flatMap(({ ids }) => ids), isCut: parts.some(({ isCut }) => isCut) }
}

/** At least one text. */
function answerTo({ filters, texts, limitMs }: Question): Answer {
  const matchers = filters.map(matcherOf)
  if (!matchers.every((matcher) => matcher !== null)) return 'unknown key'
  const [elapsed, answers] = [createClock(), [] as Matched[]]
  for (const text of texts) {
    answers.push(matchOne(matchers, text, limitMs))
    if (elapsed() > TURN_MS) break
  }
  if (process.memoryUsage.rss() > MAX_RESIDENT_BYTES) kept.clear()
  return answers
}

if (import.meta.main) {
  // The server ends this process, also by ending itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', (question: Question) => {
    process.send!(answerTo(question))
  })
}
