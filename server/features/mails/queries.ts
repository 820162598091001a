import { and, desc, eq, gte, inArray, isNull, lt, notExists, or, sql, type SQL } from 'drizzle-orm'
import { NOTIFICATION_KINDS, SETTING_OF } from '#shared/rules/notification-kinds.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import type { DigestPeriod } from '#server/jobs/payloads.ts'
import { blockedUser } from '../blocks/table.ts'
import { isNotBlockedBy } from '../blocks/queries.ts'
import { category, categoryMembership } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { message } from '../messages/table.ts'
import { isCurrent } from '../notifications/queries.ts'
import { notification, notificationSettings, threadLevel } from '../notifications/table.ts'
import { isListed } from '../posts/listed.ts'
import { post, postRank } from '../posts/table.ts'
import { hiddenPost, postVisit } from '../reading/table.ts'
import { savedPost } from '../saves/table.ts'
import { user } from '../users/table.ts'
import { vote } from '../votes/table.ts'
import type { Digest, MailTimes } from './rules.ts'
import { digestRun, mailState } from './table.ts'

const URGENT = NOTIFICATION_KINDS.filter((kind) => SETTING_OF[kind] === 'moderation')

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`

/**
 * Returns the members who should get a mail now, by id: an urgent notification waits, or another notification or a
 * message has waited long enough, and no mail is being sent or was sent recently.
 */
export async function findDueMembers(
  tx: DbOrTx,
  { collectedBefore, sentBefore, abandonedBefore }: MailTimes,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const urgent = sql.join(
    URGENT.map((kind) => sql`${kind}`),
    sql`, `,
  )
  const rows = await tx.execute<{ user_id: number }>(sql`
    with waiting as (
      select user_id, created_at, kind in (${urgent}) as is_urgent from notification where by_email and user_id
        > ${after}
      union all
      select recipient_id, created_at, false from message where by_email and recipient_id > ${after}
    )
    select user_id from waiting left join mail_state state using (user_id)
    where (is_urgent or created_at <= ${at(collectedBefore)})
      and coalesce(state.last_sent_at <= ${at(sentBefore)}, true)
      and coalesce(state.sending_since <= ${at(abandonedBefore)}, true)
    group by user_id order by user_id limit ${limit}`)
  return rows.map((row) => row.user_id)
}

/** Returns false if a mail is already being sent or was sent too recently. */
export async function beginMail(
  tx: DbOrTx,
  userId: number,
  { sentBefore, abandonedBefore }: MailTimes,
  now: Date,
): Promise<boolean> {
  await tx.insert(mailState).values({ user_id: userId }).onConflictDoNothing()
  const rows = await tx
    .update(mailState)
    .set({ sending_since: now })
    .where(
      and(
        eq(mailState.user_id, userId),
        sql`coalesce(${mailState.last_sent_at} <= ${at(sentBefore)}, true)`,
        sql`coalesce(${mailState.sending_since} <= ${at(abandonedBefore)}, true)`,
      ),
    )
    .returning({ id: mailState.user_id })
  return rows.length > 0
}

/** `sentAt` is null if no mail was sent. */
export async function endMail(tx: DbOrTx, userId: number, sentAt: Date | null): Promise<void> {
  await tx
    .update(mailState)
    .set({ sending_since: null, ...(sentAt && { last_sent_at: sentAt }) })
    .where(eq(mailState.user_id, userId))
}

/** Takes the notifications that wait for a mail, locked in the order of ids to prevent deadlocks. */
export async function takeNotifications(tx: DbOrTx, userId: number): Promise<number[]> {
  const waiting = tx
    .select({ id: notification.id })
    .from(notification)
    .where(and(eq(notification.user_id, userId), sql`${notification.by_email}`))
    .orderBy(notification.id)
    .for('update')
  const rows = await tx
    .update(notification)
    .set({ by_email: false })
    .where(inArray(notification.id, waiting))
    .returning({ id: notification.id })
  return rows.map((row) => row.id)
}

export async function takeMessages(tx: DbOrTx, userId: number): Promise<number[]> {
  const waiting = tx
    .select({ id: message.id })
    .from(message)
    .where(and(eq(message.recipient_id, userId), sql`${message.by_email}`))
    .orderBy(message.id)
    .for('update')
  const rows = await tx
    .update(message)
    .set({ by_email: false })
    .where(inArray(message.id, waiting))
    .returning({ id: message.id })
  return rows.map((row) => row.id)
}

type Addressee = { id: number; username: string; email: string; language: 'pl' | 'en' }

/**
 * Returns null for accounts that get no mails: deleted ones, imported ones not yet claimed, the bot, and those without
 * a verified address.
 */
export async function findAddressee(tx: DbOrTx, userId: number): Promise<Addressee | null> {
  const [row] = await tx
    .select({ id: user.id, username: user.username, email: user.email, language: user.language })
    .from(user)
    .where(
      and(
        eq(user.id, userId),
        isNull(user.deleted_at),
        eq(user.email_verified, true),
        eq(user.is_bot, false),
        eq(user.is_unclaimed, false),
      ),
    )
  return row?.email ? { ...row, email: row.email } : null
}

/** Leaves out notifications that were read, are about muted threads or were caused by blocked people. */
export function findUnread(tx: DbOrTx, userId: number, ids: number[]) {
  const { id, thing_id, day, kind, actor_id, post_id } = notification
  return tx
    .select({ id, thing_id, day })
    .from(notification)
    .leftJoin(postRank, eq(postRank.post_id, post_id))
    .leftJoin(comment, eq(comment.id, notification.comment_id))
    .where(
      and(
        inArray(id, ids),
        eq(notification.user_id, userId),
        eq(notification.read, false),
        isCurrent,
        notExists(
          tx
            .select({ one: sql`1` })
            .from(blockedUser)
            .where(and(eq(blockedUser.blocker_id, userId), eq(blockedUser.blocked_id, actor_id))),
        ),
        or(
          inArray(kind, URGENT),
          notExists(
            tx
              .select({ one: sql`1` })
              .from(threadLevel)
              .where(
                and(eq(threadLevel.user_id, userId), eq(threadLevel.post_id, post_id), eq(threadLevel.level, 'none')),
              ),
          ),
        ),
      ),
    )
}

/** Senders who are deleted or blocked are left out. */
export function countMessages(tx: DbOrTx, userId: number, ids: number[], since: Date) {
  return tx
    .select({ username: user.username, count: sql<number>`count(*)::integer` })
    .from(message)
    .innerJoin(user, and(eq(user.id, message.sender_id), isNull(user.deleted_at)))
    .where(
      and(
        inArray(message.id, ids),
        eq(message.recipient_id, userId),
        isNull(message.read_at),
        gte(message.created_at, since),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(blockedUser)
            .where(and(eq(blockedUser.blocker_id, userId), eq(blockedUser.blocked_id, message.sender_id))),
        ),
      ),
    )
    .groupBy(user.id, user.username)
    .orderBy(desc(sql`max(${message.id})`))
}

const UNIT = { daily: sql.raw("'day'"), weekly: sql.raw("'week'") }

/** The latest and the previous digest time: 8:00 in the site's time zone, for weekly digests on Monday. */
export async function latestDigestTimes(
  tx: DbOrTx,
  period: DigestPeriod,
  { now, timeZone }: { now: Date; timeZone: string },
) {
  const unit = UNIT[period]
  const [row] = await tx.execute<{ due_at: string; since: string }>(sql`
    select due at time zone ${timeZone} as due_at, (due - ('1 ' || ${unit})::interval) at time zone ${timeZone} as since
    from (select date_trunc(${unit},
      (${at(now)} at time zone ${timeZone}) - interval '8 hours') + interval '8 hours' as due) as latest`)
  return { due_at: new Date(row!.due_at), since: new Date(row!.since) }
}

/**
 * Locks the row of a period's digest run and advances it to `times` if they are newer. After an outage, one run covers
 * the whole time since the last run.
 */
export async function lockDigestRun(tx: DbOrTx, period: DigestPeriod, times: { due_at: Date; since: Date }) {
  await tx
    .insert(digestRun)
    .values({ period, ...times })
    .onConflictDoNothing()
  const [run] = await tx.select().from(digestRun).where(eq(digestRun.period, period)).for('update')
  if (run!.due_at >= times.due_at) return run!
  const since = run!.due_at < times.since ? run!.due_at : times.since
  const [moved] = await tx
    .update(digestRun)
    .set({ since, due_at: times.due_at, cursor: 0, is_complete: false })
    .where(eq(digestRun.period, period))
    .returning()
  return moved!
}

export async function advanceDigestRun(tx: DbOrTx, period: DigestPeriod, cursor: number | null): Promise<void> {
  await tx
    .update(digestRun)
    .set(cursor === null ? { is_complete: true } : { cursor })
    .where(eq(digestRun.period, period))
}

export async function findDigestMembers(
  tx: DbOrTx,
  period: DigestPeriod,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await tx
    .select({ id: notificationSettings.user_id })
    .from(notificationSettings)
    .where(and(eq(notificationSettings.digest, period), sql`${notificationSettings.user_id} > ${after}`))
    .orderBy(notificationSettings.user_id)
    .limit(limit)
  return rows.map((row) => row.id)
}

export function joinedCategories(tx: DbOrTx, userId: number) {
  return tx
    .select({ id: category.id, is_nsfw: category.is_nsfw })
    .from(categoryMembership)
    .innerJoin(category, and(eq(category.id, categoryMembership.category_id), isNull(category.deleted_at)))
    .where(eq(categoryMembership.user_id, userId))
}

export type RankedPost = { id: number; top: number }

export function bestPosts(
  tx: DbOrTx,
  categoryId: number,
  { since, until }: Pick<Digest, 'since' | 'until'>,
  limit: number,
): Promise<RankedPost[]> {
  return tx
    .select({ id: postRank.post_id, top: postRank.top })
    .from(postRank)
    .where(
      and(
        eq(postRank.category_id, categoryId),
        sql`${postRank.is_listed}`,
        gte(postRank.created_at, since),
        lt(postRank.created_at, until),
      ),
    )
    .orderBy(desc(postRank.top), desc(postRank.post_id))
    .limit(limit)
}

function isUnreadBy(userId: number, since: Date): SQL {
  return sql`${postRank.author_id} is distinct from ${userId}
    and not exists (select 1 from ${vote} where ${vote.post_id} = ${postRank.post_id} and ${vote.user_id} = ${userId})
    and not exists (select 1 from ${postVisit} where ${postVisit.user_id} = ${userId} and ${postVisit.post_id}
    = ${postRank.post_id})
    and not exists (select 1 from ${hiddenPost} where ${hiddenPost.user_id} = ${userId} and ${hiddenPost.post_id}
    = ${postRank.post_id})
    and not exists (select 1 from ${savedPost} where ${savedPost.user_id} = ${userId} and ${savedPost.post_id}
    = ${postRank.post_id})
    and ${postRank.post_id} not in (select ${comment.post_id} from ${comment}
      where ${comment.author_id} = ${userId} and ${comment.is_nsfw} in (false, true) and ${comment.created_at}
        >= ${at(since)} and ${comment.deleted_at} is null)`
}

export function unreadPosts(tx: DbOrTx, userId: number, ids: number[], since: Date, limit: number) {
  return tx
    .select({
      id: post.id,
      title: post.title,
      top: postRank.top,
      comment_count: postRank.comment_count,
      category: category.name,
    })
    .from(postRank)
    .innerJoin(post, eq(post.id, postRank.post_id))
    .innerJoin(category, eq(category.id, postRank.category_id))
    .where(
      and(
        inArray(postRank.post_id, ids),
        eq(postRank.is_nsfw, false),
        isListed(),
        isNotBlockedBy(userId),
        isUnreadBy(userId, since),
      ),
    )
    .orderBy(desc(postRank.top), desc(postRank.post_id))
    .limit(limit)
}

export async function countUnreadPosts(tx: DbOrTx, userId: number, ids: number[], since: Date): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::integer` })
    .from(postRank)
    .where(and(inArray(postRank.post_id, ids), isListed(), isNotBlockedBy(userId), isUnreadBy(userId, since)))
  return row!.count
}
