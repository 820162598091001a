import { and, asc, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { idempotencyKey } from '#server/http/table.ts'
import { emailToken, session } from '../../auth/table.ts'
import { blockedUser } from '../../blocks/table.ts'
import { category, categoryMembership } from '../../categories/table.ts'
import { comment } from '../../comments/table.ts'
import { notification } from '../../notifications/table.ts'
import { post, postRank } from '../../posts/table.ts'
import { savedPost } from '../../saves/table.ts'
import { upload } from '../../uploads/table.ts'
import { user } from '../table.ts'

/** Held while an admin ceases to be one, so that the last two cannot go at the same moment. */
const ADMIN_LEAVES = 7_305_005

/** Throws `last_admin` where there is no living admin beside this one. Until the transaction ends no other can go. */
export async function requireOtherAdmin(tx: DbOrTx, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMIN_LEAVES})`)
  const others = await tx.select({ id: user.id }).from(user)
    .where(and(eq(user.is_admin, true), isNull(user.deleted_at), ne(user.id, userId))).limit(1)
  if (others.length === 0) throw new ApiError('last_admin')
}

/**
 * Makes an account a tombstone: nobody can sign in or be found, the name stays taken. What else is its own goes later, in
 * slices. Throws `user_not_found`, `last_admin`.
 */
export async function buryAccount(tx: DbOrTx, userId: number, now: Date): Promise<void> {
  const [account] = await tx.select({ is_admin: user.is_admin }).from(user)
    .where(and(eq(user.id, userId), isNull(user.deleted_at))).for('update')
  if (!account) throw new ApiError('user_not_found')
  if (account.is_admin) await requireOtherAdmin(tx, userId)
  await tx.update(user)
    .set({ email: null, password_hash: null, bio: '', is_admin: false, email_verified: false, deleted_at: now })
    .where(eq(user.id, userId))
  await tx.delete(session).where(eq(session.user_id, userId))
  await tx.delete(emailToken).where(eq(emailToken.user_id, userId))
  await tx.delete(idempotencyKey).where(eq(idempotencyKey.user_id, userId))
}

/** Removes at most `limit` notices to or about a member. */
export async function deleteNoticesSlice(tx: DbOrTx, userId: number, limit: number): Promise<number> {
  const received = await deleteSlice(tx, sql`notification`, eq(notification.user_id, userId), limit)
  return received > 0 ? received : deleteSlice(tx, sql`notification`, eq(notification.actor_id, userId), limit)
}

/** Removes at most `limit` blocks by or of a member. */
export async function deleteBlocksSlice(tx: DbOrTx, userId: number, limit: number): Promise<number> {
  const own = await deleteSlice(tx, sql`blockeduser`, eq(blockedUser.blocker_id, userId), limit)
  return own > 0 ? own : deleteSlice(tx, sql`blockeduser`, eq(blockedUser.blocked_id, userId), limit)
}

/** Removes at most `limit` saves of a member. */
export function deleteSavesSlice(tx: DbOrTx, userId: number, limit: number): Promise<number> {
  return deleteSlice(tx, sql`savedpost`, eq(savedPost.user_id, userId), limit)
}

/** Deletes at most `limit` rows and returns how many were found; one that somebody just changed is found again. */
async function deleteSlice(tx: DbOrTx, table: SQL, which: SQL, limit: number): Promise<number> {
  const [found] = await tx.execute<{ count: number }>(sql`
    with slice as materialized (select ctid from ${table} where ${which} limit ${limit}),
    gone as (delete from ${table} where ctid = any(array(select ctid from slice)))
    select count(*)::integer as count from slice`)
  return found!.count
}

/** Ends at most `limit` memberships of a member and their counts; communities that they created have no creator then. */
export async function leaveCategoriesSlice(tx: DbOrTx, userId: number, limit: number): Promise<number> {
  const joined = await tx.select({ id: categoryMembership.category_id }).from(categoryMembership)
    .where(eq(categoryMembership.user_id, userId)).limit(limit)
  if (joined.length === 0) return 0
  const ids = joined.map((row) => row.id)
  await tx.select({ id: category.id }).from(category).where(inArray(category.id, ids)).orderBy(asc(category.id)).for('no key update')
  const left = await tx.delete(categoryMembership)
    .where(and(eq(categoryMembership.user_id, userId), inArray(categoryMembership.category_id, ids)))
    .returning({ id: categoryMembership.category_id })
  await tx.update(category).set({
    member_count: sql`${category.member_count} - 1`,
    creator_id: sql`nullif(${category.creator_id}, ${userId})`,
  }).where(inArray(category.id, left.map((row) => row.id)))
  return joined.length
}

/** Gives up the private images of a member; those that others sent them went with the messages. */
export async function discardMessageImages(tx: DbOrTx, userId: number, now: Date): Promise<void> {
  await tx.update(upload).set({ deleted_at: now })
    .where(and(eq(upload.user_id, userId), eq(upload.kind, 'message_image'), isNull(upload.deleted_at)))
}

/** Some of the posts of a member that are still there. */
export async function findPosts(tx: DbOrTx, userId: number, limit: number): Promise<number[]> {
  const rows = await tx.select({ id: postRank.post_id }).from(postRank)
    .where(and(eq(postRank.author_id, userId), sql`${postRank.is_listed}`)).limit(limit)
  return rows.map((row) => row.id)
}

/** Some of the comments of a member that are still there. */
export async function findComments(tx: DbOrTx, userId: number, limit: number): Promise<number[]> {
  const rows = await tx.select({ id: comment.id }).from(comment)
    .where(and(eq(comment.author_id, userId), isNull(comment.deleted_at))).limit(limit)
  return rows.map((row) => row.id)
}

/** Takes the author off posts. */
export async function disownPosts(tx: DbOrTx, ids: number[]): Promise<void> {
  await tx.select({ id: post.id }).from(post).where(inArray(post.id, ids)).orderBy(asc(post.id)).for('no key update')
  await tx.update(post).set({ author_id: null }).where(inArray(post.id, ids))
  await tx.select({ id: postRank.post_id }).from(postRank).where(inArray(postRank.post_id, ids)).orderBy(asc(postRank.post_id)).for('no key update')
  await tx.update(postRank).set({ author_id: null }).where(inArray(postRank.post_id, ids))
}

/** Takes the author off comments. */
export async function disownComments(tx: DbOrTx, ids: number[]): Promise<void> {
  await tx.select({ id: comment.id }).from(comment).where(inArray(comment.id, ids)).orderBy(asc(comment.id)).for('no key update')
  await tx.update(comment).set({ author_id: null }).where(inArray(comment.id, ids))
}
