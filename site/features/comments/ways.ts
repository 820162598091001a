import type { Comment } from '#shared/api/shapes.ts'
import { commentsOf, treeOf, type Thread } from './thread.ts'

export const WAYS = ['next', 'previous', 'nextSibling', 'previousSibling', 'parent', 'nextNew'] as const
/** Ids of the comments to which the keyboard shortcuts lead from one comment. */
export type Ways = Partial<Record<(typeof WAYS)[number], number>>

/** `base` is the comment whose replies are shown; null for the whole thread. */
export function waysIn(thread: Thread, base: number | null, isUnread: (comment: Comment) => boolean) {
  const shown = treeOf(thread.comments, base).flatMap(commentsOf)
  const ids = new Set(shown.map(({ id }) => id))
  const siblings = Map.groupBy(shown, ({ parent_id }) => parent_id)
  const ways = new Map<number, Ways>()
  let nextNew: number | undefined
  for (let at = shown.length - 1; at >= 0; at -= 1) {
    const { id, parent_id } = shown[at]!
    ways.set(id, {
      next: shown[at + 1]?.id,
      previous: shown[at - 1]?.id,
      parent: parent_id !== null && ids.has(parent_id) ? parent_id : undefined,
      nextNew,
    })
    if (isUnread(shown[at]!)) nextNew = id
  }
  for (const those of siblings.values())
    for (const [at, { id }] of those.entries())
      Object.assign(ways.get(id)!, { nextSibling: those[at + 1]?.id, previousSibling: those[at - 1]?.id })
  return (id: number): Ways => ways.get(id) ?? {}
}
