import type { Topic } from '#shared/api/events.ts'
import type { SiteEvent, WantedTopic } from './events.ts'
import { readStream, type StreamEnd } from './stream.ts'
import { continuation, selectTopics } from './topics.ts'

const MIN_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
const STABLE_AFTER_MS = 10_000
const ADD_DELAY_MS = 50
const REMOVE_DELAY_MS = 10_000

export function retryDelay(failures: number, random: number = Math.random()): number {
  const max = Math.min(MAX_RETRY_MS, 2 * MIN_RETRY_MS * 2 ** failures)
  return MIN_RETRY_MS + random * (max - MIN_RETRY_MS)
}

export type Account = { token: string | null; user: number | null }

type Stream = { topics: Topic[]; account: Account; abort: AbortController; startedAt: number }

type LeaderOptions = {
  base: string
  wanted: () => WantedTopic[]
  account: () => Account
  lastId: () => string | null
  /** Topics of the previous leader's stream, which can be resumed from the last event id. */
  streamedTopics: readonly string[]
  onEvent: (id: string | null, event: SiteEvent, user: number | null) => void
  onState: (isConnected: boolean, streamedTopics: readonly string[]) => void
  onAlive: () => void
}

function newStream(topics: WantedTopic[], account: Account): Stream {
  return { topics: topics.map(({ topic }) => topic), account, abort: new AbortController(), startedAt: Date.now() }
}

function requestOf(base: string, { topics, account: { token }, abort }: Stream, from: string | null) {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` }
  const query = new URLSearchParams({ topics: topics.join(',') })
  if (from !== null) query.set('last_event_id', from)
  return { url: `${base}/api/events?${query}`, headers, signal: abort.signal }
}

/** Milliseconds until the stream must be replaced for other topics or another account; null if it can stay. */
function changeDelay(topics: WantedTopic[], stream: Stream | null, { token }: Account): number | null {
  const open = stream?.topics ?? []
  const selected = topics.map(({ topic }) => topic)
  const isMissing = selected.some((topic) => !open.includes(topic))
  if (isMissing || (stream && stream.account.token !== token)) return ADD_DELAY_MS
  return open.some((topic) => !selected.includes(topic)) ? REMOVE_DELAY_MS : null
}

/** A new stream opens before the old one closes, so that no event is missed. */
export function createLeader(options: LeaderOptions): { plan: () => void; retry: () => void; stop: () => void } {
  const { base, wanted, account, lastId, onEvent, onState, onAlive } = options
  const unavailableTopics = new Set<string>()
  let streamedTopics = options.streamedTopics
  let openStream: Stream | null = null
  let nextStream: Stream | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const selectedTopics = () =>
    selectTopics(wanted(), account().token !== null).filter(({ topic }) => !unavailableTopics.has(topic))

  function schedule(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), ms)
  }

  function takeOver(stream: Stream, missedTopics: Topic[]): void {
    if (openStream !== stream) openStream?.abort.abort()
    openStream = stream
    nextStream = null
    streamedTopics = stream.topics
    onState(true, streamedTopics)
    if (missedTopics.length > 0) onEvent(null, { name: 'resync', data: { topics: missedTopics } }, stream.account.user)
  }

  async function connect(): Promise<void> {
    nextStream?.abort.abort()
    nextStream = null
    const topics = selectedTopics()
    if (topics.length === 0) {
      openStream?.abort.abort()
      openStream = null
      return onState(false, streamedTopics)
    }
    if (!navigator.onLine) return
    const { from, missed } = continuation(topics, {
      streamed: streamedTopics,
      isOpen: openStream !== null,
      lastId: lastId(),
    })
    const stream = newStream(topics, account())
    nextStream = stream
    const end = await readStream({
      ...requestOf(base, stream, from),
      onAlive,
      onEvent: (id, event) => {
        onEvent(id, event, stream.account.user)
        if (event.name === 'hello') takeOver(stream, missed)
      },
    })
    if (!stream.abort.signal.aborted) onStreamEnd(stream, end)
  }

  function onStreamEnd(stream: Stream, { status, retryAfterMs, missingTopics }: StreamEnd): void {
    if (nextStream === stream) nextStream = null
    if (openStream === stream) {
      openStream = null
      onState(false, streamedTopics)
    }
    if (status === 401) onEvent(null, { name: 'signed_out', data: {} }, stream.account.user)
    if (missingTopics.length > 0) {
      for (const topic of missingTopics) unavailableTopics.add(topic)
      return schedule(0)
    }
    failures = Date.now() - stream.startedAt > STABLE_AFTER_MS ? 0 : failures + 1
    schedule(Math.max(retryDelay(failures - 1), retryAfterMs ?? 0))
  }

  return {
    plan() {
      const delay = changeDelay(selectedTopics(), nextStream ?? openStream, account())
      if (delay !== null) schedule(delay)
    },
    retry() {
      if (openStream || nextStream) return
      failures = 0
      void connect()
    },
    stop() {
      clearTimeout(timer)
      nextStream?.abort.abort()
      openStream?.abort.abort()
    },
  }
}
