import type { ErrorCode } from '#shared/api/errors.ts'

/** The smaller `id` is the senior one. */
type Ranked = { id: number; user_id: number; is_creator: boolean }

/** Null where it is allowed; `actor` null is an admin. */
export function refusalOfRemoval(actor: Ranked | null, removed: Ranked, count: number): ErrorCode | null {
  const isOwn = actor?.id === removed.id
  if (removed.is_creator) {
    if (actor && !isOwn) return 'not_over_staff'
    return isOwn && count > 1 ? null : 'creator_stays'
  }
  return actor === null || isOwn || actor.is_creator || actor.id < removed.id ? null : 'not_over_staff'
}
