import { and, count, desc, eq, inArray, isNull, not, or, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { prepared, type Placed } from '#server/db/prepared.ts'
import { comment } from '../comments/table.ts'
import { post, postRank } from '../posts/table.ts'
import { report } from '../reports/table.ts'
import { user } from '../users/table.ts'
import { notification } from './table.ts'

export type NoticeKind = typeof notification.$inferSelect['kind']

/** What a notice is about; a notice about a comment names the post too. */
export type NoticeSubject = { postId?: number | null, commentId?: number | null, reportId?: number | null }

/**
 * Who may be told of what `actorId` did: not themselves, not who blocked them, no deleted account. The bot hears of mentions
 * alone: its notices say which comments await it.
 */
function mayHear(kind: NoticeKind, actorId: number | null): SQL {
  return sql`receiver.deleted_at is null and ${kind === 'mention' ? sql`true` : sql`not receiver.is_bot`} and receiver.id is distinct from ${actorId}::integer
    and not exists (select 1 from blockeduser where blocker_id = receiver.id and blocked_id = ${actorId}::integer)`
}

function insertNotices(kind: NoticeKind, actorId: number | null, subject: NoticeSubject, receivers: SQL): SQL {
  return sql`
    insert into notification (user_id, kind, actor_id, post_id, comment_id, report_id)
    select receiver.id, ${kind}, ${actorId}::integer, ${subject.postId ?? null}::integer,
      ${subject.commentId ?? null}::integer, ${subject.reportId ?? null}::integer
    from "user" receiver
    where ${receivers} and ${mayHear(kind, actorId)}`
}

/**
 * Tells a member of something that concerns them; `actorId` is who did it (null: staff). Nobody hears of what they did
 * themselves or of someone they blocked, and neither bots nor deleted accounts hear anything.
 */
export async function notify(
  tx: DbOrTx, { userId, kind, actorId, ...subject }: NoticeSubject & { userId: number, kind: NoticeKind, actorId: number | null },
): Promise<void> {
  await tx.execute(insertNotices(kind, actorId, subject, sql`receiver.id = ${userId}`))
}

/**
 * Tells the mentioned members, of any case of their names. Whoever has a notice about this very post or comment already
 * (as its post's author, or from before an edit) gets no second one.
 */
export async function notifyMentioned(
  tx: DbOrTx, { usernames, actorId, postId, commentId = null }: { usernames: string[], actorId: number, postId: number, commentId?: number | null },
): Promise<void> {
  if (usernames.length === 0) return
  const names = sql.join(usernames.map((name) => sql`${name.toLowerCase()}`), sql`, `)
  const told = commentId === null
    ? sql`told.post_id = ${postId} and told.comment_id is null`
    : sql`told.comment_id = ${commentId}`
  const receivers = sql`lower(receiver.username) in (${names})
    and not exists (select 1 from notification told where told.user_id = receiver.id and ${told})`
  await tx.execute(insertNotices('mention', actorId, { postId, commentId }, receivers))
}

/** Removes the notices to which everything given applies: of a deleted post or comment, of an unfollow, of a blocked person. */
export async function retractNotifications(
  tx: DbOrTx,
  { userId, postId, commentId, actorId, kind }: { userId?: number, postId?: number, commentId?: number, actorId?: number, kind?: NoticeKind },
): Promise<void> {
  if (postId === undefined && commentId === undefined && actorId === undefined) {
    throw new Error('Notices of what, or of whom?')
  }
  const retracted = tx.select({ id: notification.id }).from(notification).where(and(
    userId === undefined ? undefined : eq(notification.user_id, userId),
    postId === undefined ? undefined : eq(notification.post_id, postId),
    commentId === undefined ? undefined : eq(notification.comment_id, commentId),
    actorId === undefined ? undefined : eq(notification.actor_id, actorId),
    kind === undefined ? undefined : eq(notification.kind, kind),
  ))
  // Locked in one order, because a receiver may be marking the same notices as read.
  await tx.delete(notification).where(inArray(notification.id, retracted.orderBy(notification.id).for('update')))
}

const isNoticeOf = (userId: number | Placeholder) => eq(notification.user_id, userId)

/** Whether what a notice is about is still there. Deletions retract their notices; this covers a whole community's. */
const isCurrent = and(
  or(isNull(notification.post_id), postRank.is_listed),
  or(isNull(notification.comment_id), isNull(comment.deleted_at)),
)

const findUnread = prepared((db, values: Placed<{ userId: number }>) => db.select({ unread: count() }).from(notification)
  .leftJoin(postRank, eq(postRank.post_id, notification.post_id))
  .leftJoin(comment, eq(comment.id, notification.comment_id))
  .where(and(isNoticeOf(values.userId), not(notification.read), isCurrent)))

/** How many notices a member has not read. */
export async function countUnread(tx: DbOrTx, userId: number): Promise<number> {
  const [row] = await findUnread(tx, { userId })
  return row!.unread
}

/** The notices of a member, latest first, with what their texts are made of; `actor` is null where that account is gone. */
export function listNotices(tx: DbOrTx, userId: number, { limit, offset }: { limit: number, offset: number }) {
  // Only what is shown is joined: what the offset skips costs an index entry each.
  const page = tx.select({ id: notification.id }).from(notification)
    .leftJoin(postRank, eq(postRank.post_id, notification.post_id))
    .leftJoin(comment, eq(comment.id, notification.comment_id))
    .where(and(isNoticeOf(userId), isCurrent))
    .orderBy(desc(notification.id)).limit(limit).offset(offset)
    .as('page')
  return tx.select({
    id: notification.id,
    kind: notification.kind,
    read: notification.read,
    post_id: notification.post_id,
    comment_id: notification.comment_id,
    created_at: notification.created_at,
    actor: user.username,
    post_title: post.title,
    is_nsfw: sql<boolean>`coalesce(${postRank.is_nsfw}, false)`,
    excerpt: comment.excerpt,
    has_image: sql<boolean>`${comment.image_url} is not null`,
    has_video: sql<boolean>`${comment.video_url} is not null`,
    report_status: report.status,
  }).from(page).innerJoin(notification, eq(notification.id, page.id))
    .leftJoin(user, and(eq(user.id, notification.actor_id), isNull(user.deleted_at)))
    .leftJoin(post, eq(post.id, notification.post_id))
    .leftJoin(postRank, eq(postRank.post_id, notification.post_id))
    .leftJoin(comment, eq(comment.id, notification.comment_id))
    .leftJoin(report, eq(report.id, notification.report_id))
    .orderBy(desc(notification.id))
}

/** Marks one notice of a member as read, false where they have none of that id. */
export async function markRead(tx: DbOrTx, userId: number, id: number): Promise<boolean> {
  const rows = await tx.update(notification).set({ read: true })
    .where(and(eq(notification.id, id), isNoticeOf(userId))).returning({ id: notification.id })
  return rows.length > 0
}

export async function markAllRead(tx: DbOrTx, userId: number): Promise<void> {
  const unread = tx.select({ id: notification.id }).from(notification).where(and(isNoticeOf(userId), not(notification.read)))
  await tx.update(notification).set({ read: true }).where(inArray(notification.id, unread.orderBy(notification.id).for('update')))
}
