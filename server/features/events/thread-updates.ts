import type { Db } from '#server/db/driver/client.ts'
import type { BlockLists } from './block-lists.ts'
import type { Change } from '#server/lib/events.ts'
import type { Listeners } from './listeners.ts'
import type { Send } from './outbox.ts'
import { throttle } from './throttle.ts'
import { addComment, loadCounts, loadThreads, type ChangedThread } from './threads.ts'

const THREAD_INTERVAL_MS = 1_000
const VOTES_INTERVAL_MS = 2_000

type UpdateOptions = {
  db: Db
  listeners: Listeners
  send: Send
  sentUpTo: () => number
  onError: (error: unknown) => void
}

/** Collects the comments of open threads and sends an update of each thread at most once a second. */
export function createThreadUpdates({
  db,
  listeners,
  blockLists,
  send,
  sentUpTo,
  onError,
}: UpdateOptions & { blockLists: BlockLists }) {
  let collected = new Map<number, ChangedThread>()
  const loading = new Map<number, ChangedThread>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let isStopped = false

  async function sendCollected(): Promise<void> {
    timer = null
    for (const [id, thread] of collected) loading.set(id, thread)
    collected = new Map()
    const ids = [...loading.keys()]
    const members = () => ids.flatMap((id) => [...listeners.ofPost(id)].map(({ member }) => member))
    try {
      const frameFor = await loadThreads(db, new Map(loading))
      // Listeners may connect while block lists are loaded.
      while (members().some((member) => member?.blocked === null)) await blockLists.load(members())
      for (const id of ids) {
        loading.delete(id)
        for (const listener of listeners.ofPost(id)) {
          const frame = frameFor(id, listener)
          if (frame) send(listener, frame, sentUpTo())
        }
      }
    } catch (error) {
      loading.clear()
      onError(error)
    }
    requestSend()
  }

  function requestSend(): void {
    if (collected.size > 0 && !isStopped && timer === null && loading.size === 0)
      timer = setTimeout(() => void sendCollected(), THREAD_INTERVAL_MS)
  }

  return {
    add(change: Extract<Change, { type: 'comment' }>, position: number): void {
      if (listeners.isOpen(change.post_id)) addComment(collected, change, position)
    },
    requestSend,
    pendingSince: (postId: number) =>
      Math.min(collected.get(postId)?.since ?? Infinity, loading.get(postId)?.since ?? Infinity),
    clear: () => collected.clear(),
    stop(): void {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

export type ThreadUpdates = ReturnType<typeof createThreadUpdates>

/** Collects votes on open threads and sends the vote counts at most every two seconds. */
export function createVoteUpdates({ db, listeners, send, sentUpTo, onError }: UpdateOptions) {
  let collected = new Map<number, number>()
  const loading = new Map<number, number>()
  let isStopped = false
  const throttled = throttle(VOTES_INTERVAL_MS, () => void sendCollected())

  async function sendCollected(): Promise<void> {
    if (isStopped || loading.size > 0) return
    for (const [id, since] of collected) loading.set(id, since)
    collected = new Map()
    const ids = [...loading.keys()]
    try {
      const frames = await loadCounts(db, ids)
      for (const id of ids) {
        loading.delete(id)
        const frame = frames.get(id)
        if (frame) for (const listener of listeners.ofPost(id)) send(listener, frame, sentUpTo())
      }
    } catch (error) {
      loading.clear()
      onError(error)
    }
    requestSend()
  }

  function requestSend(): void {
    if (collected.size > 0) throttled.request()
  }

  return {
    add({ post_ids }: Extract<Change, { type: 'votes' }>, position: number): void {
      for (const id of post_ids) if (listeners.isOpen(id) && !collected.has(id)) collected.set(id, position)
    },
    requestSend,
    pendingSince: (postId: number) => Math.min(collected.get(postId) ?? Infinity, loading.get(postId) ?? Infinity),
    clear: () => collected.clear(),
    stop(): void {
      isStopped = true
      throttled.stop()
    },
  }
}
