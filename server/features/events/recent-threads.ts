import { MAX_LAG_MS } from '#server/db/replicas/replicas.ts'

/** A change counts as recent for longer than `MAX_LAG_MS`, because a replica is read until a poll detects its lag. */
const RECENT_MS = MAX_LAG_MS + 2_000

/** Records threads that changed so recently that a replica may not have the change yet. `now` returns milliseconds. */
export function createRecentThreads(now: () => number) {
  const changedAt = new Map<number, number>()
  let allChangedAt = -Infinity

  const isOver = (at: number) => at <= now() - RECENT_MS

  return {
    add(postId: number): void {
      // The map is in the order of changes, oldest first, so the loop can stop early.
      for (const [id, at] of changedAt) {
        if (!isOver(at)) break
        changedAt.delete(id)
      }
      changedAt.delete(postId)
      changedAt.set(postId, now())
    },
    addAll(): void {
      allChangedAt = now()
    },
    has: (postId: number): boolean => !isOver(Math.max(allChangedAt, changedAt.get(postId) ?? -Infinity)),
  }
}
