import type { MatchResponse, MatchRequest, SentFilters } from './matching.ts'
import { compileFilters, factsOf, type MatchResult, type Matcher, type StoredFilter } from './rules.ts'

/** The size of the cache of compiled filter sets, in characters of their conditions. */
const MAX_COMPILED_CHARACTERS = 500_000
/** Above this memory use the cache is cleared, since regular expressions also cache states while they match. */
const MAX_RESIDENT_BYTES = 256 * 1_048_576
/** The maximum CPU time of one request; its remaining texts are left for the next request. */
const MAX_TURN_MS = 500

type CompiledSet = { matcher: Matcher; length: number }

/** The least recently used set comes first. */
const compiledSets = new Map<string, CompiledSet>()

function saveCompiled(key: string, filters: StoredFilter[]): Matcher {
  const added = { matcher: compileFilters(filters), length: JSON.stringify(filters).length }
  compiledSets.set(key, added)
  let length = [...compiledSets.values()].reduce((sum, one) => sum + one.length, 0)
  for (const [oldest, { length: freed }] of compiledSets) {
    if (length <= MAX_COMPILED_CHARACTERS || oldest === key) break
    compiledSets.delete(oldest)
    length -= freed
  }
  return added.matcher
}

function matcherOf({ key, filters }: SentFilters): Matcher | null {
  const compiled = compiledSets.get(key)
  if (!compiled) return filters ? saveCompiled(key, filters) : null
  compiledSets.delete(key)
  compiledSets.set(key, compiled)
  return compiled.matcher
}

/** CPU time instead of elapsed time, so that a busy machine does not shorten the limit. */
function createClock(): () => number {
  const since = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(since)
    return (user + system) / 1_000
  }
}

function matchOne(matchers: Matcher[], { text, author }: MatchRequest['texts'][number], limitMs: number): MatchResult {
  const elapsed = createClock()
  const facts = factsOf(text, author)
  const parts = matchers.map((matcher) => matcher.match(facts, () => elapsed() > limitMs))
  return { ids: parts.flatMap(({ ids }) => ids), isCut: parts.some(({ isCut }) => isCut) }
}

/** Matches at least one text of the request, and more until MAX_TURN_MS has passed. */
function respondTo({ filters, texts, limitMs }: MatchRequest): MatchResponse {
  const matchers = filters.map(matcherOf)
  if (!matchers.every((matcher) => matcher !== null)) return 'unknown key'
  const [elapsed, answers] = [createClock(), [] as MatchResult[]]
  for (const text of texts) {
    answers.push(matchOne(matchers, text, limitMs))
    if (elapsed() > MAX_TURN_MS) break
  }
  if (process.memoryUsage.rss() > MAX_RESIDENT_BYTES) compiledSets.clear()
  return answers
}

if (import.meta.main) {
  // Signals to the whole process group are ignored; this process ends when the server disconnects.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', (request: MatchRequest) => {
    process.send!(respondTo(request))
  })
}
