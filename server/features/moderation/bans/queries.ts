import { and, desc, eq, gt, isNull, or, sql, type Column, type Placeholder, type SQL } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { category } from '../../categories/table.ts'
import { emitChange } from '../../events/changes.ts'
import { user } from '../../users/table.ts'
import { categoryBan } from './table.ts'

type Ban = { decision_id: number; ends_at: Date | null }

const hasNotEnded = (now: Date) => or(isNull(categoryBan.ends_at), gt(categoryBan.ends_at, now))

const ofMember = (userId: number, categoryId: number) =>
  and(eq(categoryBan.user_id, userId), eq(categoryBan.category_id, categoryId))

export async function findBan(tx: DbOrTx, userId: number, categoryId: number, now: Date): Promise<Ban | null> {
  const [ban] = await tx
    .select({ decision_id: categoryBan.decision_id, ends_at: categoryBan.ends_at })
    .from(categoryBan)
    .where(and(ofMember(userId, categoryId), hasNotEnded(now)))
  return ban ?? null
}

export function listBans(tx: DbOrTx, userId: number, now: Date) {
  return tx
    .select({
      ends_at: categoryBan.ends_at,
      category: { id: category.id, name: category.name, display_name: category.display_name },
    })
    .from(categoryBan)
    .innerJoin(category, and(eq(category.id, categoryBan.category_id), isNull(category.deleted_at)))
    .where(and(eq(categoryBan.user_id, userId), hasNotEnded(now)))
    .orderBy(desc(categoryBan.decision_id))
}

/** Throws `banned` with the end of the ban. */
export async function requireNotBanned(tx: DbOrTx, userId: number, categoryId: number, now: Date): Promise<void> {
  const ban = await findBan(tx, userId, categoryId, now)
  if (ban) throw new ApiError('banned', { extra: { until: ban.ends_at?.toISOString() ?? null } })
}

/** SQL condition: whether a user is banned from the community of a row of `post_rank`. */
export function isBanned(userId: number, now: Date): SQL {
  return sql`exists (select 1 from category_ban ban where ban.user_id = ${userId} and ban.category_id
    = post_rank.category_id
    and coalesce(ban.ends_at > ${now.toISOString()}::timestamptz, true))`
}

/** Whether the viewer wrote the content and is banned from its community; the ban is queried only for own content. */
export function isBannedAuthor(
  authorId: Column,
  viewerId: number | Placeholder,
  categoryId: Column | SQL,
): SQL<boolean> {
  return sql<boolean>`case when ${authorId} = ${viewerId} then exists (select from category_ban ban
    where ban.user_id = ${viewerId} and ban.category_id = ${categoryId} and coalesce(ban.ends_at > now(), true))
      else false end`
}

export async function setBan(tx: DbOrTx, userId: number, categoryId: number, ban: Ban): Promise<void> {
  await tx
    .insert(categoryBan)
    .values({ user_id: userId, category_id: categoryId, ...ban })
    .onConflictDoUpdate({ target: [categoryBan.user_id, categoryBan.category_id], set: ban })
}

export async function deleteBan(tx: DbOrTx, userId: number, categoryId: number): Promise<void> {
  await tx.delete(categoryBan).where(ofMember(userId, categoryId))
}

/** Throws `user_not_found`. */
export async function lockMember(tx: DbOrTx, id: number) {
  const [row] = await tx
    .select({
      id: user.id,
      username: user.username,
      is_admin: user.is_admin,
      suspension_id: user.suspension_id,
      suspended_until: user.suspended_until,
    })
    .from(user)
    .where(and(eq(user.id, id), isNull(user.deleted_at)))
    .for('no key update')
  if (!row) throw new ApiError('user_not_found')
  return row
}

/** Sets a member's suspension; null ends it. The login sessions stay, the event streams are closed. */
export async function setSuspension(tx: DbOrTx, userId: number, suspension: Ban | null): Promise<void> {
  await tx
    .update(user)
    .set({ suspension_id: suspension?.decision_id ?? null, suspended_until: suspension?.ends_at ?? null })
    .where(eq(user.id, userId))
  emitChange(tx, { type: 'suspension', user_id: userId })
}
