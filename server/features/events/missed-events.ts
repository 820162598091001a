import type { Db } from '#server/db/driver/client.ts'
import type { BlockLists } from './block-lists.ts'
import type { IsFor } from './deliveries.ts'
import type { Entry, History } from './history.ts'
import type { Listener } from './listeners.ts'
import type { Send } from './outbox.ts'
import type { ThreadUpdates } from './thread-updates.ts'
import { addComment, loadCounts, loadThreads, type ChangedThread } from './threads.ts'

type MissedOptions = {
  db: Db
  history: History
  blockLists: BlockLists
  threadUpdates: Pick<ThreadUpdates, 'pendingSince'>
  deliver: (entries: Entry[], isFor: IsFor, send: Send) => Promise<void>
}

/** Leaves out a comment if the pending update of its thread will send it anyway. */
export function missedOf(
  { post_ids, since }: Pick<Listener, 'post_ids' | 'since'>,
  entries: Entry[],
  pendingSince: (postId: number) => number,
): { threads: Map<number, ChangedThread>; votedPostIds: Set<number> } {
  const threads = new Map<number, ChangedThread>()
  const votedPostIds = new Set<number>()
  for (const { position, changes } of entries) {
    for (const change of changes) {
      if (change.type === 'comment' && post_ids.includes(change.post_id)) {
        const isSentLater = position >= pendingSince(change.post_id)
        if (!isSentLater && position <= since) addComment(threads, change, position)
      }
      if (change.type === 'votes') for (const id of change.post_ids) if (post_ids.includes(id)) votedPostIds.add(id)
    }
  }
  return { threads, votedPostIds }
}

/** The returned function resolves to the id from which the stream continues; null if the history lacks the last id. */
export function createMissedEvents({ db, history, blockLists, threadUpdates, deliver }: MissedOptions) {
  async function sendMissedThreads(listener: Listener, entries: Entry[], send: Send): Promise<void> {
    const { threads, votedPostIds } = missedOf(listener, entries, threadUpdates.pendingSince)
    if (threads.size > 0) {
      const frameFor = await loadThreads(db, threads)
      await blockLists.load([listener.member])
      for (const id of threads.keys()) {
        const frame = frameFor(id, listener)
        if (frame) send(listener, frame, listener.since)
      }
    }
    if (votedPostIds.size > 0)
      for (const frame of (await loadCounts(db, [...votedPostIds])).values()) send(listener, frame, listener.since)
  }

  return async (listener: Listener, lastEventId: string, send: Send): Promise<string | null> => {
    const [own = '', collected = own] = lastEventId.split('.')
    const [position, collectedPosition] = [history.positionOf(own), history.positionOf(collected)]
    if (position === null || collectedPosition === null) return null
    await deliver(
      history.after(position).filter((entry) => entry.position <= listener.since),
      (to) => to === listener,
      send,
    )
    await sendMissedThreads(listener, history.after(collectedPosition), send)
    return own === collected ? own : `${own}.${collected}`
  }
}
