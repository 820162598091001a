import type { QueueItem } from '#shared/api/queue.ts'
import type { QueueDecision } from '#shared/rules/queue.ts'

export type QueuePage = { items: QueueItem[]; total: number; next_cursor: string | null }

/** The decisions for the keys 'a' and 'x'; only posts and comments can be removed. */
export function answersTo({ kind, target: { type, title } }: QueueItem): {
  keep: QueueDecision
  remove: QueueDecision | null
} {
  if (kind === 'registration') return { keep: 'approve', remove: 'refuse' }
  if (kind === 'appeals') return { keep: 'uphold', remove: 'overturn' }
  const isRemovable = type === 'post' || type === 'comment'
  return {
    keep: kind === 'held' ? 'approve' : 'keep',
    remove: title === '' ? null : isRemovable ? 'remove' : kind === 'reports' ? 'resolve' : null,
  }
}

export function isClaimed({ claimed_by, claimed_until }: QueueItem, own: string | null, now: number): boolean {
  return (
    claimed_until !== null && Date.parse(claimed_until) > now && (claimed_by === null || claimed_by.username !== own)
  )
}

export function replaced(page: QueuePage, id: number, change: (item: QueueItem) => QueueItem): QueuePage {
  return { ...page, items: page.items.map((item) => (item.id === id ? change(item) : item)) }
}

export function without(page: QueuePage, id: number): QueuePage {
  const items = page.items.filter((item) => item.id !== id)
  return { ...page, items, total: Math.max(0, page.total - (page.items.length - items.length)) }
}

/** Inserts a case below the open one, so that nothing above it moves. */
export function putBack(page: QueuePage, item: QueueItem, at: number, openId: number | null): QueuePage {
  if (page.items.some(({ id }) => id === item.id)) return replaced(page, item.id, () => item)
  const open = page.items.findIndex(({ id }) => id === openId)
  return { ...page, items: page.items.toSpliced(Math.max(at, open + 1), 0, item), total: page.total + 1 }
}

export function withMore(page: QueuePage, more: QueuePage): QueuePage {
  const known = new Set(page.items.map(({ id }) => id))
  return { ...more, items: [...page.items, ...more.items.filter(({ id }) => !known.has(id))] }
}

export const isOpen = ({ status }: QueueItem): boolean => status === 'open'

/** Returns the nearest matching case after a position, else the nearest before it. */
export function neighbour(
  items: readonly QueueItem[],
  at: number,
  isWanted: (item: QueueItem) => boolean,
): QueueItem | null {
  return items.slice(at + 1).find(isWanted) ?? items.slice(0, at).findLast(isWanted) ?? null
}

/** Returns the nearest undecided case after a position (`by` 1) or before it (`by` -1). */
export function nextOpen(items: readonly QueueItem[], at: number, by: 1 | -1): QueueItem | null {
  return (by === 1 ? items.slice(at + 1).find(isOpen) : items.slice(0, Math.max(0, at)).findLast(isOpen)) ?? null
}

/** Drops cases decided by others, except the case on the screen. */
export function pruned(page: QueuePage, shownId: number | null): QueuePage {
  return { ...page, items: page.items.filter((item) => isOpen(item) || item.id === shownId) }
}

export function decidedElsewhere(page: QueuePage, id: number): QueuePage {
  const isNews = page.items.some((item) => item.id === id && isOpen(item))
  return { ...replaced(page, id, (item) => ({ ...item, status: 'decided' })), total: page.total - Number(isNews) }
}

/** Appends new cases, so that none changes its place; cases decided in this browser (`own`) are not added again. */
export function refreshed(page: QueuePage, fresh: QueuePage, own: ReadonlySet<number>): QueuePage {
  const found = new Map(fresh.items.map((item) => [item.id, item]))
  const last = fresh.items.at(-1)?.waiting_since ?? ''
  const isGone = ({ waiting_since }: QueueItem) => fresh.next_cursor === null || waiting_since < last
  const items = page.items.map(
    (item) => found.get(item.id) ?? (isGone(item) ? { ...item, status: 'decided' as const } : item),
  )
  const known = new Set(items.map(({ id }) => id))
  const added = fresh.items.filter(({ id }) => !known.has(id) && !own.has(id))
  const hasAll = fresh.items.length >= page.items.length || fresh.next_cursor === null
  return { items: [...items, ...added], total: fresh.total, next_cursor: hasAll ? fresh.next_cursor : page.next_cursor }
}
