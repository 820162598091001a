import { and, count, desc, eq, inArray, isNull, lt, not, or, sql, type Placeholder, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { LIMITS } from '#shared/limits.ts'
import { SETTING_OF, type NotificationKind } from '#shared/rules/notification-kinds.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { builtQuery, type Placeholders } from '#server/db/driver/built-query.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { addJob } from '#server/jobs/add.ts'
import { appeal, decision, report } from '../moderation/tables.ts'
import { category } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { emitChange } from '../events/changes.ts'
import { modmailThread } from '../modmail/table.ts'
import { isListed } from '../posts/listed.ts'
import { closeReadNotices } from '../push/closing.ts'
import { isPushed } from '../push/subscribed.ts'
import { post, postRank } from '../posts/table.ts'
import { stream } from '../streams/table.ts'
import { user } from '../users/table.ts'
import { notification } from './table.ts'

/** `parentId` is the comment that was replied to. */
type NotificationSubject = {
  postId?: number | null
  commentId?: number | null
  categoryId?: number | null
  parentId?: number | null
  reportId?: number | SQL | null
  decisionId?: number | null
  modmailId?: number | null
  streamId?: number | null
}

/** The bot receives only mentions, because it replies to them. */
function mayReceive(kind: NotificationKind, actorId: number | null): SQL {
  return sql`receiver.deleted_at is null and ${kind === 'mention' ? sql`true` : sql`not receiver.is_bot`}
    and receiver.id is distinct from ${actorId}::integer
    and not exists (select 1 from blockeduser where blocker_id = receiver.id and blocked_id = ${actorId}::integer)`
}

/** Members with a lower notification level for the thread than `level` are not notified; 'all' is above 'replies'. */
type NewNotification = NotificationSubject & {
  kind: NotificationKind
  actorId: number | null
  level?: 'replies' | 'all'
  now?: Date
}

const GROUPED = new Set<NotificationKind>([
  'post_comment',
  'comment_reply',
  'mention',
  'follower',
  'bot_answer',
  'modmail',
  'modmail_answer',
])

/** Notifications of the same kind, day and subject form a group, so kinds that are not grouped get a unique subject. */
function thingOf({ kind, postId, parentId, commentId, modmailId }: NewNotification): SQL {
  if (modmailId != null) return sql`${modmailId}::integer`
  if (!GROUPED.has(kind)) return sql`nextval(pg_get_serial_sequence('notification', 'id'))::integer`
  return sql`${(kind === 'comment_reply' ? (parentId ?? commentId) : postId) ?? 0}::integer`
}

const hasJoined = (categoryId: SQL) =>
  sql`exists (select 1 from categorymembership joined where joined.category_id = ${categoryId} and joined.user_id
    = receiver.id)`

/**
 * Invitations and decisions of a community are mailed or pushed only to its members, because anybody may create a
 * community. Decisions about posts need no check, because only members may post.
 */
function mayLeaveSite({ kind, categoryId, decisionId }: NewNotification): SQL {
  if (kind === 'invite') return hasJoined(sql`${categoryId}::integer`)
  if (kind !== 'moderation' || decisionId == null) return sql`true`
  return sql`(select made.by_admin or made.category_id is null or made.post_id is not null
    or ${hasJoined(sql`made.category_id`)}
    from decision made where made.id = ${decisionId})`
}

/** Inserts notifications for the receivers whose blocks, settings and thread levels allow them. */
function insertNotifications(added: NewNotification, receivers: SQL): SQL {
  const {
    kind,
    actorId,
    postId = null,
    commentId = null,
    categoryId = null,
    reportId = null,
    decisionId = null,
    modmailId = null,
    streamId = null,
    level = 'replies',
    now = new Date(),
  } = added
  const setting = SETTING_OF[kind]
  const onSite = setting === null ? sql`true` : sql`coalesce(${setting} <> all (settings.site_off), true)`
  const byEmail =
    setting === null
      ? sql`false`
      : sql`(coalesce(${setting} = any (settings.email_on), ${setting === 'moderation'}::boolean)
        and ${mayLeaveSite(added)})`
  const byPush = setting === null ? sql`false` : isPushed(setting, sql`${mayLeaveSite(added)}`)
  const isModeration = setting === 'moderation' || setting === null
  const isLevelMet =
    isModeration || postId === null
      ? sql`true`
      : sql`not exists (select 1 from thread_level own where own.user_id = receiver.id and own.post_id = ${postId}
        and own.level ${level === 'all' ? sql`<> 'all'` : sql`= 'none'`})`
  return sql`
    insert into notification (user_id, kind, actor_id, post_id, comment_id, category_id, report_id, decision_id,
      modmail_id, stream_id,
      created_at, thing_id, on_site, by_email, push_at)
    select receiver.id, ${kind}, ${actorId}::integer, ${postId}::integer, ${commentId}::integer,
      ${categoryId}::integer, ${reportId}::integer,
      ${decisionId}::integer, ${modmailId}::integer, ${streamId}::integer,
      ${now.toISOString()}::timestamptz, ${thingOf(added)}, ${onSite}, ${byEmail},
      case when ${byPush} then ${now.toISOString()}::timestamptz end
    from "user" receiver left join notification_settings settings on settings.user_id = receiver.id
    where ${receivers} and ${mayReceive(kind, actorId)} and (${onSite} or ${byEmail} or ${byPush})
      and ${isLevelMet}`
}

/** Returns whether any of the notifications is to be sent by mail. */
async function addNotifications(tx: DbOrTx, added: NewNotification, receivers: SQL): Promise<boolean> {
  const rows = await tx.execute<{ id: number; user_id: number; by_email: boolean; by_push: boolean }>(
    sql`${insertNotifications(added, receivers)} returning id, user_id, by_email, push_at is not null as by_push`,
  )
  for (const { id, user_id } of rows) emitChange(tx, { type: 'notification', user_id, id })
  if (rows.some(({ by_push }) => by_push)) await addJob(tx, 'send_push', {})
  return rows.some(({ by_email }) => by_email)
}

export async function emitUnreadChange(tx: DbOrTx, userIds: number[]): Promise<void> {
  const members = [...new Set(userIds)]
  for (const user_id of members) emitChange(tx, { type: 'notifications', user_id })
  await closeReadNotices(tx, members)
}

export async function findUnreadReceivers(tx: DbOrTx, postIds: number[]): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ user_id: notification.user_id })
    .from(notification)
    .where(and(isOneOf(notification.post_id, postIds), not(notification.read), sql`${notification.on_site}`))
  return rows.map(({ user_id }) => user_id)
}

/** `actorId` is null if the notification must not reveal which staff member caused it. */
export async function notify(tx: DbOrTx, { userId, ...added }: NewNotification & { userId: number }): Promise<void> {
  const isMailed = await addNotifications(tx, added, sql`receiver.id = ${userId}`)
  // The job has no key, because concurrent transactions with the same job key would wait for each other.
  if (isMailed && SETTING_OF[added.kind] === 'moderation') await addJob(tx, 'collect_notification_mails', {})
}

export async function notifyReporters(
  tx: DbOrTx,
  reportIds: number[],
  { deciderId, now }: { deciderId: number | null; now: Date },
): Promise<void> {
  if (reportIds.length === 0) return
  const ids = sql`any (${sql.param(reportIds)}::integer[])`
  const receivers = sql`receiver.id in (select reporter_id from report where id = ${ids}) and receiver.id is distinct
    from ${deciderId}::integer`
  const reportId = sql`(select max(id) from report where reporter_id = receiver.id and id = ${ids})`
  await addNotifications(tx, { kind: 'report_decided', actorId: null, reportId, now }, receivers)
}

/**
 * Notifies the next `limit` followers of the thread, in the order of user ids. Returns the last id, or null if none is
 * left.
 */
export async function notifyFollowersOfThread(
  tx: DbOrTx,
  added: { postId: number; commentId: number; actorId: number; now?: Date },
  { authorId, after, limit }: { authorId: number | null; after: number; limit: number },
): Promise<number | null> {
  const followers = sql`select user_id as id from thread_level
    where post_id = ${added.postId} and level = 'all' and user_id > ${after} order by user_id limit ${limit}`
  const [page] = await tx.execute<{ id: number | null; count: number }>(
    sql`select max(id) as id, count(*)::integer as count from (${followers}) page`,
  )
  if (page?.id == null) return null
  const receivers = sql`receiver.id in (${followers})
    and receiver.id is distinct from ${authorId}::integer
    and not exists (select 1 from notification earlier where earlier.user_id = receiver.id and earlier.comment_id
    = ${added.commentId})`
  await addNotifications(tx, { kind: 'post_comment', level: 'all', ...added }, receivers)
  return page.count < limit ? null : page.id
}

/**
 * Notifies the next `limit` followers of the streamer, each once per stream. Returns the last id, or null if none is
 * left.
 */
export async function notifyFollowers(
  tx: DbOrTx,
  added: { streamId: number; postId: number | null; actorId: number; now: Date },
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  const followers = sql`select follower_id as id from follow
    where followed_id = ${added.actorId} and follower_id > ${after} order by follower_id limit ${limit}`
  const [last] = await tx.execute<{ id: number | null }>(sql`select max(id) as id from (${followers}) page`)
  if (last?.id == null) return null
  const receivers = sql`receiver.id in (${followers})
    and not exists (select 1 from notification earlier where earlier.user_id = receiver.id and earlier.stream_id
    = ${added.streamId})`
  await addNotifications(tx, { kind: 'stream', ...added }, receivers)
  return last.id
}

/** Notifies mentioned users, except for those already notified of this post or comment. */
export async function notifyMentioned(
  tx: DbOrTx,
  {
    usernames,
    actorId,
    postId,
    commentId = null,
    now,
  }: { usernames: string[]; actorId: number; postId: number; commentId?: number | null; now?: Date },
): Promise<void> {
  if (usernames.length === 0) return
  const names = sql.join(
    usernames.map((name) => sql`${name.toLowerCase()}`),
    sql`, `,
  )
  const isAbout =
    commentId === null
      ? sql`earlier.post_id = ${postId} and earlier.comment_id is null`
      : sql`earlier.comment_id = ${commentId}`
  const receivers = sql`lower(receiver.username) in (${names})
    and not exists (select 1 from notification earlier where earlier.user_id = receiver.id and ${isAbout})`
  await addNotifications(tx, { kind: 'mention', actorId, postId, commentId, now }, receivers)
}

/** Notifies staff of a waiting mod mail thread, unless they have an unread notification about that thread. */
export async function notifyOfModmail(
  tx: DbOrTx,
  staffIds: number[],
  added: { modmailId: number; categoryId: number | null; actorId: number; now: Date },
): Promise<void> {
  if (staffIds.length === 0) return
  const receivers = sql`receiver.id = any (${sql.param(staffIds)}::integer[])
    and not exists (select 1 from notification earlier where earlier.modmail_id = ${added.modmailId}
      and earlier.user_id = receiver.id and earlier.kind = 'modmail' and not earlier.read)`
  await addNotifications(tx, { kind: 'modmail', ...added }, receivers)
}

export async function markModmailRead(tx: DbOrTx, userId: number, modmailId: number): Promise<void> {
  const rows = await tx
    .update(notification)
    .set({ read: true })
    .where(and(eq(notification.modmail_id, modmailId), eq(notification.user_id, userId), not(notification.read)))
    .returning({ user_id: notification.user_id })
  if (rows.length > 0) await emitUnreadChange(tx, [userId])
}

/** Emits new unread counts to members with unread notifications about content that was just hidden or shown. */
export async function emitUnreadOf(
  tx: DbOrTx,
  { postId, commentId }: { postId?: number; commentId?: number },
): Promise<void> {
  const isAbout = postId === undefined ? eq(notification.comment_id, commentId!) : eq(notification.post_id, postId)
  const rows = await tx
    .selectDistinct({ user_id: notification.user_id })
    .from(notification)
    .where(and(isAbout, not(notification.read)))
  await emitUnreadChange(
    tx,
    rows.map(({ user_id }) => user_id),
  )
}

export async function retractNotifications(
  tx: DbOrTx,
  {
    userId,
    postId,
    commentId,
    categoryId,
    actorId,
    reportIds,
    kind,
    until,
  }: {
    userId?: number
    postId?: number
    commentId?: number
    categoryId?: number
    actorId?: number
    reportIds?: number[]
    kind?: NotificationKind
    until?: Date
  },
): Promise<void> {
  if (
    [postId, commentId, categoryId, actorId, reportIds].every((id) => id === undefined) &&
    (userId === undefined || kind === undefined)
  ) {
    throw new Error('Give a post, a comment, a category, an actor, or a user with a kind')
  }
  const retracted = tx
    .select({ id: notification.id })
    .from(notification)
    .where(
      and(
        userId === undefined ? undefined : eq(notification.user_id, userId),
        postId === undefined ? undefined : eq(notification.post_id, postId),
        commentId === undefined ? undefined : eq(notification.comment_id, commentId),
        categoryId === undefined ? undefined : eq(notification.category_id, categoryId),
        actorId === undefined ? undefined : eq(notification.actor_id, actorId),
        reportIds === undefined ? undefined : isOneOf(notification.report_id, reportIds),
        kind === undefined ? undefined : eq(notification.kind, kind),
        until === undefined ? undefined : lt(notification.created_at, until),
      ),
    )
  // Locks the rows in the order of ids, as `markAllRead` does, to prevent deadlocks.
  const rows = await tx
    .delete(notification)
    .where(inArray(notification.id, retracted.orderBy(notification.id).for('update')))
    .returning({ user_id: notification.user_id })
  await emitUnreadChange(
    tx,
    rows.map(({ user_id }) => user_id),
  )
}

const isOfUser = (userId: number | Placeholder) => and(eq(notification.user_id, userId), sql`${notification.on_site}`)

/** Excludes notifications about removed content and deleted communities, because such notifications are not deleted. */
export const isCurrent = and(
  or(isNull(notification.post_id), isListed()),
  or(isNull(notification.comment_id), comment.is_listed),
  or(
    isNull(notification.category_id),
    sql`exists (select 1 from ${category} where ${category.id} = ${notification.category_id}
      and ${category.deleted_at} is null)`,
  ),
  or(
    isNull(notification.stream_id),
    sql`exists (select 1 from ${stream} where ${stream.id} = ${notification.stream_id}
      and ${stream.deleted_at} is null)`,
  ),
)

const isSeen = and(sql`${notification.on_site}`, isCurrent)

const MAX_COUNTED = LIMITS.badge + 1

export const selectUnread = (db: DbOrTx, { userId }: Placeholders<{ userId: number }>) =>
  db.select({ unread: count() }).from(
    db
      .select({ id: notification.id })
      .from(notification)
      .leftJoin(postRank, eq(postRank.post_id, notification.post_id))
      .leftJoin(comment, eq(comment.id, notification.comment_id))
      .where(and(isOfUser(userId), not(notification.read), isCurrent))
      .limit(MAX_COUNTED)
      .as('counted'),
  )

const findUnread = builtQuery(selectUnread)

/** Counts at most `MAX_COUNTED`, which is displayed as '99+'. */
export async function countUnread(tx: DbOrTx, userId: number): Promise<number> {
  const [row] = await findUnread(tx, { userId })
  return row!.unread
}

/** The subquery per member lets PostgreSQL reuse one generic plan; a join would be planned again at every call. */
export async function countUnreadOf(tx: DbOrTx, userIds: number[]): Promise<Map<number, number>> {
  const ofMember = tx
    .select({ id: notification.id })
    .from(notification)
    .leftJoin(postRank, eq(postRank.post_id, notification.post_id))
    .leftJoin(comment, eq(comment.id, notification.comment_id))
    .where(and(eq(notification.user_id, user.id), not(notification.read), isSeen))
    .limit(MAX_COUNTED)
  const rows = await tx
    .select({ user_id: user.id, unread: sql`(select count(*) from (${ofMember}) as counted)`.mapWith(Number) })
    .from(user)
    .where(isOneOf(user.id, userIds))
  return new Map(rows.map(({ user_id, unread }) => [user_id, unread]))
}

const selectCurrent = (tx: DbOrTx) =>
  tx
    .select({ id: notification.id })
    .from(notification)
    .leftJoin(postRank, eq(postRank.post_id, notification.post_id))
    .leftJoin(comment, eq(comment.id, notification.comment_id))

type ListedNotifications = {
  limit: number
  offset: number
  kinds?: NotificationKind[]
  unread: boolean
  before?: number
}

/** Compares with a literal for mentions, because the planner cannot match a parameter with the partial index. */
function isOfKinds(kinds: NotificationKind[] | undefined): SQL | undefined {
  if (kinds === undefined) return undefined
  return kinds.length === 1 && kinds[0] === 'mention' ? sql`kind = 'mention'` : inArray(notification.kind, kinds)
}

export function listNotifications(
  tx: DbOrTx,
  userId: number,
  { limit, offset, kinds, unread, before }: ListedNotifications,
) {
  // Selects the page before the joins, so that skipped rows are not joined.
  const page = selectCurrent(tx)
    .where(
      and(
        isOfUser(userId),
        isCurrent,
        isOfKinds(kinds),
        unread ? not(notification.read) : undefined,
        before === undefined ? undefined : lt(notification.id, before),
      ),
    )
    .orderBy(desc(notification.id))
    .limit(limit)
    .offset(offset)
  return selectDetails(tx, page)
}

export const loadNotifications = (tx: DbOrTx, ids: number[]) =>
  selectDetails(tx, tx.select({ id: notification.id }).from(notification).where(inArray(notification.id, ids)))

export function findNotifications(tx: DbOrTx, ids: number[]) {
  return selectDetails(tx, selectCurrent(tx).where(and(isOneOf(notification.id, ids), isSeen)))
}

type Ids = { as: (alias: 'page') => ReturnType<ReturnType<typeof selectIds>['as']> }

const selectIds = (tx: DbOrTx) => tx.select({ id: notification.id }).from(notification)

const decided = alias(comment, 'decided')
const decidedPost = alias(post, 'decided_post')

function selectDetails(tx: DbOrTx, ids: Ids) {
  const page = ids.as('page')
  return tx
    .select({
      id: notification.id,
      user_id: notification.user_id,
      actor_id: notification.actor_id,
      kind: notification.kind,
      read: notification.read,
      post_id: sql<number | null>`coalesce(${notification.post_id}, ${decision.post_id}, ${decided.post_id})`,
      comment_id: sql<number | null>`coalesce(${notification.comment_id}, ${decision.comment_id})`,
      decision_id: decision.id,
      decided: decision.action,
      decided_title: sql<string | null>`coalesce(${decidedPost.title}, ${decided.excerpt})`,
      created_at: notification.created_at,
      actor: user.username,
      post_title: post.title,
      category_name: category.name,
      is_nsfw: sql<boolean>`coalesce(${postRank.is_nsfw}, ${category.is_nsfw}, false)`,
      is_own_post: sql<boolean>`coalesce(${postRank.author_id} = ${notification.user_id}, false)`,
      excerpt: comment.excerpt,
      has_image: sql<boolean>`${comment.image_url} is not null`,
      has_video: sql<boolean>`${comment.video_url} is not null`,
      report_status: report.status,
      appeal_status: appeal.status,
      appeal_answer: appeal.answer,
      modmail_id: notification.modmail_id,
      modmail_subject: modmailThread.subject,
      stream_id: notification.stream_id,
      stream_title: sql<string | null>`case when ${stream.id} is not null
        then coalesce(${post.title}, ${stream.title}) end`,
    })
    .from(page)
    .innerJoin(notification, eq(notification.id, page.id))
    .leftJoin(user, and(eq(user.id, notification.actor_id), isNull(user.deleted_at)))
    .leftJoin(post, eq(post.id, notification.post_id))
    .leftJoin(postRank, eq(postRank.post_id, notification.post_id))
    .leftJoin(comment, eq(comment.id, notification.comment_id))
    .leftJoin(report, eq(report.id, notification.report_id))
    .leftJoin(stream, eq(stream.id, notification.stream_id))
    .leftJoin(decision, eq(decision.id, notification.decision_id))
    .leftJoin(modmailThread, eq(modmailThread.id, notification.modmail_id))
    .leftJoin(decided, eq(decided.id, decision.comment_id))
    .leftJoin(decidedPost, eq(decidedPost.id, decision.post_id))
    .leftJoin(appeal, and(eq(appeal.decision_id, notification.decision_id), eq(notification.kind, 'appeal')))
    .leftJoin(category, eq(category.id, sql`coalesce(${notification.category_id}, ${decision.category_id})`))
    .orderBy(desc(notification.id))
}

export async function markRead(tx: DbOrTx, userId: number, id: number): Promise<boolean> {
  const rows = await tx
    .update(notification)
    .set({ read: true })
    .where(and(eq(notification.id, id), isOfUser(userId)))
    .returning({ user_id: notification.user_id })
  await emitUnreadChange(
    tx,
    rows.map(({ user_id }) => user_id),
  )
  return rows.length > 0
}

export async function markAllRead(tx: DbOrTx, userId: number): Promise<void> {
  const unread = tx
    .select({ id: notification.id })
    .from(notification)
    .where(and(isOfUser(userId), not(notification.read)))
  const rows = await tx
    .update(notification)
    .set({ read: true })
    .where(inArray(notification.id, unread.orderBy(notification.id).for('update')))
    .returning({ user_id: notification.user_id })
  await emitUnreadChange(
    tx,
    rows.map(({ user_id }) => user_id),
  )
}
