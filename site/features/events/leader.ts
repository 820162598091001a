import type { Topic } from '#shared/api/events.ts'
import type { SiteEvent, WantedTopic } from './events.ts'
import { readStream, type StreamEnd } from './stream.ts'

const MAX_POSTS = 4
const MIN_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
const STABLE_AFTER_MS = 10_000
const ADD_DELAY_MS = 50
const REMOVE_DELAY_MS = 10_000

export function selectTopics(wanted: WantedTopic[], isSignedIn: boolean): WantedTopic[] {
  const latest = new Map<Topic, WantedTopic>()
  for (const one of wanted) {
    const known = latest.get(one.topic)
    if (!known || known.at < one.at) latest.set(one.topic, { ...one, since: known ? known.since : one.since })
  }
  const { me = [], posts = [] } = Object.groupBy(latest.values(), ({ topic }) => (topic === 'me' ? 'me' : 'posts'))
  return [...(isSignedIn ? me : []), ...posts.sort((a, b) => b.at - a.at).slice(0, MAX_POSTS)]
}

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
  /** The topics of the previous leader's stream: no event of them was missed since the last id. */
  streamedTopics: readonly string[]
  onEvent: (id: string | null, event: SiteEvent, user: number | null) => void
  onState: (isConnected: boolean, streamedTopics: readonly string[]) => void
  onAlive: () => void
}

/** Keeps one stream open with the topics of all tabs. A new stream takes over before the old one is closed. */
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

  function close(stream: Stream | null): void {
    stream?.abort.abort()
  }

  function takeOver(stream: Stream, missedTopics: string[]): void {
    if (openStream !== stream) close(openStream)
    openStream = stream
    nextStream = null
    streamedTopics = stream.topics
    onState(true, streamedTopics)
    if (missedTopics.length > 0) onEvent(null, { name: 'resync', data: { topics: missedTopics } }, stream.account.user)
  }

  async function connect(): Promise<void> {
    close(nextStream)
    nextStream = null
    const topics = selectedTopics()
    if (topics.length === 0) {
      close(openStream)
      openStream = null
      return onState(false, streamedTopics)
    }
    if (!navigator.onLine) return
    const added = topics.filter(({ topic }) => !streamedTopics.includes(topic))
    // While a stream is open only the new topics can miss events, so it may continue from where their pages were
    // loaded.
    const from = (openStream || lastId() === null ? added[0]?.since : null) ?? lastId()
    const missedTopics = from === null ? topics : added.filter(({ since }) => since !== from)
    const stream: Stream = {
      topics: topics.map(({ topic }) => topic),
      account: account(),
      abort: new AbortController(),
      startedAt: Date.now(),
    }
    const { token, user } = stream.account
    nextStream = stream
    const query = new URLSearchParams({ topics: stream.topics.join(',') })
    if (from !== null) query.set('last_event_id', from)
    const end = await readStream({
      url: `${base}/api/events?${query}`,
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
      signal: stream.abort.signal,
      onAlive,
      onEvent: (id, event) => {
        onEvent(id, event, user)
        if (event.name === 'hello')
          takeOver(
            stream,
            missedTopics.map(({ topic }) => topic),
          )
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
      const topics = selectedTopics().map(({ topic }) => topic)
      const stream = nextStream ?? openStream
      const open = stream?.topics ?? []
      if (topics.some((topic) => !open.includes(topic)) || (stream && stream.account.token !== account().token))
        schedule(ADD_DELAY_MS)
      else if (open.some((topic) => !topics.includes(topic))) schedule(REMOVE_DELAY_MS)
    },
    retry() {
      if (openStream || nextStream) return
      failures = 0
      void connect()
    },
    stop() {
      clearTimeout(timer)
      close(nextStream)
      close(openStream)
    },
  }
}
