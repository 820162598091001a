import { and, count, desc, eq, inArray, isNull, not, or, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { builtQuery, type Placed } from '#server/db/driver/built-query.ts'
import { comment } from '../comments/table.ts'
import { isListed } from '../posts/listed.ts'
import { post, postRank } from '../posts/table.ts'
import { report } from '../reports/table.ts'
import { user } from '../users/table.ts'
import { notification } from './table.ts'

export type NotificationKind = typeof notification.$inferSelect['kind']

export type NotificationSubject = { postId?: number | null, commentId?: number | null, reportId?: number | null }

/** Not oneself, not who blocked the actor, no deleted accounts; the bot gets only mentions, by which it finds what to answer. */
function mayReceive(kind: NotificationKind, actorId: number | null): SQL {
  return sql`receiver.deleted_at is null and ${kind === 'mention' ? sql`true` : sql`not receiver.is_bot`} and receiver.id is distinct from ${actorId}::integer
    and not exists (select 1 from blockeduser where blocker_id = receiver.id and blocked_id = ${actorId}::integer)`
}

type NewNotification = NotificationSubject & { kind: NotificationKind, actorId: number | null, now?: Date }

function insertNotifications({ kind, actorId, now = new Date(), ...subject }: NewNotification, receivers: SQL): SQL {
  return sql`
    insert into notification (user_id, kind, actor_id, post_id, comment_id, report_id, created_at)
    select receiver.id, ${kind}, ${actorId}::integer, ${subject.postId ?? null}::integer,
      ${subject.commentId ?? null}::integer, ${subject.reportId ?? null}::integer, ${now.toISOString()}::timestamptz
    from "user" receiver
    where ${receivers} and ${mayReceive(kind, actorId)}`
}

/** `actorId` is who caused the notification, null for staff. */
export async function notify(tx: DbOrTx, { userId, ...columns }: NewNotification & { userId: number }): Promise<void> {
  await tx.execute(insertNotifications(columns, sql`receiver.id = ${userId}`))
}

/** Notifies the mentioned users, except those who have a notification about this post or comment already. */
export async function notifyMentioned(
  tx: DbOrTx,
  { usernames, actorId, postId, commentId = null, now }: {
    usernames: string[], actorId: number, postId: number, commentId?: number | null, now?: Date
  },
): Promise<void> {
  if (usernames.length === 0) return
  const names = sql.join(usernames.map((name) => sql`${name.toLowerCase()}`), sql`, `)
  const isAbout = commentId === null
    ? sql`earlier.post_id = ${postId} and earlier.comment_id is null`
    : sql`earlier.comment_id = ${commentId}`
  const receivers = sql`lower(receiver.username) in (${names})
    and not exists (select 1 from notification earlier where earlier.user_id = receiver.id and ${isAbout})`
  await tx.execute(insertNotifications({ kind: 'mention', actorId, postId, commentId, now }, receivers))
}

export async function retractNotifications(
  tx: DbOrTx,
  { userId, postId, commentId, actorId, kind }: { userId?: number, postId?: number, commentId?: number, actorId?: number, kind?: NotificationKind },
): Promise<void> {
  if (postId === undefined && commentId === undefined && actorId === undefined) {
    throw new Error('Give a post, a comment or an actor')
  }
  const retracted = tx.select({ id: notification.id }).from(notification).where(and(
    userId === undefined ? undefined : eq(notification.user_id, userId),
    postId === undefined ? undefined : eq(notification.post_id, postId),
    commentId === undefined ? undefined : eq(notification.comment_id, commentId),
    actorId === undefined ? undefined : eq(notification.actor_id, actorId),
    kind === undefined ? undefined : eq(notification.kind, kind),
  ))
  // Locked in the order of ids, as `markAllRead` does, so that neither deadlocks the other.
  await tx.delete(notification).where(inArray(notification.id, retracted.orderBy(notification.id).for('update')))
}

const isOfUser = (userId: number | Placeholder) => eq(notification.user_id, userId)

/** The subject is not deleted. Deleting a post or a comment retracts its notifications, deleting a category does not. */
const isCurrent = and(
  or(isNull(notification.post_id), isListed()),
  or(isNull(notification.comment_id), isNull(comment.deleted_at)),
)

const findUnread = builtQuery((db, values: Placed<{ userId: number }>) => db.select({ unread: count() }).from(notification)
  .leftJoin(postRank, eq(postRank.post_id, notification.post_id))
  .leftJoin(comment, eq(comment.id, notification.comment_id))
  .where(and(isOfUser(values.userId), not(notification.read), isCurrent)))

export async function countUnread(tx: DbOrTx, userId: number): Promise<number> {
  const [row] = await findUnread(tx, { userId })
  return row!.unread
}

export function listNotifications(tx: DbOrTx, userId: number, { limit, offset }: { limit: number, offset: number }) {
  // The page is chosen first, so that skipped rows are not joined.
  const page = tx.select({ id: notification.id }).from(notification)
    .leftJoin(postRank, eq(postRank.post_id, notification.post_id))
    .leftJoin(comment, eq(comment.id, notification.comment_id))
    .where(and(isOfUser(userId), isCurrent))
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

export async function markRead(tx: DbOrTx, userId: number, id: number): Promise<boolean> {
  const rows = await tx.update(notification).set({ read: true })
    .where(and(eq(notification.id, id), isOfUser(userId))).returning({ id: notification.id })
  return rows.length > 0
}

export async function markAllRead(tx: DbOrTx, userId: number): Promise<void> {
  const unread = tx.select({ id: notification.id }).from(notification).where(and(isOfUser(userId), not(notification.read)))
  await tx.update(notification).set({ read: true }).where(inArray(notification.id, unread.orderBy(notification.id).for('update')))
}
