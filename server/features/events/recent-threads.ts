import { MAX_LAG_MS } from '#server/db/replicas/replicas.ts'

/** A replica that lags is only detected by the next poll, which may take a second. */
const RECENT_MS = MAX_LAG_MS + 2_000

/** Remembers threads that changed so recently that a replica may not have the change yet. `now` is in milliseconds. */
export function createRecentThreads(now: () => number) {
  const changedAt = new Map<number, number>()
  let allChangedAt = -Infinity

  const isOver = (at: number) => at <= now() - RECENT_MS

  return {
    add(postId: number): void {
      // The loop stops early, because the map is in the order of changes with the oldest first.
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
