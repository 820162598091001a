import { storedToken, storedUser } from '#site/core/session.ts'
import { createElection } from './election.ts'
import {
  emit,
  lastEventId,
  noteEventId,
  onChange,
  recentEvents,
  setStreaming,
  wantedTopics,
  type ReceivedEvent,
} from './events.ts'
import { createLeader, type Account } from './leader.ts'
import { createOtherTabs } from './other-tabs.ts'
import { readTabMessage, type TabMessage } from './tab-message.ts'

const CHANNEL_NAME = 'events'
const ANNOUNCE_INTERVAL_MS = 20_000
const LEADER_TIMEOUT_MS = 75_000

function storedAccount(): Account {
  const token = storedToken()
  return { token, user: token === null ? null : (storedUser()?.id ?? null) }
}

/** The leader announces the state of the event stream, and all tabs mirror it. */
function createStreamState(post: (message: TabMessage) => void) {
  let isConnected = false
  let topics: readonly string[] = []
  let announcedAt = 0
  return {
    topics: () => topics,
    set(connected: boolean, streamedTopics: readonly string[]): void {
      isConnected = connected
      topics = streamedTopics
      setStreaming(isConnected)
    },
    announce(): void {
      announcedAt = Date.now()
      post({ kind: 'state', isConnected, covered: topics })
    },
    isAnnouncementDue: () => Date.now() - announcedAt >= ANNOUNCE_INTERVAL_MS,
  }
}

function watchBrowser(viewerId: number | null, onOnline: () => void, onToken: () => void): () => void {
  function onStorage({ key }: StorageEvent): void {
    if (key !== 'token') return
    if (viewerId !== null && storedToken() === null)
      emit({ id: null, at: Date.now(), event: { name: 'signed_out', data: {} } })
    onToken()
  }
  addEventListener('online', onOnline)
  addEventListener('storage', onStorage)
  return () => {
    removeEventListener('online', onOnline)
    removeEventListener('storage', onStorage)
  }
}

function dispatch(received: ReceivedEvent, isForViewer: boolean): void {
  noteEventId(received.id)
  const { name } = received.event
  const isOfMember = name === 'notification' || name === 'message' || name === 'signed_out'
  if (!isOfMember || isForViewer) emit(received)
}

type Tabs = {
  base: string
  stream: ReturnType<typeof createStreamState>
  others: ReturnType<typeof createOtherTabs>
  post: (message: TabMessage) => void
  receive: (received: ReceivedEvent, user: number | null) => void
}

function leadTabs({ base, stream, others, post, receive }: Tabs): ReturnType<typeof createLeader> {
  const leader = createLeader({
    base,
    streamedTopics: stream.topics(),
    wanted: () => [...wantedTopics(), ...others.wanted()],
    account: storedAccount,
    lastId: lastEventId,
    onEvent: (id, event, user) => {
      const received: ReceivedEvent = { id, event, at: Date.now() }
      post({ kind: 'received', received, user })
      receive(received, user)
    },
    onState: (isConnected, topics) => {
      stream.set(isConnected, topics)
      stream.announce()
    },
    onAlive: () => {
      if (!stream.isAnnouncementDue()) return
      others.removeSilent(LEADER_TIMEOUT_MS)
      stream.announce()
      leader.plan()
    },
  })
  leader.plan()
  return leader
}

/** Takes part in electing the tab that opens the event stream for all; the returned function leaves the election. */
export function joinTabs(base: string, viewerId: number | null): () => void {
  const tab = Math.random()
  // Web Locks need https or localhost; elsewhere each tab opens its own stream.
  const channel = 'BroadcastChannel' in globalThis && 'locks' in navigator ? new BroadcastChannel(CHANNEL_NAME) : null
  const post = (message: TabMessage) => channel?.postMessage(message)
  const announceTopics = () => post({ kind: 'wants', tab, wanted: wantedTopics() })
  const others = createOtherTabs()
  const stream = createStreamState(post)
  let leader: ReturnType<typeof createLeader> | null = null
  let election: ReturnType<typeof createElection> | null = null
  let isNew = true
  const receive = (received: ReceivedEvent, user: number | null) => dispatch(received, user === viewerId)

  function lead(): void {
    isNew = false
    leader = leadTabs({ base, stream, others, post, receive })
  }

  function stopLeading(): void {
    leader?.stop()
    leader = null
  }

  function onMessage(message: TabMessage): void {
    if (message.kind === 'who') {
      announceTopics()
      if (!leader) return
      stream.announce()
      post({ kind: 'recent', events: recentEvents(), lastId: lastEventId(), user: viewerId })
    } else if (message.kind === 'wants') {
      others.note(message.tab, message.wanted)
      leader?.plan()
    } else if (message.kind === 'leaves') {
      others.remove(message.tab)
      leader?.plan()
    } else if (message.kind === 'received') {
      election?.noteLeader()
      receive(message.received, message.user)
    } else if (message.kind === 'state') {
      election?.noteLeader()
      stream.set(message.isConnected, message.covered)
      announceTopics()
    } else if (isNew) {
      isNew = false
      // These events arrived after this page was rendered, but before this tab joined the election.
      for (const received of message.events) if (received.at >= performance.timeOrigin) receive(received, message.user)
      noteEventId(message.lastId)
    }
  }

  const stopWatching = onChange(() => {
    announceTopics()
    leader?.plan()
  })
  const stopWatchingBrowser = watchBrowser(
    viewerId,
    () => leader?.retry(),
    () => leader?.plan(),
  )
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = readTabMessage(data)
      if (message) onMessage(message)
    }
    post({ kind: 'who' })
    announceTopics()
    election = createElection({
      name: CHANNEL_NAME,
      idleTimeoutMs: LEADER_TIMEOUT_MS,
      onElected: lead,
      onReplaced: stopLeading,
      onIdle: () => setStreaming(false),
    })
  } else {
    lead()
  }

  return () => {
    stopWatching()
    stopWatchingBrowser()
    post({ kind: 'leaves', tab })
    stopLeading()
    election?.leave()
    channel?.close()
    setStreaming(false)
  }
}
