import type { Db } from '#server/db/driver/client.ts'
import type { BlockLists } from './block-lists.ts'
import type { IsFor } from './deliveries.ts'
import type { Frame } from './frames.ts'
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

/** Returns what the listener missed, without comments that the next update of their thread will send anyway. */
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

/** `threadPosition` is the position up to which the listener has got the changes of its threads. */
type SendMissed = (frame: Frame, position: number, threadPosition: number) => void

/** The returned function resolves to the id from which the stream continues; null if the history lacks the last id. */
export function createMissedEvents({ db, history, blockLists, threadUpdates, deliver }: MissedOptions) {
  async function sendMissedThreads(listener: Listener, threadPosition: number, send: SendMissed): Promise<void> {
    const sentAfterwards = Math.min(
      listener.since,
      ...listener.post_ids.map((id) => threadUpdates.pendingSince(id) - 1),
    )
    const { threads, votedPostIds } = missedOf(listener, history.after(threadPosition), threadUpdates.pendingSince)
    const frames: Frame[] = []
    if (threads.size > 0) {
      const frameFor = await loadThreads(db, threads)
      await blockLists.load([listener.member])
      for (const id of threads.keys()) {
        const frame = frameFor(id, listener)
        if (frame) frames.push(frame)
      }
    }
    if (votedPostIds.size > 0) frames.push(...(await loadCounts(db, [...votedPostIds])).values())
    for (const [at, frame] of frames.entries())
      send(frame, listener.since, at === frames.length - 1 ? sentAfterwards : threadPosition)
  }

  return async (listener: Listener, lastEventId: string, send: SendMissed): Promise<string | null> => {
    const [ownId = '', threadId = ownId] = lastEventId.split('.')
    const [position, threadPosition] = [history.positionOf(ownId), history.positionOf(threadId)]
    if (position === null || threadPosition === null) return null
    // An id of a message that arrived after the listener opened would repeat the events up to it.
    if (Math.max(position, threadPosition) > listener.since) return null
    await deliver(
      history.after(position).filter((entry) => entry.position <= listener.since),
      (to) => to === listener,
      (_, frame, at) => send(frame, at, threadPosition),
    )
    await sendMissedThreads(listener, threadPosition, send)
    return ownId === threadId ? ownId : `${ownId}.${threadId}`
  }
}
