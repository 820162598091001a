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
  readonly slot: StreamSlot
  readonly sink: Sink
  readonly since: number
  readonly heartbeatTurn: number
  /** Events that wait for those that come first; null once it is open. */
  held: Uint8Array[] | null
  isClosed: boolean
}

/** The listeners of one account in this process. `blocked` is null until it is loaded; `blockChanges` counts how often it changed. */
export type Member = {
  id: number
  blocked: ReadonlySet<number> | null
  blockChanges: number
  listeners: readonly Listener[]
}

/** The heartbeat goes to a part of the listeners at a time. */
export const HEARTBEAT_GROUPS = 250

export const postIdOf = (topic: `post:${number}`) => Math.min(Number(topic.slice('post:'.length)), 2_147_483_647)

/** The listeners of a process by what they listen to. */
export function createListeners() {
  const members = new Map<number, Member>()
  const posts = new Map<number, Set<Listener>>()
  const heartbeatGroups = Array.from({ length: HEARTBEAT_GROUPS }, () => new Set<Listener>())
  let size = 0
  let opened = 0

  return {
    get size() {
      return size
    },

    add({ viewer, lang, variant, slot, topics, sink }: Opening, since: number): Listener {
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
        post_ids: topics.flatMap((topic) => (topic === 'me' ? [] : postIdOf(topic))),
        heartbeatTurn: (opened += 1),
        held: [],
        isClosed: false,
      }
      if (member) {
        members.set(member.id, member)
        member.listeners = [...member.listeners, listener]
      }
      for (const id of listener.post_ids) {
        const ofPost = posts.get(id)
        if (ofPost) ofPost.add(listener)
        else posts.set(id, new Set([listener]))
      }
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
      for (const id of listener.post_ids) {
        const ofPost = posts.get(id)
        ofPost?.delete(listener)
        if (ofPost?.size === 0) posts.delete(id)
      }
    },

    member: (id: number) => members.get(id),
    members: () => members.values(),
    ofPost: (id: number): Iterable<Listener> => posts.get(id) ?? [],
    isOpen: (postId: number) => posts.has(postId),
    ofHeartbeatTurn: (heartbeatTurn: number) => heartbeatGroups[heartbeatTurn % HEARTBEAT_GROUPS]!,
    all: () => heartbeatGroups.flatMap((some) => [...some]),
  }
}

export type Listeners = ReturnType<typeof createListeners>
