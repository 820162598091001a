import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  notExists,
  or,
  sql,
  type Column,
  type Placeholder,
  type SQL,
} from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { builtQuery, type Placeholders } from '#server/db/driver/built-query.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { addJob } from '#server/jobs/add.ts'
import { moderatesCategoryOf } from '../moderation/index.ts'
import { isFollowing } from '../follows/queries.ts'
import { emitChange } from '../events/changes.ts'
import { notificationSettings } from '../notifications/table.ts'
import { closeReadNotices } from '../push/closing.ts'
import { isPushed } from '../push/subscribed.ts'
import { upload } from '../uploads/table.ts'
import { userCard, type UserCardRow } from '../users/card.ts'
import { user } from '../users/table.ts'
import { bounds, isNotExpired, ofPair, type Lifetime } from './lifetime.ts'
import { deletionTime } from './rules.ts'
import { message } from './table.ts'

const messageColumns = {
  id: message.id,
  sender_id: message.sender_id,
  recipient_id: message.recipient_id,
  content: message.content,
  image_url: message.image_url,
  created_at: message.created_at,
  read_at: message.read_at,
}

export type MessageRow = { [Column in keyof typeof messageColumns]: (typeof message.$inferSelect)[Column] }

export async function listMessages(
  tx: DbOrTx,
  pair: [number, number],
  lifetime: Lifetime,
  { limit, before }: { limit: number; before?: number },
): Promise<MessageRow[]> {
  const rows = await tx
    .select(messageColumns)
    .from(message)
    .where(and(ofPair(...pair), before === undefined ? undefined : lt(message.id, before), isNotExpired(lifetime)))
    .orderBy(desc(message.id))
    .limit(limit)
  return rows.reverse()
}

type OwnMessages = { limit: number; offset: number; before?: number; unread: boolean }

export async function listOwnMessages(
  tx: DbOrTx,
  userId: number,
  lifetime: Lifetime,
  { limit, offset, before, unread }: OwnMessages,
): Promise<(MessageRow & { other: UserCardRow })[]> {
  const withPartner = sql`message.low_id = least(${userId}::integer, partner.id) and message.high_id
    = greatest(${userId}::integer, partner.id)`
  const isWanted = and(
    isNotExpired(lifetime),
    before === undefined ? undefined : lt(message.id, before),
    unread ? and(eq(message.recipient_id, userId), isNull(message.read_at)) : undefined,
  )!
  const found = await tx.execute<{ id: number; other_id: number }>(sql`
    with recursive ${partners('written_to', 'sender_id', userId)}, ${partners('received_from', 'recipient_id', userId)},
    partner as (
      select id from written_to where id is not null
      union select id from received_from where id is not null
    )
    select latest.id, partner.id as other_id from partner
    join "user" on "user".id = partner.id and "user".deleted_at is null
    cross join lateral (
      select message.id from message where ${withPartner} and ${isWanted} order by message.id desc
        limit ${limit + offset}
    ) latest
    order by latest.id desc limit ${limit} offset ${offset}`)
  const [rows, users] = await Promise.all([
    tx
      .select(messageColumns)
      .from(message)
      .where(
        isOneOf(
          message.id,
          found.map(({ id }) => id),
        ),
      ),
    tx
      .select(userCard)
      .from(user)
      .where(isOneOf(user.id, [...new Set(found.map(({ other_id }) => other_id))])),
  ])
  const [messages, others] = [byId(rows), byId(users)]
  return found.flatMap(({ id, other_id }) => {
    const [row, other] = [messages.get(id), others.get(other_id)]
    return row && other ? [{ ...row, other }] : []
  })
}

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

export async function hasConversation(tx: DbOrTx, pair: [number, number], lifetime: Lifetime): Promise<boolean> {
  const rows = await tx
    .select({ id: message.id })
    .from(message)
    .where(and(ofPair(...pair), isNotExpired(lifetime)))
    .limit(1)
  return rows.length > 0
}

/** Moderators of the recipient's communities may always start a conversation. */
export async function refusesConversation(tx: DbOrTx, senderId: number, recipientId: number): Promise<boolean> {
  const [row] = await tx.select({ message_policy: user.message_policy }).from(user).where(eq(user.id, recipientId))
  if (!row || row.message_policy === 'everyone') return false
  if (row.message_policy === 'followed' && (await isFollowing(tx, recipientId, senderId))) return false
  return !(await moderatesCategoryOf(tx, senderId, recipientId))
}

export async function markRead(tx: DbOrTx, recipientId: number, ids: number[], { now, ttl }: Lifetime): Promise<void> {
  const unread = tx
    .select({ id: message.id })
    .from(message)
    .where(and(inArray(message.id, ids), eq(message.recipient_id, recipientId), isNull(message.read_at)))
    .orderBy(message.id)
    .for('update', { skipLocked: true })
  const rows = await tx
    .update(message)
    .set({ read_at: now })
    .where(inArray(message.id, unread))
    .returning({ id: message.id, sender_id: message.sender_id })
  const newest = new Map(rows.toSorted((a, b) => a.id - b.id).map(({ sender_id, id }) => [sender_id, id]))
  for (const [sender_id, id] of newest)
    emitChange(tx, { type: 'message', kind: 'read', sender_id, recipient_id: recipientId, id })
  if (rows.length === 0) return
  await closeReadNotices(tx, [recipientId])
  const runAt = deletionTime(now, ttl)
  await addJob(tx, 'expire_messages', {}, { runAt, key: `expire_messages:${runAt.getTime()}` })
}

export async function insertMessage(
  tx: DbOrTx,
  values: { sender_id: number; recipient_id: number; content: string; image_url: string | null; created_at: Date },
): Promise<MessageRow> {
  const by_email = sql<boolean>`exists (select 1 from notification_settings where user_id = ${values.recipient_id}
    and 'message' = any (email_on))`
  const push_at = sql<Date | null>`(select case when ${isPushed('message', sql`true`)}
      then ${values.created_at.toISOString()}::timestamptz end
    from "user" receiver left join notification_settings settings on settings.user_id = receiver.id
    where receiver.id = ${values.recipient_id})`
  const [row] = await tx
    .insert(message)
    .values({ ...values, by_email, push_at })
    .returning({ ...messageColumns, by_push: sql<boolean>`${message.push_at} is not null` })
  const { by_push, ...inserted } = row!
  const { id, sender_id, recipient_id } = inserted
  if (by_push) await addJob(tx, 'send_push', {})
  emitChange(tx, { type: 'message', kind: 'new', sender_id, recipient_id, id })
  return inserted
}

const isOnSite = (db: DbOrTx, userId: Placeholder | Column) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(notificationSettings)
      .where(and(eq(notificationSettings.user_id, userId), sql`'message' = any (${notificationSettings.site_off})`)),
  )

export function selectUnread(db: DbOrTx, values: Placeholders<{ userId: number; since: Date }>) {
  const since = sql.param(values.since, message.created_at)
  const bySender = db
    .select({ sender_id: message.sender_id, unread: sql<number>`count(*)`.as('unread') })
    .from(message)
    .where(and(eq(message.recipient_id, values.userId), isNull(message.read_at), gt(message.created_at, since)))
    .groupBy(message.sender_id)
    .as('by_sender')
  return db
    .select({ count: sql<number>`coalesce(sum(${bySender.unread}), 0)::integer` })
    .from(bySender)
    .innerJoin(user, and(eq(user.id, bySender.sender_id), isNull(user.deleted_at)))
    .where(isOnSite(db, values.userId))
}

const findUnread = builtQuery(selectUnread)

/** Unread messages expire too: those created before the returned time count as deleted. */
export const unreadSince = (now: Date): Date => bounds({ now, ttl: 0 }).unread

/** Returns 0 for members who switched off notifications of messages on the site. */
export async function countUnread(tx: DbOrTx, userId: number, { now }: { now: Date }): Promise<number> {
  const [row] = await findUnread(tx, { userId, since: unreadSince(now) })
  return row!.count
}

export async function countUnreadOf(
  tx: DbOrTx,
  userIds: number[],
  { now }: { now: Date },
): Promise<Map<number, number>> {
  const rows = await tx
    .select({ user_id: message.recipient_id, unread: count() })
    .from(message)
    .innerJoin(user, and(eq(user.id, message.sender_id), isNull(user.deleted_at)))
    .where(
      and(
        isOneOf(message.recipient_id, userIds),
        isNull(message.read_at),
        gt(message.created_at, bounds({ now, ttl: 0 }).unread),
        isOnSite(tx, message.recipient_id),
      ),
    )
    .groupBy(message.recipient_id)
  return new Map(rows.map(({ user_id, unread }) => [user_id, unread]))
}

export async function findMessages(tx: DbOrTx, ids: number[], lifetime: Lifetime): Promise<MessageRow[]> {
  return tx
    .select(messageColumns)
    .from(message)
    .where(and(isOneOf(message.id, ids), isNotExpired(lifetime)))
}

type ConversationRow = {
  other_user_id: number
  other_username: string
  other_avatar_url: string | null
  sender_id: number
  content: string
  created_at: string
  unread_count: number
  total_messages: number
}

/** Selects distinct conversation partners by a loose index scan: one index entry per partner, not one per message. */
function partners(name: string, own: 'sender_id' | 'recipient_id', userId: number): SQL {
  const other = sql.identifier(own === 'sender_id' ? 'recipient_id' : 'sender_id')
  const list = sql.identifier(name)
  const mine = sql`${sql.identifier(own)} = ${userId}`
  return sql`${list} (id) as (
    (select ${other} from message where ${mine} order by ${other} limit 1)
    union all
    select (select ${other} from message where ${mine} and ${other} > ${list}.id order by ${other} limit 1)
    from ${list} where ${list}.id is not null
  )`
}

export async function listConversations(
  tx: DbOrTx,
  userId: number,
  lifetime: Lifetime,
  { limit, offset }: { limit: number; offset: number },
) {
  const withPartner = sql`message.low_id = least(${userId}::integer, partner.id) and message.high_id
    = greatest(${userId}::integer, partner.id)`
  const rows = await tx.execute<ConversationRow>(sql`
    with recursive ${partners('written_to', 'sender_id', userId)}, ${partners('received_from', 'recipient_id', userId)},
    partner as (
      select id from written_to where id is not null
      union select id from received_from where id is not null
    ),
    latest as (
      select partner.id, "user".username, "user".avatar_url, found.message_id
      from partner
      join "user" on "user".id = partner.id and "user".deleted_at is null
      cross join lateral (
        select message.id as message_id from message where ${withPartner} and ${isNotExpired(lifetime)}
          order by message.id desc limit 1
      ) found
      order by found.message_id desc limit ${limit} offset ${offset}
    )
    select partner.id as other_user_id, partner.username as other_username, partner.avatar_url as other_avatar_url,
      last.sender_id, last.content, last.created_at,
      counted.unread_count, counted.total_messages
    from latest partner
    join message last on last.id = partner.message_id
    cross join lateral (
      select count(*)::integer as total_messages,
        (count(*) filter (where message.recipient_id = ${userId} and message.read_at is null))::integer as unread_count
      from message where ${withPartner} and ${isNotExpired(lifetime)}
    ) counted
    order by partner.message_id desc`)
  return rows.map((row) => ({ ...row, created_at: new Date(row.created_at) }))
}

export async function maySeeMessageImage(
  tx: DbOrTx,
  userId: number,
  url: string,
  lifetime: Lifetime,
): Promise<boolean> {
  const rows = await tx
    .select({ id: message.id })
    .from(message)
    .where(
      and(
        eq(message.image_url, url),
        or(eq(message.sender_id, userId), eq(message.recipient_id, userId)),
        isNotExpired(lifetime),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export async function purgeExpired(tx: DbOrTx, lifetime: Lifetime, limit: number): Promise<number> {
  const { read, unread } = bounds(lifetime)
  const ofRead = await deleteBatch(tx, lte(message.read_at, read), limit, lifetime.now)
  if (ofRead > 0) return ofRead
  return deleteBatch(tx, and(isNull(message.read_at), lte(message.created_at, unread))!, limit, lifetime.now)
}

export async function deleteMessageBatch(tx: DbOrTx, userId: number, limit: number, now: Date): Promise<number> {
  const sent = await deleteBatch(tx, eq(message.sender_id, userId), limit, now)
  return sent > 0 ? sent : deleteBatch(tx, eq(message.recipient_id, userId), limit, now)
}

async function deleteBatch(tx: DbOrTx, which: SQL, limit: number, now: Date): Promise<number> {
  const batch = tx.select({ id: message.id }).from(message).where(which).limit(limit).for('update')
  const deleted = await tx
    .delete(message)
    .where(inArray(message.id, batch))
    .returning({ image_url: message.image_url, low_id: message.low_id, high_id: message.high_id })
  const pairs = new Map(
    deleted.map(({ low_id, high_id }) => [`${low_id} ${high_id}`, { sender_id: low_id, recipient_id: high_id }]),
  )
  for (const pair of pairs.values()) emitChange(tx, { type: 'message', kind: 'gone', ...pair, id: null })
  const images = deleted.flatMap((row) => row.image_url ?? [])
  if (images.length > 0) {
    await tx
      .update(upload)
      .set({ deleted_at: now })
      .where(and(eq(upload.kind, 'message_image'), inArray(upload.url, images), isNull(upload.deleted_at)))
  }
  return deleted.length
}
