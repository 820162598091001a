import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, notExists, or, sql } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { session } from '../auth/table.ts'
import { oauthSession } from '../oauth/table.ts'
import { personalToken } from '../tokens/table.ts'
import { blockedUser } from '../blocks/table.ts'
import { comment } from '../comments/table.ts'
import { message } from '../messages/table.ts'
import { isCurrent } from '../notifications/queries.ts'
import { notification, threadLevel } from '../notifications/table.ts'
import { postRank } from '../posts/table.ts'
import { lockById } from '../auth/queries.ts'
import { user } from '../users/table.ts'
import { pushKey, pushNotice, pushRetry, pushSubscription } from './table.ts'

export async function findKey(tx: DbOrTx) {
  const [row] = await tx.select().from(pushKey)
  return row ?? null
}

export async function insertKey(tx: DbOrTx, key: { public_key: string; private_key: string }): Promise<void> {
  await tx.insert(pushKey).values(key).onConflictDoNothing()
}

export async function reencryptKey(tx: DbOrTx, key: { public_key: string; private_key: string }): Promise<void> {
  await tx.update(pushKey).set({ private_key: key.private_key }).where(eq(pushKey.public_key, key.public_key))
}

/** Subscriptions are invalid with a new key, so they are deleted. */
export async function replaceKey(tx: Tx, key: { public_key: string; private_key: string }): Promise<void> {
  await tx.delete(pushSubscription)
  await tx
    .insert(pushKey)
    .values(key)
    .onConflictDoUpdate({ target: pushKey.id, set: { ...key, created_at: sql`now()` } })
}

export type Subscription = typeof pushSubscription.$inferSelect

/**
 * Deletes the member's oldest subscriptions over the limit. Returns null if the endpoint belongs to another browser.
 */
export async function insertSubscription(
  tx: DbOrTx,
  values: typeof pushSubscription.$inferInsert,
): Promise<Subscription | null> {
  await lockById(tx, values.user_id)
  const { user_id, session_id, token_id, oauth_session_id, variant, p256dh, auth, device, created_at } = values
  const [row] = await tx
    .insert(pushSubscription)
    .values(values)
    .onConflictDoUpdate({
      target: pushSubscription.endpoint,
      set: { user_id, session_id, token_id, oauth_session_id, variant, p256dh, auth, device, created_at },
      setWhere: or(
        eq(pushSubscription.user_id, user_id),
        and(eq(pushSubscription.p256dh, p256dh), eq(pushSubscription.auth, auth)),
      ),
    })
    .returning()
  if (!row) return null
  const kept = tx
    .select({ id: pushSubscription.id })
    .from(pushSubscription)
    .where(and(eq(pushSubscription.user_id, user_id), ne(pushSubscription.id, row.id)))
    .orderBy(desc(pushSubscription.created_at), desc(pushSubscription.id))
    .limit(LIMITS.pushDevices - 1)
  await tx
    .delete(pushSubscription)
    .where(
      and(
        eq(pushSubscription.user_id, user_id),
        ne(pushSubscription.id, row.id),
        sql`${pushSubscription.id} not in (${kept})`,
      ),
    )
  return row
}

export function listSubscriptions(tx: DbOrTx, userId: number): Promise<Subscription[]> {
  return tx
    .select()
    .from(pushSubscription)
    .where(eq(pushSubscription.user_id, userId))
    .orderBy(desc(pushSubscription.created_at), desc(pushSubscription.id))
}

const ownSubscription = (userId: number, id: number) =>
  and(eq(pushSubscription.id, id), eq(pushSubscription.user_id, userId))

export async function findSubscription(tx: DbOrTx, userId: number, id: number): Promise<Subscription | null> {
  const [row] = await tx.select().from(pushSubscription).where(ownSubscription(userId, id))
  return row ?? null
}

export async function deleteSubscription(tx: DbOrTx, userId: number, id: number): Promise<boolean> {
  const rows = await tx
    .delete(pushSubscription)
    .where(ownSubscription(userId, id))
    .returning({ id: pushSubscription.id })
  return rows.length > 0
}

export async function deleteSubscriptions(tx: DbOrTx, ids: number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(pushSubscription).where(inArray(pushSubscription.id, ids))
}

export type Addressee = { subscription: Subscription; language: 'pl' | 'en' }

export function findAddressees(tx: DbOrTx, userIds: number[], now: Date): Promise<Addressee[]> {
  return tx
    .select({ subscription: pushSubscription, language: user.language })
    .from(pushSubscription)
    .innerJoin(user, and(eq(user.id, pushSubscription.user_id), isNull(user.deleted_at)))
    .leftJoin(session, eq(session.id, pushSubscription.session_id))
    .leftJoin(personalToken, eq(personalToken.id, pushSubscription.token_id))
    .leftJoin(oauthSession, eq(oauthSession.id, pushSubscription.oauth_session_id))
    .where(
      and(
        isOneOf(pushSubscription.user_id, userIds),
        or(gt(session.expires_at, now), gt(personalToken.expires_at, now), gt(oauthSession.expires_at, now)),
      ),
    )
}

/**
 * The taken rows are due again at `lease`, unless they are marked as sent by then. The newest rows come first, so that
 * they do not wait behind thousands of older ones.
 */
export async function takeWaiting(tx: DbOrTx, { now, lease }: { now: Date; lease: Date }, limit: number) {
  const due = (column: typeof notification.push_at | typeof message.push_at) => lte(column, now)
  const { post_id, modmail_id, stream_id, thing_id, kind } = notification
  const notifications = tx
    .update(notification)
    .set({ push_at: lease })
    .where(
      inArray(
        notification.id,
        tx
          .select({ id: notification.id })
          .from(notification)
          .where(due(notification.push_at))
          .orderBy(desc(notification.push_at))
          .limit(limit)
          .for('update', { skipLocked: true }),
      ),
    )
    .returning({
      id: notification.id,
      user_id: notification.user_id,
      since: notification.created_at,
      kind,
      post_id,
      modmail_id,
      stream_id,
      thing_id,
    })
  const messages = tx
    .update(message)
    .set({ push_at: lease })
    .where(
      inArray(
        message.id,
        tx
          .select({ id: message.id })
          .from(message)
          .where(due(message.push_at))
          .orderBy(desc(message.push_at))
          .limit(limit)
          .for('update', { skipLocked: true }),
      ),
    )
    .returning({
      id: message.id,
      user_id: message.recipient_id,
      since: message.created_at,
      sender_id: message.sender_id,
    })
  const [takenNotifications, takenMessages] = await Promise.all([notifications, messages])
  return { notifications: takenNotifications, messages: takenMessages }
}

export type TakenNotification = Awaited<ReturnType<typeof takeWaiting>>['notifications'][number]

/** `at` is null for rows that are not to be pushed any more. */
export async function setWaiting(
  tx: DbOrTx,
  { notification_ids, message_ids }: { notification_ids: number[]; message_ids: number[] },
  at: Date | null,
): Promise<void> {
  if (notification_ids.length > 0)
    await tx.update(notification).set({ push_at: at }).where(inArray(notification.id, notification_ids))
  if (message_ids.length > 0) await tx.update(message).set({ push_at: at }).where(inArray(message.id, message_ids))
}

export type Notice = typeof pushNotice.$inferSelect

/** The maximum number of notifications that one push notice counts and names. */
const MAX_COLLECTED = 50

/**
 * Stores `notices` and returns those to send now. The ids of a notice are added to a stored one with the same tag; a
 * stored one that was sent after `groupedSince` is neither changed nor returned.
 */
export async function beginNotices(tx: DbOrTx, notices: Notice[], groupedSince: Date): Promise<Notice[]> {
  if (notices.length === 0) return []
  const merged = (column: 'notification_ids' | 'message_ids') => sql`array(
    select distinct id from unnest(push_notice.${sql.raw(column)} || excluded.${sql.raw(column)}) as id
    order by id desc limit ${sql.raw(String(MAX_COLLECTED))})`
  const row = sql`json_to_recordset(${JSON.stringify(notices)}::json) as notice (user_id integer, tag text,
    notification_ids integer[], message_ids integer[], sent_at timestamptz)`
  return tx
    .insert(pushNotice)
    .select(
      tx
        .select({
          user_id: sql<number>`notice.user_id`.as('user_id'),
          tag: sql<string>`notice.tag`.as('tag'),
          notification_ids: sql<number[]>`notice.notification_ids`.as('notification_ids'),
          message_ids: sql<number[]>`notice.message_ids`.as('message_ids'),
          sent_at: sql<Date>`notice.sent_at`.as('sent_at'),
        })
        .from(row)
        // All transactions lock the notices in this order, which prevents deadlocks.
        .orderBy(sql`notice.user_id`, sql`notice.tag`),
    )
    .onConflictDoUpdate({
      target: [pushNotice.user_id, pushNotice.tag],
      set: {
        sent_at: sql`excluded.sent_at`,
        notification_ids: merged('notification_ids'),
        message_ids: merged('message_ids'),
      },
      setWhere: lte(pushNotice.sent_at, groupedSince),
    })
    .returning()
}

export async function findSent(
  tx: DbOrTx,
  tags: { user_id: number; tag: string }[],
): Promise<{ user_id: number; tag: string; sent_at: Date }[]> {
  const { user_id, tag, sent_at } = pushNotice
  return tx
    .select({ user_id, tag, sent_at })
    .from(sql`json_to_recordset(${JSON.stringify(tags)}::json) as wanted (user_id integer, tag text)`)
    .innerJoin(pushNotice, and(eq(user_id, sql`wanted.user_id`), eq(tag, sql`wanted.tag`)))
}

/** Leaves out notifications caused by blocked users or in muted threads. */
export async function findUnreadNotifications(tx: DbOrTx, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ id: notification.id })
    .from(notification)
    .leftJoin(postRank, eq(postRank.post_id, notification.post_id))
    .leftJoin(comment, eq(comment.id, notification.comment_id))
    .where(
      and(
        inArray(notification.id, ids),
        eq(notification.read, false),
        isCurrent,
        isNotBlocked(tx, notification.user_id, notification.actor_id),
        or(
          inArray(notification.kind, ['moderation', 'appeal', 'invite', 'modmail_answer']),
          notExists(
            tx
              .select({ one: sql`1` })
              .from(threadLevel)
              .where(
                and(
                  eq(threadLevel.user_id, notification.user_id),
                  eq(threadLevel.post_id, notification.post_id),
                  eq(threadLevel.level, 'none'),
                ),
              ),
          ),
        ),
      ),
    )
  return rows.map(({ id }) => id)
}

const isNotBlocked = (
  tx: DbOrTx,
  reader: typeof notification.user_id | typeof message.recipient_id,
  writer: typeof notification.actor_id | typeof message.sender_id,
) =>
  notExists(
    tx
      .select({ one: sql`1` })
      .from(blockedUser)
      .where(and(eq(blockedUser.blocker_id, reader), eq(blockedUser.blocked_id, writer))),
  )

/** Finds messages, latest first, except from deleted and blocked members. */
export function findUnreadMessages(tx: DbOrTx, ids: number[], since: Date) {
  return tx
    .select({
      id: message.id,
      username: user.username,
      content: message.content,
      has_image: sql<boolean>`${message.image_url} is not null`,
    })
    .from(message)
    .innerJoin(user, and(eq(user.id, message.sender_id), isNull(user.deleted_at)))
    .where(
      and(
        inArray(message.id, ids),
        isNull(message.read_at),
        gt(message.created_at, since),
        isNotBlocked(tx, message.recipient_id, message.sender_id),
      ),
    )
    .orderBy(desc(message.id))
}

export type UnreadMessage = Awaited<ReturnType<typeof findUnreadMessages>>[number]

/** Deletes and returns the push notices of which everything has been read, so that the devices close them. */
export async function takeReadNotices(tx: DbOrTx, userIds: number[]): Promise<{ user_id: number; tag: string }[]> {
  return tx
    .delete(pushNotice)
    .where(
      and(
        inArray(pushNotice.user_id, userIds),
        sql`not exists (select 1 from notification where id = any (push_notice.notification_ids) and not read)`,
        sql`not exists (select 1 from message where id = any (push_notice.message_ids) and read_at is null)`,
      ),
    )
    .returning({ user_id: pushNotice.user_id, tag: pushNotice.tag })
}

export async function deleteOldNotices(tx: DbOrTx, before: Date): Promise<void> {
  await tx.delete(pushNotice).where(lt(pushNotice.sent_at, before))
}

export type Retry = { subscription_id: number; tag: string; attempts: number; due_at: Date; until: Date }

export async function storeRetries(tx: DbOrTx, retries: Retry[]): Promise<void> {
  if (retries.length === 0) return
  await tx
    .insert(pushRetry)
    // The join leaves out subscriptions that were deleted meanwhile; they would make the whole insert fail.
    .select(
      tx
        .select({
          subscription_id: pushSubscription.id,
          tag: sql<string>`retry.tag`.as('tag'),
          attempts: sql<number>`retry.attempts`.as('attempts'),
          due_at: sql<Date>`retry.due_at`.as('due_at'),
          until: sql<Date>`retry.until`.as('until'),
        })
        .from(
          sql`json_to_recordset(${JSON.stringify(retries)}::json)
            as retry (subscription_id integer, tag text, attempts integer, due_at timestamptz, until timestamptz)`,
        )
        .innerJoin(pushSubscription, sql`${pushSubscription.id} = retry.subscription_id`),
    )
    .onConflictDoUpdate({
      target: [pushRetry.subscription_id, pushRetry.tag],
      set: { attempts: sql`excluded.attempts`, due_at: sql`excluded.due_at`, until: sql`excluded.until` },
    })
}

export async function deleteRetries(tx: DbOrTx, done: { subscription_id: number; tag: string }[]): Promise<void> {
  if (done.length === 0) return
  await tx.execute(sql`
    delete from push_retry
    using json_to_recordset(${JSON.stringify(done)}::json) as done (subscription_id integer, tag text)
    where push_retry.subscription_id = done.subscription_id and push_retry.tag = done.tag`)
}

/** Sets the due time of the taken retries to `lease`, in case this process is killed before it has sent them. */
export async function takeRetries(tx: DbOrTx, { now, lease }: { now: Date; lease: Date }, limit: number) {
  const rows = await tx.execute<{ subscription_id: number; tag: string; attempts: number; until: string }>(sql`
    update push_retry set due_at = ${lease.toISOString()}::timestamptz
    where (subscription_id, tag) in (
      select subscription_id, tag from push_retry where due_at <= ${now.toISOString()}::timestamptz
      order by due_at limit ${limit} for update skip locked)
    returning subscription_id, tag, attempts, until`)
  return rows.map(({ until, ...row }) => ({ ...row, until: new Date(until) }))
}

export function findNoticesOf(tx: DbOrTx, retries: { subscription_id: number; tag: string }[]) {
  const wanted = sql`json_to_recordset(${JSON.stringify(retries)}::json) as wanted (subscription_id integer, tag text)`
  return tx
    .select({ subscription_id: pushSubscription.id, notice: pushNotice })
    .from(wanted)
    .innerJoin(pushSubscription, sql`${pushSubscription.id} = wanted.subscription_id`)
    .innerJoin(pushNotice, and(eq(pushNotice.user_id, pushSubscription.user_id), sql`${pushNotice.tag} = wanted.tag`))
}
