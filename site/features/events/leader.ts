import type { Topic } from '#shared/api/events.ts'
import type { SiteEvent, Wanted } from './events.ts'
import { readStream, type Ended } from './stream.ts'

const MAX_POSTS = 4
const MIN_DELAY_MS = 1_000
const MAX_DELAY_MS = 30_000
const STABLE_MS = 10_000
const GROW_MS = 50
const SHRINK_MS = 10_000

export function chosenTopics(wanted: Wanted[], isSignedIn: boolean): Wanted[] {
  const latest = new Map<Topic, Wanted>()
  for (const one of wanted) {
    const known = latest.get(one.topic)
    if (!known || known.at < one.at) latest.set(one.topic, { ...one, since: known ? known.since : one.since })
  }
  const { me = [], posts = [] } = Object.groupBy(latest.values(), ({ topic }) => (topic === 'me' ? 'me' : 'posts'))
  return [...(isSignedIn ? me : []), ...posts.sort((a, b) => b.at - a.at).slice(0, MAX_POSTS)]
}

export function retryDelay(failures: number, random: number = Math.random()): number {
  const most = Math.min(MAX_DELAY_MS, 2 * MIN_DELAY_MS * 2 ** failures)
  return MIN_DELAY_MS + random * (most - MIN_DELAY_MS)
}

export type Account = { token: string | null; user: number | null }

type Stream = { topics: Topic[]; account: Account; abort: AbortController; startedAt: number }

type LeaderOptions = {
  base: string
  wanted: () => Wanted[]
  account: () => Account
  lastId: () => string | null
  /** The topics of the stream before this leader; nothing of them was missed since the last id. */
  covered: readonly string[]
  onHeard: (id: string | null, event: SiteEvent, user: number | null) => void
  onState: (isConnected: boolean, covered: readonly string[]) => void
  onAlive: () => void
}

/** Keeps one stream open with what all tabs want. A new one takes over before the old one is closed. */
export function lead(options: LeaderOptions): { plan: () => void; retry: () => void; stop: () => void } {
  const { base, wanted, account, lastId, onHeard, onState, onAlive } = options
  const refused = new Set<string>()
  let covered = options.covered
  let standing: Stream | null = null
  let coming: Stream | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const chosen = () => chosenTopics(wanted(), account().token !== null).filter(({ topic }) => !refused.has(topic))

  function schedule(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), ms)
  }

  function close(stream: Stream | null): void {
    stream?.abort.abort()
  }

  function welcome(stream: Stream, fresh: string[]): void {
    if (standing !== stream) close(standing)
    standing = stream
    coming = null
    covered = stream.topics
    onState(true, covered)
    if (fresh.length > 0) onHeard(null, { name: 'resync', data: { topics: fresh } }, stream.account.user)
  }

  async function connect(): Promise<void> {
    close(coming)
    coming = null
    const topics = chosen()
    if (topics.length === 0) {
      close(standing)
      standing = null
      return onState(false, covered)
    }
    if (!navigator.onLine) return
    const added = topics.filter(({ topic }) => !covered.includes(topic))
    // While a stream stands, nothing else is missed: the new topics may begin where their pages were loaded.
    const from = (standing || lastId() === null ? added[0]?.since : null) ?? lastId()
    const fresh = from === null ? topics : added.filter(({ since }) => since !== from)
    const stream: Stream = {
      topics: topics.map(({ topic }) => topic),
      account: account(),
      abort: new AbortController(),
      startedAt: Date.now(),
    }
    const { token, user } = stream.account
    coming = stream
    const query = new URLSearchParams({ topics: stream.topics.join(',') })
    if (from !== null) query.set('last_event_id', from)
    const ended = await readStream({
      url: `${base}/api/events?${query}`,
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
      signal: stream.abort.signal,
      onAlive,
      onEvent: (id, event) => {
        onHeard(id, event, user)
        if (event.name === 'hello')
          welcome(
            stream,
            fresh.map(({ topic }) => topic),
          )
      },
    })
    if (!stream.abort.signal.aborted) broke(stream, ended)
  }

  function broke(stream: Stream, { status, retryAfterMs, missing }: Ended): void {
    if (coming === stream) coming = null
    if (standing === stream) {
      standing = null
      onState(false, covered)
    }
    if (status === 401) onHeard(null, { name: 'signed_out', data: {} }, stream.account.user)
    if (missing.length > 0) {
      for (const topic of missing) refused.add(topic)
      return schedule(0)
    }
    failures = Date.now() - stream.startedAt > STABLE_MS ? 0 : failures + 1
    schedule(Math.max(retryDelay(failures - 1), retryAfterMs ?? 0))
  }

  return {
    plan() {
      const topics = chosen().map(({ topic }) => topic)
      const stream = coming ?? standing
      const open = stream?.topics ?? []
      if (topics.some((topic) => !open.includes(topic)) || (stream && stream.account.token !== account().token))
        schedule(GROW_MS)
      else if (open.some((topic) => !topics.includes(topic))) schedule(SHRINK_MS)
    },
    retry() {
      if (standing || coming) return
      failures = 0
      void connect()
    },
    stop() {
      clearTimeout(timer)
      close(coming)
      close(standing)
    },
  }
}
