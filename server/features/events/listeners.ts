import type { Topic } from '#shared/api/events.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Variant } from '#shared/rules/variant.ts'
import type { Opening, Sink, StreamSlot } from '#server/lib/events.ts'

export type Listener = {
  readonly member: Member | null
  readonly session_id: string | null
  readonly expires_at: number | null
  readonly lang: Lang
  readonly variant: Variant
  readonly topics: Topic[]
  readonly is_me: boolean
  readonly post_ids: number[]
  readonly stream_ids: number[]
  /** Live streams that count this listener as a viewer. */
  readonly watched_ids: readonly number[]
  readonly viewer_key: string
  readonly slot: StreamSlot
  readonly sink: Sink
  readonly since: number
  readonly heartbeatTurn: number
  /** Frames held back until the events that the listener missed are loaded; null once the listener is open. */
  held: Uint8Array[] | null
  isClosed: boolean
}

/** The listeners of one account in this process; `blocked` is null until the block list is loaded. */
export type Member = {
  id: number
  blocked: ReadonlySet<number> | null
  blockChanges: number
  listeners: readonly Listener[]
}

/** The heartbeat is sent to one group of listeners after another, so that it causes no load peaks. */
export const HEARTBEAT_GROUPS = 250

const LAST_ID = 2_147_483_647

export const idsOf = (kind: 'post' | 'stream', topics: readonly Topic[]): number[] =>
  topics.flatMap((topic) =>
    topic.startsWith(`${kind}:`) ? Math.min(Number(topic.slice(kind.length + 1)), LAST_ID) : [],
  )

function addTo(groups: Map<number, Set<Listener>>, id: number, listener: Listener): void {
  const group = groups.get(id)
  if (group) group.add(listener)
  else groups.set(id, new Set([listener]))
}

function removeFrom(groups: Map<number, Set<Listener>>, id: number, listener: Listener): void {
  const group = groups.get(id)
  group?.delete(listener)
  if (group?.size === 0) groups.delete(id)
}

export function createListeners() {
  const members = new Map<number, Member>()
  const posts = new Map<number, Set<Listener>>()
  const streams = new Map<number, Set<Listener>>()
  const heartbeatGroups = Array.from({ length: HEARTBEAT_GROUPS }, () => new Set<Listener>())
  let size = 0
  let opened = 0

  return {
    get size() {
      return size
    },

    add(
      { viewer, lang, variant, slot, topics, watched_ids = [], viewer_key = '', sink }: Opening,
      since: number,
    ): Listener {
      const existing = viewer && members.get(viewer.id)
      const member = viewer && (existing ?? { id: viewer.id, blocked: null, blockChanges: 0, listeners: [] })
      const listener: Listener = {
        member,
        lang,
        variant,
        topics,
        slot,
        sink,
        since,
        session_id: viewer?.session_id ?? null,
        expires_at: viewer?.session_expires_at.getTime() ?? null,
        is_me: topics.includes('me'),
        post_ids: idsOf('post', topics),
        stream_ids: idsOf('stream', topics),
        watched_ids,
        viewer_key,
        heartbeatTurn: (opened += 1),
        held: [],
        isClosed: false,
      }
      if (member) {
        members.set(member.id, member)
        member.listeners = [...member.listeners, listener]
      }
      for (const id of listener.post_ids) addTo(posts, id, listener)
      for (const id of listener.stream_ids) addTo(streams, id, listener)
      heartbeatGroups[listener.heartbeatTurn % HEARTBEAT_GROUPS]!.add(listener)
      size += 1
      return listener
    },

    remove(listener: Listener): void {
      if (listener.isClosed) return
      listener.isClosed = true
      listener.held = null
      size -= 1
      heartbeatGroups[listener.heartbeatTurn % HEARTBEAT_GROUPS]!.delete(listener)
      const { member } = listener
      if (member) {
        member.listeners = member.listeners.filter((other) => other !== listener)
        if (member.listeners.length === 0) members.delete(member.id)
      }
      for (const id of listener.post_ids) removeFrom(posts, id, listener)
      for (const id of listener.stream_ids) removeFrom(streams, id, listener)
    },

    member: (id: number) => members.get(id),
    members: () => members.values(),
    ofPost: (id: number): Iterable<Listener> => posts.get(id) ?? [],
    ofStream: (id: number): Iterable<Listener> => streams.get(id) ?? [],
    isOpen: (postId: number) => posts.has(postId),
    ofHeartbeatTurn: (heartbeatTurn: number) => heartbeatGroups[heartbeatTurn % HEARTBEAT_GROUPS]!,
    all: () => heartbeatGroups.flatMap((some) => [...some]),
  }
}

export type Listeners = ReturnType<typeof createListeners>
