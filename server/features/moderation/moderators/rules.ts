import type { ErrorCode } from '#shared/api/errors.ts'

/** Of two moderators, the one with the smaller `id` is senior. */
type Ranked = { id: number; user_id: number; is_creator: boolean }

/** Returns null if the moderator may be removed. A null `actor` is an admin. */
export function refusalOfRemoval(actor: Ranked | null, removed: Ranked, count: number): ErrorCode | null {
  const isOwn = actor?.id === removed.id
  if (removed.is_creator) {
    if (actor && !isOwn) return 'not_over_staff'
    return isOwn && count > 1 ? null : 'creator_stays'
  }
  return actor === null || isOwn || actor.is_creator || actor.id < removed.id ? null : 'not_over_staff'
}
