import { and, asc, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { idempotencyKey } from '#server/features/idempotency/table.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { emailChange } from '../../account/table.ts'
import { appeal, categoryBan, moderatorNote } from '../../moderation/tables.ts'
import { deleteAdminTokensOf, deleteRegistrations, endSessions } from '../../auth/queries.ts'
import { emailToken } from '../../auth/table.ts'
import { closeAppealItem, deleteTextsOf, endClaimsOf } from '../../moderation/index.ts'
import { deleteFactors } from '../../factors/queries.ts'
import { blockedUser } from '../../blocks/table.ts'
import { category, categoryMembership } from '../../categories/table.ts'
import { comment } from '../../comments/table.ts'
import { mailState } from '../../mails/table.ts'
import { emitUnreadChange } from '../../notifications/queries.ts'
import { notification, notificationSettings, threadLevel } from '../../notifications/table.ts'
import { pollVote } from '../../polls/table.ts'
import { post, postRank } from '../../posts/table.ts'
import { hiddenPost, postVisit } from '../../reading/table.ts'
import { savedPost } from '../../saves/table.ts'
import { softDeleteUploads } from '../../uploads/queries.ts'
import { upload } from '../../uploads/table.ts'
import { user } from '../table.ts'

/** Throws `last_admin` without another admin; no other can be removed until the transaction ends. */
export async function requireOtherAdmin(tx: DbOrTx, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.adminRemoval})`)
  const others = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.is_admin, true), isNull(user.deleted_at), ne(user.id, userId)))
    .limit(1)
  if (others.length === 0) throw new ApiError('last_admin')
}

/** Leaves a tombstone; relations and content are removed by a job. Throws `user_not_found`, `last_admin`. */
export async function softDeleteAccount(tx: DbOrTx, userId: number, now: Date): Promise<void> {
  const [account] = await tx
    .select({ is_admin: user.is_admin, email: user.email, avatar_url: user.avatar_url })
    .from(user)
    .where(and(eq(user.id, userId), isNull(user.deleted_at)))
    .for('update')
  if (!account) throw new ApiError('user_not_found')
  if (account.is_admin) await requireOtherAdmin(tx, userId)
  await tx
    .update(user)
    .set({
      email: null,
      password_hash: null,
      bio: '',
      avatar_url: null,
      is_admin: false,
      email_verified: false,
      language: 'pl',
      message_policy: 'everyone',
      home_feed: 'all',
      trust_level: 0,
      active_days: 0,
      active_on: null,
      deleted_at: now,
    })
    .where(eq(user.id, userId))
  if (account.avatar_url !== null) await softDeleteUploads(tx, [account.avatar_url], now)
  await endSessions(tx, userId)
  await tx.delete(emailToken).where(eq(emailToken.user_id, userId))
  await tx.delete(emailChange).where(eq(emailChange.user_id, userId))
  await deleteAdminTokensOf(tx, userId)
  await deleteFactors(tx, userId)
  if (account.email !== null) await deleteRegistrations(tx, account.email)
  await tx.delete(idempotencyKey).where(eq(idempotencyKey.user_id, userId))
}

export async function deleteNotificationsBatch(tx: DbOrTx, userId: number, limit: number): Promise<number> {
  const received = await deleteBatch(tx, sql`notification`, eq(notification.user_id, userId), limit)
  if (received.count > 0) return received.count
  const caused = await deleteBatch(tx, sql`notification`, eq(notification.actor_id, userId), limit, sql`user_id`)
  emitUnreadChange(tx, caused.user_ids)
  return caused.count
}

export async function deleteNotificationChoicesBatch(tx: DbOrTx, userId: number, limit: number): Promise<number> {
  await tx.delete(notificationSettings).where(eq(notificationSettings.user_id, userId))
  await tx.delete(mailState).where(eq(mailState.user_id, userId))
  return (await deleteBatch(tx, sql`thread_level`, eq(threadLevel.user_id, userId), limit)).count
}

export async function deleteBlocksBatch(tx: DbOrTx, userId: number, limit: number): Promise<number> {
  const own = await deleteBatch(tx, sql`blockeduser`, eq(blockedUser.blocker_id, userId), limit)
  return own.count > 0
    ? own.count
    : (await deleteBatch(tx, sql`blockeduser`, eq(blockedUser.blocked_id, userId), limit)).count
}

/** Decisions, and notes that the account wrote, stay on record. */
export async function deleteBansAndNotesBatch(tx: DbOrTx, userId: number, limit: number): Promise<number> {
  await tx.delete(categoryBan).where(eq(categoryBan.user_id, userId))
  await endClaimsOf(tx, userId)
  await deleteTextsOf(tx, userId)
  return (await deleteBatch(tx, sql`moderator_note`, eq(moderatorNote.user_id, userId), limit)).count
}

export async function deleteAppealsBatch(tx: DbOrTx, userId: number, limit: number, now: Date): Promise<number> {
  const open = await tx
    .select({ id: appeal.id })
    .from(appeal)
    .where(and(eq(appeal.user_id, userId), eq(appeal.status, 'open')))
  for (const { id } of open) await closeAppealItem(tx, id, null, now)
  return (await deleteBatch(tx, sql`appeal`, eq(appeal.user_id, userId), limit)).count
}

export async function deleteSavesBatch(tx: DbOrTx, userId: number, limit: number): Promise<number> {
  return (await deleteBatch(tx, sql`savedpost`, eq(savedPost.user_id, userId), limit)).count
}

export async function deletePollVotesBatch(tx: DbOrTx, userId: number, limit: number): Promise<number> {
  return (await deleteBatch(tx, sql`poll_vote`, eq(pollVote.user_id, userId), limit)).count
}

export async function deleteReadingBatch(tx: DbOrTx, userId: number, limit: number): Promise<number> {
  const visits = await deleteBatch(tx, sql`post_visit`, eq(postVisit.user_id, userId), limit)
  return visits.count + (await deleteBatch(tx, sql`hidden_post`, eq(hiddenPost.user_id, userId), limit)).count
}

/**
 * Counts the rows found, not deleted: one that changes meanwhile is not deleted and must be found again. `ofUser` is
 * the column of `user_ids`.
 */
async function deleteBatch(
  tx: DbOrTx,
  table: SQL,
  which: SQL,
  limit: number,
  ofUser = sql`null::integer`,
): Promise<{ count: number; user_ids: number[] }> {
  const [found] = await tx.execute<{ count: number; user_ids: number[] }>(sql`
    with batch as materialized (select ctid from ${table} where ${which} limit ${limit}),
    gone as (delete from ${table} where ctid = any(array(select ctid from batch)) returning ${ofUser} as user_id)
    select (select count(*)::integer from batch) as count, array(select distinct user_id from gone) as user_ids`)
  return found!
}

/** Categories that the member created have no creator afterwards. */
export async function leaveCategoriesBatch(tx: DbOrTx, userId: number, limit: number): Promise<number> {
  const joined = await tx
    .select({ id: categoryMembership.category_id })
    .from(categoryMembership)
    .where(eq(categoryMembership.user_id, userId))
    .limit(limit)
  if (joined.length === 0) return 0
  const ids = joined.map((row) => row.id)
  await tx
    .select({ id: category.id })
    .from(category)
    .where(inArray(category.id, ids))
    .orderBy(asc(category.id))
    .for('no key update')
  const left = await tx
    .delete(categoryMembership)
    .where(and(eq(categoryMembership.user_id, userId), inArray(categoryMembership.category_id, ids)))
    .returning({ id: categoryMembership.category_id })
  await tx
    .update(category)
    .set({
      member_count: sql`${category.member_count} - 1`,
      creator_id: sql`nullif(${category.creator_id}, ${userId})`,
    })
    .where(
      inArray(
        category.id,
        left.map((row) => row.id),
      ),
    )
  return joined.length
}

export async function softDeleteMessageImages(tx: DbOrTx, userId: number, now: Date): Promise<void> {
  await tx
    .update(upload)
    .set({ deleted_at: now })
    .where(and(eq(upload.user_id, userId), eq(upload.kind, 'message_image'), isNull(upload.deleted_at)))
}

export async function findPosts(tx: DbOrTx, userId: number, limit: number): Promise<number[]> {
  const rows = await tx
    .select({ id: post.id })
    .from(post)
    .where(and(eq(post.author_id, userId), isNull(post.deleted_at)))
    .limit(limit)
  return rows.map((row) => row.id)
}

export async function findComments(tx: DbOrTx, userId: number, limit: number): Promise<number[]> {
  const rows = await tx
    .select({ id: comment.id })
    .from(comment)
    .where(and(eq(comment.author_id, userId), isNull(comment.deleted_at)))
    .limit(limit)
  return rows.map((row) => row.id)
}

export async function anonymizePosts(tx: DbOrTx, ids: number[]): Promise<void> {
  await tx.select({ id: post.id }).from(post).where(inArray(post.id, ids)).orderBy(asc(post.id)).for('no key update')
  await tx.update(post).set({ author_id: null }).where(inArray(post.id, ids))
  await tx
    .select({ id: postRank.post_id })
    .from(postRank)
    .where(inArray(postRank.post_id, ids))
    .orderBy(asc(postRank.post_id))
    .for('no key update')
  await tx.update(postRank).set({ author_id: null }).where(inArray(postRank.post_id, ids))
}

export async function anonymizeComments(tx: DbOrTx, ids: number[]): Promise<void> {
  await tx
    .select({ id: comment.id })
    .from(comment)
    .where(inArray(comment.id, ids))
    .orderBy(asc(comment.id))
    .for('no key update')
  await tx.update(comment).set({ author_id: null }).where(inArray(comment.id, ids))
}
