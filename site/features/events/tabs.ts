import { storedToken, storedUser } from '#site/core/session.ts'
import {
  emit,
  lastEventId,
  noteEventId,
  onChange,
  recentEvents,
  setStreaming,
  renewTopics,
  wantedTopics,
  type ReceivedEvent,
  type WantedTopic,
} from './events.ts'
import { createLeader, type Account } from './leader.ts'
import { readTabMessage, type TabMessage } from './tab-message.ts'

const CHANNEL_NAME = 'events'
const SUSPEND_AFTER_MS = 5 * 60_000
const ANNOUNCE_INTERVAL_MS = 20_000
const LEADER_TIMEOUT_MS = 75_000

function storedAccount(): Account {
  const token = storedToken()
  return { token, user: token === null ? null : (storedUser()?.id ?? null) }
}

/** Joins the tabs of this browser, of which one has the stream. Returns how to leave them. */
function joinTabs(base: string, viewerId: number | null): () => void {
  const tab = Math.random()
  // Over plain http browsers offer neither of them except on localhost: then each tab opens a stream of its own.
  const channel = 'BroadcastChannel' in globalThis && 'locks' in navigator ? new BroadcastChannel(CHANNEL_NAME) : null
  const others = new Map<number, { wanted: WantedTopic[]; receivedAt: number }>()
  const leaveController = new AbortController()
  let leader: ReturnType<typeof createLeader> | null = null
  let isConnected = false
  let streamedTopics: readonly string[] = []
  let isNew = true
  let announcedAt = 0
  let leaderTimeout: ReturnType<typeof setTimeout> | undefined

  const post = (message: TabMessage) => channel?.postMessage(message)
  const announceTopics = () => post({ kind: 'wants', tab, wanted: wantedTopics() })

  function dispatch(received: ReceivedEvent, user: number | null): void {
    noteEventId(received.id)
    const { name } = received.event
    const isOfMember = name === 'notification' || name === 'message' || name === 'signed_out'
    if (!isOfMember || user === viewerId) emit(received)
  }

  function announceState(): void {
    announcedAt = Date.now()
    post({ kind: 'state', isConnected, covered: streamedTopics })
    setStreaming(isConnected)
  }

  function becomeLeader(): void {
    clearTimeout(leaderTimeout)
    isNew = false
    leader = createLeader({
      base,
      streamedTopics,
      wanted: () => [...wantedTopics(), ...[...others.values()].flatMap(({ wanted }) => wanted)],
      account: storedAccount,
      lastId: lastEventId,
      onEvent: (id, event, user) => {
        const received: ReceivedEvent = { id, event, at: Date.now() }
        post({ kind: 'received', received, user })
        dispatch(received, user)
      },
      onState: (connected, topics) => {
        isConnected = connected
        streamedTopics = topics
        announceState()
      },
      onAlive: () => {
        if (Date.now() - announcedAt < ANNOUNCE_INTERVAL_MS) return
        for (const [id, { receivedAt }] of others) if (receivedAt < Date.now() - LEADER_TIMEOUT_MS) others.delete(id)
        announceState()
        leader?.plan()
      },
    })
    leader.plan()
  }

  const holdLeadership = () =>
    new Promise<void>((resolve) => {
      if (leaveController.signal.aborted) return resolve()
      leaveController.signal.addEventListener('abort', () => resolve())
      becomeLeader()
    })

  function electLeader(steal = false): void {
    navigator.locks
      .request(CHANNEL_NAME, steal ? { steal } : { signal: leaveController.signal }, holdLeadership)
      .catch(() => {
        leader?.stop()
        leader = null
        if (!leaveController.signal.aborted) electLeader()
      })
  }

  /** Replaces a leader that is silent for too long: a suspended background tab of a phone keeps its lock. */
  function restartLeaderTimeout(): void {
    clearTimeout(leaderTimeout)
    if (leader) return
    leaderTimeout = setTimeout(() => {
      setStreaming(false)
      if (document.visibilityState === 'visible') electLeader(true)
      else restartLeaderTimeout()
    }, LEADER_TIMEOUT_MS)
  }

  function onMessage(data: unknown): void {
    const message = readTabMessage(data)
    if (!message) return
    if (message.kind === 'who') {
      announceTopics()
      if (!leader) return
      announceState()
      post({ kind: 'recent', events: recentEvents(), lastId: lastEventId(), user: viewerId })
    } else if (message.kind === 'wants') {
      others.set(message.tab, { wanted: message.wanted, receivedAt: Date.now() })
      leader?.plan()
    } else if (message.kind === 'leaves') {
      others.delete(message.tab)
      leader?.plan()
    } else if (message.kind === 'received') {
      restartLeaderTimeout()
      dispatch(message.received, message.user)
    } else if (message.kind === 'state') {
      restartLeaderTimeout()
      ;({ isConnected, covered: streamedTopics } = message)
      setStreaming(isConnected)
      announceTopics()
    } else if (isNew) {
      isNew = false
      // Events that came between the rendering of this page and its joining.
      for (const received of message.events) if (received.at >= performance.timeOrigin) dispatch(received, message.user)
      noteEventId(message.lastId)
    }
  }

  const stopWatching = onChange(() => {
    announceTopics()
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
    channel.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data)
    post({ kind: 'who' })
    announceTopics()
    electLeader()
    restartLeaderTimeout()
  } else {
    becomeLeader()
  }

  return () => {
    clearTimeout(leaderTimeout)
    stopWatching()
    removeEventListener('online', retry)
    removeEventListener('storage', onStorage)
    post({ kind: 'leaves', tab })
    leader?.stop()
    leader = null
    leaveController.abort()
    channel?.close()
    setStreaming(false)
  }
}

/** Keeps events coming while the page is open, except after it was hidden for five minutes. */
export function startEvents(base: string, viewerId: number | null): void {
  let leave: (() => void) | null = joinTabs(base, viewerId)
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  function suspend(): void {
    leave?.()
    leave = null
  }

  function resume(): void {
    clearTimeout(hiddenTimer)
    if (leave) return renewTopics()
    emit({
      id: null,
      at: Date.now(),
      event: { name: 'resync', data: { topics: wantedTopics().map(({ topic }) => topic) } },
    })
    leave = joinTabs(base, viewerId)
  }

  function onVisibility(): void {
    if (document.visibilityState === 'visible') resume()
    else hiddenTimer = setTimeout(suspend, SUSPEND_AFTER_MS)
  }

  document.addEventListener('visibilitychange', onVisibility)
  // The page may be kept for the way back, and a kept page must hold nothing open.
  addEventListener('pagehide', suspend)
  addEventListener('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) resume()
  })
  if (document.visibilityState !== 'visible') onVisibility()
}
