import { and, desc, eq, isNull, or, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { emitChange } from '../events/changes.ts'
import { postRank } from '../posts/table.ts'
import { user } from '../users/table.ts'
import { blockedUser } from './table.ts'

export async function hasBlocked(tx: DbOrTx, blockerId: number, blockedId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: blockedUser.blocked_id })
    .from(blockedUser)
    .where(and(eq(blockedUser.blocker_id, blockerId), eq(blockedUser.blocked_id, blockedId)))
  return rows.length > 0
}

export async function isBlockedEither(tx: DbOrTx, a: number, b: number): Promise<boolean> {
  const rows = await tx
    .select({ id: blockedUser.blocked_id })
    .from(blockedUser)
    .where(
      or(
        and(eq(blockedUser.blocker_id, a), eq(blockedUser.blocked_id, b)),
        and(eq(blockedUser.blocker_id, b), eq(blockedUser.blocked_id, a)),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export async function blockedIds(tx: DbOrTx, blockerId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: blockedUser.blocked_id })
    .from(blockedUser)
    .where(eq(blockedUser.blocker_id, blockerId))
  return rows.map((row) => row.id)
}

export async function insertBlock(tx: DbOrTx, blockerId: number, blockedId: number, now: Date): Promise<void> {
  await tx
    .insert(blockedUser)
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: now })
    .onConflictDoNothing()
  emitChange(tx, { type: 'blocks', user_id: blockerId })
}

export async function deleteBlock(tx: DbOrTx, blockerId: number, blockedId: number): Promise<void> {
  await tx.delete(blockedUser).where(and(eq(blockedUser.blocker_id, blockerId), eq(blockedUser.blocked_id, blockedId)))
  emitChange(tx, { type: 'blocks', user_id: blockerId })
}

export function listBlocked(tx: DbOrTx, blockerId: number, { limit, offset }: { limit: number; offset: number }) {
  return tx
    .select({ id: user.id, username: user.username, blocked_at: blockedUser.created_at })
    .from(blockedUser)
    .innerJoin(user, eq(user.id, blockedUser.blocked_id))
    .where(and(eq(blockedUser.blocker_id, blockerId), isNull(user.deleted_at)))
    .orderBy(desc(blockedUser.created_at), desc(blockedUser.blocked_id))
    .limit(limit)
    .offset(offset)
}

/** Blocked members are compared as an array, so that PostgreSQL still reads `post_rank` in index order. */
export function isNotBlockedBy(viewerId: number | Placeholder | null): SQL | undefined {
  if (viewerId === null) return undefined
  return sql`coalesce(${postRank.author_id}, 0) <> all (array(select blocked_id from blockeduser where blocker_id
    = ${viewerId}))`
}
