import { and, desc, eq, gt, inArray, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { LIFETIME } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { prepared, type Placed } from '#server/db/prepared.ts'
import { upload } from '../uploads/table.ts'
import { user } from '../users/table.ts'
import { message } from './table.ts'

/** The clock, and how long a message stays after it was read, in milliseconds. */
export type Lifetime = { now: Date, ttl: number }

/** Of two members the pair that names their conversation. */
const ofPair = (a: number, b: number) => and(eq(message.low_id, Math.min(a, b)), eq(message.high_id, Math.max(a, b)))

function bounds({ now, ttl }: Lifetime) {
  return { read: new Date(now.getTime() - ttl), unread: new Date(now.getTime() - LIFETIME.unreadMessage) }
}

/** Messages that have not vanished, whether or not the job that deletes the others has come by. */
function isThere(lifetime: Lifetime): SQL {
  const { read, unread } = bounds(lifetime)
  return or(gt(message.read_at, read), and(isNull(message.read_at), gt(message.created_at, unread)))!
}

const shown = {
  id: message.id,
  sender_id: message.sender_id,
  recipient_id: message.recipient_id,
  content: message.content,
  image_url: message.image_url,
  created_at: message.created_at,
  read_at: message.read_at,
}

export type MessageRow = { [Column in keyof typeof shown]: (typeof message.$inferSelect)[Column] }

/** A page of the messages between two members, oldest first: the latest ones, or the latest of those before an id. */
export async function listMessages(
  tx: DbOrTx, pair: [number, number], lifetime: Lifetime, { limit, before }: { limit: number, before?: number },
): Promise<MessageRow[]> {
  const rows = await tx.select(shown).from(message)
    .where(and(ofPair(...pair), before === undefined ? undefined : lt(message.id, before), isThere(lifetime)))
    .orderBy(desc(message.id))
    .limit(limit)
  return rows.reverse()
}

/** Whether anything said between two members is still there. */
export async function hasConversation(tx: DbOrTx, pair: [number, number], lifetime: Lifetime): Promise<boolean> {
  const rows = await tx.select({ id: message.id }).from(message).where(and(ofPair(...pair), isThere(lifetime))).limit(1)
  return rows.length > 0
}

/** Marks those of the messages as read that are unread and `recipientId`'s. */
export async function markRead(tx: DbOrTx, recipientId: number, ids: number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  // Two windows of one reader mark the same messages at once: whoever comes second leaves them to the first.
  const unread = tx.select({ id: message.id }).from(message)
    .where(and(inArray(message.id, ids), eq(message.recipient_id, recipientId), isNull(message.read_at)))
    .orderBy(message.id)
    .for('update', { skipLocked: true })
  await tx.update(message).set({ read_at: now }).where(inArray(message.id, unread))
}

export async function insertMessage(
  tx: DbOrTx, values: { sender_id: number, recipient_id: number, content: string, image_url: string | null, created_at: Date },
): Promise<MessageRow> {
  const [row] = await tx.insert(message).values(values).returning(shown)
  return row!
}

const findUnread = prepared((db, values: Placed<{ userId: number, since: Date }>) => {
  const since = sql.param(values.since, message.created_at)
  const bySender = db.select({ sender_id: message.sender_id, unread: sql<number>`count(*)`.as('unread') }).from(message)
    .where(and(eq(message.recipient_id, values.userId), isNull(message.read_at), gt(message.created_at, since)))
    .groupBy(message.sender_id)
    .as('by_sender')
  return db.select({ count: sql<number>`coalesce(sum(${bySender.unread}), 0)::integer` }).from(bySender)
    .innerJoin(user, and(eq(user.id, bySender.sender_id), isNull(user.deleted_at)))
})

/** Unread messages of a member, without those of senders who are gone. */
export async function countUnread(tx: DbOrTx, userId: number, { now }: { now: Date }): Promise<number> {
  const [row] = await findUnread(tx, { userId, since: bounds({ now, ttl: 0 }).unread })
  return row!.count
}

type ConversationRow = {
  other_user_id: number
  other_username: string
  sender_id: number
  content: string
  created_at: string
  unread_count: number
  total_messages: number
}

/** From index entry to index entry, the other side of every message with `own` on this side: no message is read twice. */
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

/** The conversations of a member, that with the latest message first. */
export async function listConversations(
  tx: DbOrTx, userId: number, lifetime: Lifetime, { limit, offset }: { limit: number, offset: number },
) {
  const withPartner = sql`message.low_id = least(${userId}::integer, partner.id) and message.high_id = greatest(${userId}::integer, partner.id)`
  const rows = await tx.execute<ConversationRow>(sql`
    with recursive ${partners('written_to', 'sender_id', userId)}, ${partners('heard_from', 'recipient_id', userId)},
    partner as (
      select id from written_to where id is not null
      union select id from heard_from where id is not null
    ),
    latest as (
      select partner.id, "user".username, found.message_id
      from partner
      join "user" on "user".id = partner.id and "user".deleted_at is null
      cross join lateral (
        select message.id as message_id from message where ${withPartner} and ${isThere(lifetime)} order by message.id desc limit 1
      ) found
      order by found.message_id desc limit ${limit} offset ${offset}
    )
    select partner.id as other_user_id, partner.username as other_username, last.sender_id, last.content, last.created_at,
      counted.unread_count, counted.total_messages
    from latest partner
    join message last on last.id = partner.message_id
    cross join lateral (
      select count(*)::integer as total_messages,
        (count(*) filter (where message.recipient_id = ${userId} and message.read_at is null))::integer as unread_count
      from message where ${withPartner} and ${isThere(lifetime)}
    ) counted
    order by partner.message_id desc`)
  return rows.map((row) => ({ ...row, created_at: new Date(row.created_at) }))
}

/** Whether a private image may be shown to a member: a participant of a message that carries it and has not vanished. */
export async function maySeeMessageImage(tx: DbOrTx, userId: number, url: string, lifetime: Lifetime): Promise<boolean> {
  const rows = await tx.select({ id: message.id }).from(message)
    .where(and(
      eq(message.image_url, url),
      or(eq(message.sender_id, userId), eq(message.recipient_id, userId)),
      isThere(lifetime),
    )).limit(1)
  return rows.length > 0
}

/** Deletes at most `limit` messages that have vanished, their images with them, and returns how many. */
export async function deleteVanished(tx: DbOrTx, lifetime: Lifetime, limit: number): Promise<number> {
  const { read, unread } = bounds(lifetime)
  const ofRead = await deleteSlice(tx, lte(message.read_at, read), limit, lifetime.now)
  if (ofRead > 0) return ofRead
  return deleteSlice(tx, and(isNull(message.read_at), lte(message.created_at, unread))!, limit, lifetime.now)
}

/** Deletes at most `limit` messages from or to a member, their images with them, and returns how many. */
export async function deleteMessagesSlice(tx: DbOrTx, userId: number, limit: number, now: Date): Promise<number> {
  const sent = await deleteSlice(tx, eq(message.sender_id, userId), limit, now)
  return sent > 0 ? sent : deleteSlice(tx, eq(message.recipient_id, userId), limit, now)
}

async function deleteSlice(tx: DbOrTx, which: SQL, limit: number, now: Date): Promise<number> {
  const slice = tx.select({ id: message.id }).from(message).where(which).limit(limit).for('update')
  const gone = await tx.delete(message).where(inArray(message.id, slice)).returning({ image_url: message.image_url })
  const images = gone.flatMap((row) => row.image_url ?? [])
  if (images.length > 0) {
    await tx.update(upload).set({ deleted_at: now })
      .where(and(eq(upload.kind, 'message_image'), inArray(upload.url, images), isNull(upload.deleted_at)))
  }
  return gone.length
}
