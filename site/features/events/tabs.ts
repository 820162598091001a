import { storedToken, storedUser } from '#site/core/session.ts'
import {
  emit,
  lastEventId,
  noteEventId,
  onChange,
  recentEvents,
  setStreaming,
  wantAgain,
  wantedTopics,
  type Heard,
  type Wanted,
} from './events.ts'
import { lead, type Account } from './leader.ts'
import { readTabMessage, type TabMessage } from './tab-message.ts'

const NAME = 'events'
const HIDDEN_MS = 5 * 60_000
const ALIVE_MS = 20_000
const SILENCE_MS = 75_000

function storedAccount(): Account {
  const token = storedToken()
  return { token, user: token === null ? null : (storedUser()?.id ?? null) }
}

/** Joins the tabs of this browser, of which one has the stream. Returns how to leave them. */
function joinTabs(base: string, viewerId: number | null): () => void {
  const tab = Math.random()
  // Both are missing on plain http away from this machine: then each tab has a stream of its own.
  const channel = 'BroadcastChannel' in globalThis && 'locks' in navigator ? new BroadcastChannel(NAME) : null
  const others = new Map<number, { wanted: Wanted[]; heardAt: number }>()
  const leaving = new AbortController()
  let leader: ReturnType<typeof lead> | null = null
  let isConnected = false
  let covered: readonly string[] = []
  let isNew = true
  let saidAt = 0
  let silence: ReturnType<typeof setTimeout> | undefined

  const post = (message: TabMessage) => channel?.postMessage(message)
  const want = () => post({ kind: 'wants', tab, wanted: wantedTopics() })

  function hear(heard: Heard, user: number | null): void {
    noteEventId(heard.id)
    const { name } = heard.event
    const isOfMember = name === 'notification' || name === 'message' || name === 'signed_out'
    if (!isOfMember || user === viewerId) emit(heard)
  }

  function sayState(): void {
    saidAt = Date.now()
    post({ kind: 'state', isConnected, covered })
    setStreaming(isConnected)
  }

  function becomeLeader(): void {
    clearTimeout(silence)
    isNew = false
    leader = lead({
      base,
      covered,
      wanted: () => [...wantedTopics(), ...[...others.values()].flatMap(({ wanted }) => wanted)],
      account: storedAccount,
      lastId: lastEventId,
      onHeard: (id, event, user) => {
        const heard: Heard = { id, event, at: Date.now() }
        post({ kind: 'heard', heard, user })
        hear(heard, user)
      },
      onState: (connected, topics) => {
        isConnected = connected
        covered = topics
        sayState()
      },
      onAlive: () => {
        if (Date.now() - saidAt < ALIVE_MS) return
        for (const [id, { heardAt }] of others) if (heardAt < Date.now() - SILENCE_MS) others.delete(id)
        sayState()
        leader?.plan()
      },
    })
    leader.plan()
  }

  const leadUntilLeft = () =>
    new Promise<void>((resolve) => {
      if (leaving.signal.aborted) return resolve()
      leaving.signal.addEventListener('abort', () => resolve())
      becomeLeader()
    })

  function standForLeader(steal = false): void {
    navigator.locks.request(NAME, steal ? { steal } : { signal: leaving.signal }, leadUntilLeft).catch(() => {
      leader?.stop()
      leader = null
      if (!leaving.signal.aborted) standForLeader()
    })
  }

  /** A leader that sleeps, as background tabs of phones do, keeps its lock. */
  function expectLeader(): void {
    clearTimeout(silence)
    if (leader) return
    silence = setTimeout(() => {
      setStreaming(false)
      if (document.visibilityState === 'visible') standForLeader(true)
      else expectLeader()
    }, SILENCE_MS)
  }

  function receive(data: unknown): void {
    const message = readTabMessage(data)
    if (!message) return
    if (message.kind === 'who') {
      want()
      if (!leader) return
      sayState()
      post({ kind: 'recent', events: recentEvents(), lastId: lastEventId(), user: viewerId })
    } else if (message.kind === 'wants') {
      others.set(message.tab, { wanted: message.wanted, heardAt: Date.now() })
      leader?.plan()
    } else if (message.kind === 'leaves') {
      others.delete(message.tab)
      leader?.plan()
    } else if (message.kind === 'heard') {
      expectLeader()
      hear(message.heard, message.user)
    } else if (message.kind === 'state') {
      expectLeader()
      ;({ isConnected, covered } = message)
      setStreaming(isConnected)
      want()
    } else if (isNew) {
      isNew = false
      // This page was rendered before it joined.
      for (const heard of message.events) if (heard.at >= performance.timeOrigin) hear(heard, message.user)
      noteEventId(message.lastId)
    }
  }

  const stopWatching = onChange(() => {
    want()
    leader?.plan()
  })
  const retry = () => leader?.retry()
  function onStorage({ key }: StorageEvent): void {
    if (key !== 'token') return
    if (viewerId !== null && storedToken() === null)
      emit({ id: null, at: Date.now(), event: { name: 'signed_out', data: {} } })
    leader?.plan()
  }
  addEventListener('online', retry)
  addEventListener('storage', onStorage)
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<unknown>) => receive(data)
    post({ kind: 'who' })
    want()
    standForLeader()
    expectLeader()
  } else {
    becomeLeader()
  }

  return () => {
    clearTimeout(silence)
    stopWatching()
    removeEventListener('online', retry)
    removeEventListener('storage', onStorage)
    post({ kind: 'leaves', tab })
    leader?.stop()
    leader = null
    leaving.abort()
    channel?.close()
    setStreaming(false)
  }
}

/** Listens for the page, but for one that has been hidden for five minutes. Never ends. */
export function startEvents(base: string, viewerId: number | null): void {
  let leave: (() => void) | null = joinTabs(base, viewerId)
  let hiding: ReturnType<typeof setTimeout> | undefined

  function rest(): void {
    leave?.()
    leave = null
  }

  function comeBack(): void {
    clearTimeout(hiding)
    if (leave) return wantAgain()
    emit({
      id: null,
      at: Date.now(),
      event: { name: 'resync', data: { topics: wantedTopics().map(({ topic }) => topic) } },
    })
    leave = joinTabs(base, viewerId)
  }

  function onVisibility(): void {
    if (document.visibilityState === 'visible') comeBack()
    else hiding = setTimeout(rest, HIDDEN_MS)
  }

  document.addEventListener('visibilitychange', onVisibility)
  // The page may be kept for the way back, and a kept page must hold nothing open.
  addEventListener('pagehide', rest)
  addEventListener('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) comeBack()
  })
  if (document.visibilityState !== 'visible') onVisibility()
}
