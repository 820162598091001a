import { and, desc, eq, inArray, isNull, lt, ne, sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import type { Rendered } from '#server/markdown/markdown.ts'
import { category } from '../categories/table.ts'
import { userCard } from '../users/card.ts'
import { user } from '../users/table.ts'
import { excerptOf, type Participant } from './rules.ts'
import { modmailMessage, modmailRead, modmailThread } from './table.ts'

type State = (typeof modmailThread.$inferSelect)['state']

/**
 * Which threads to list: those of a member, or those that staff see. `categoryIds` is null for admins, and `readerId`
 * excludes the staff member's own threads.
 */
export type Box =
  | { memberId: number; categoryId?: number | undefined }
  | { categoryIds: readonly number[] | null; readerId: number | null }

const THREAD_CURSOR = v.strictTuple([cursorTime, cursorId])
const MESSAGE_CURSOR = v.strictTuple([cursorId])
const STATES: readonly State[] = ['open', 'archived']

const isUnread = (readerId: number | null): SQL<boolean> =>
  readerId === null
    ? sql<boolean>`${modmailThread.is_waiting}`
    : sql<boolean>`(${modmailThread.is_waiting} and not exists (select 1 from modmail_read mine
        where mine.user_id = ${readerId} and mine.thread_id = ${modmailThread.id}
        and mine.message_id >= ${modmailThread.last_message_id}))`

const claimerName = sql<string | null>`(select claimer.username from "user" claimer
  where claimer.id = ${modmailThread.claimed_by_id} and claimer.deleted_at is null)`

function selectThreads(tx: DbOrTx, which: SQL, readerId: number | null) {
  return tx
    .select({
      thread: modmailThread,
      category: {
        id: category.id,
        name: category.name,
        display_name: category.display_name,
        is_nsfw: category.is_nsfw,
      },
      member: userCard,
      claimed_by: claimerName,
      is_unread: isUnread(readerId),
    })
    .from(modmailThread)
    .innerJoin(user, eq(user.id, modmailThread.member_id))
    .leftJoin(category, eq(category.id, modmailThread.category_id))
    .where(which)
    .orderBy(desc(modmailThread.last_message_at), desc(modmailThread.id))
}

export type ThreadRow = Awaited<ReturnType<typeof selectThreads>>[number]

export async function getThread(tx: DbOrTx, id: number, readerId: number | null): Promise<ThreadRow> {
  const [row] = await selectThreads(tx, eq(modmailThread.id, id), readerId)
  if (!row) throw new ApiError('not_found')
  return row
}

/** Reads each pair of state and community in a subquery of its own, so that each is one range scan of an index. */
function selectLatest(box: Box, states: readonly State[], before: [number, number] | null, limit: number): SQL {
  const isBefore =
    before === null
      ? sql`true`
      : sql`(thread.last_message_at, thread.id) < (${new Date(before[0]).toISOString()}::timestamptz,
        ${before[1]}::integer)`
  const ofStates = sql`unnest(${sql.param(states)}::text[]) as source(state)`
  const homes = 'memberId' in box ? null : box.categoryIds
  const sources =
    homes === null ? ofStates : sql`${ofStates} cross join unnest(${sql.param(homes)}::integer[]) as home(id)`
  const isInBox =
    'memberId' in box
      ? sql`thread.member_id = ${box.memberId}
          and ${box.categoryId === undefined ? sql`true` : sql`thread.category_id = ${box.categoryId}`}`
      : sql`thread.member_id is distinct from ${box.readerId}::integer
          and ${homes === null ? sql`true` : sql`thread.category_id = home.id`}`
  return sql`select latest.id from ${sources} cross join lateral (
      select thread.id, thread.last_message_at from modmail_thread thread
      where thread.state = source.state and ${isInBox} and ${isBefore}
      order by thread.last_message_at desc, thread.id desc limit ${limit}
    ) latest order by latest.last_message_at desc, latest.id desc limit ${limit}`
}

export async function listThreads(
  tx: DbOrTx,
  box: Box,
  { state, cursor, limit }: { state?: State | undefined; cursor?: string | undefined; limit: number },
) {
  const before = cursor === undefined ? null : decodeCursor(cursor, THREAD_CURSOR)
  const states = state === undefined ? STATES : [state]
  const latest = await tx.execute<{ id: number }>(selectLatest(box, states, before, limit + 1))
  const ids = latest.slice(0, limit).map(({ id }) => id)
  const readerId = 'memberId' in box ? box.memberId : box.readerId
  const rows = ids.length === 0 ? [] : await selectThreads(tx, inArray(modmailThread.id, ids), readerId)
  const last = rows.at(-1)?.thread
  return {
    rows,
    next_cursor: latest.length > limit && last ? encodeCursor([last.last_message_at.getTime(), last.id]) : null,
  }
}

export async function countUnreadThreads(tx: DbOrTx, box: Box): Promise<number> {
  if ('memberId' in box)
    return tx.$count(
      modmailThread,
      and(
        eq(modmailThread.member_id, box.memberId),
        box.categoryId === undefined ? undefined : eq(modmailThread.category_id, box.categoryId),
        sql`member_unread`,
      ),
    )
  const { categoryIds, readerId } = box
  const isInScope =
    categoryIds === null ? undefined : sql`${modmailThread.category_id} = any (${sql.param(categoryIds)}::integer[])`
  const isElses = readerId === null ? undefined : ne(modmailThread.member_id, readerId)
  return tx.$count(modmailThread, and(isInScope, isElses, sql`is_waiting`, isUnread(readerId)))
}

const authorOf = { id: user.id, username: user.username, avatar_url: user.avatar_url }

function selectMessages(tx: DbOrTx, which: SQL | undefined) {
  return tx
    .select({ message: modmailMessage, author: authorOf })
    .from(modmailMessage)
    .leftJoin(user, and(eq(user.id, modmailMessage.author_id), isNull(user.deleted_at)))
    .where(which)
    .orderBy(desc(modmailMessage.id))
}

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

/** Lists the messages before the cursor, oldest first, with notes only for staff. */
export async function listModmail(
  tx: DbOrTx,
  threadId: number,
  role: Participant['role'],
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const before = cursor === undefined ? null : decodeCursor(cursor, MESSAGE_CURSOR)[0]
  const rows = await selectMessages(
    tx,
    and(
      eq(modmailMessage.thread_id, threadId),
      role === 'staff' ? undefined : eq(modmailMessage.is_note, false),
      before === null ? undefined : lt(modmailMessage.id, before),
    ),
  ).limit(limit + 1)
  const page = rows.slice(0, limit)
  const oldest = page.at(-1)
  return {
    rows: page.toReversed(),
    next_cursor: rows.length > limit && oldest ? encodeCursor([oldest.message.id]) : null,
  }
}

export async function getMessage(tx: DbOrTx, id: number): Promise<MessageRow> {
  const [row] = await selectMessages(tx, eq(modmailMessage.id, id))
  return row!
}

export async function lockThread(tx: DbOrTx, id: number) {
  const [thread] = await tx.select().from(modmailThread).where(eq(modmailThread.id, id)).for('no key update')
  if (!thread) throw new ApiError('not_found')
  return thread
}

export type Thread = Awaited<ReturnType<typeof lockThread>>

export async function insertThread(
  tx: DbOrTx,
  { categoryId, memberId, subject, now }: { categoryId: number | null; memberId: number; subject: string; now: Date },
): Promise<number> {
  const [row] = await tx
    .insert(modmailThread)
    .values({ category_id: categoryId, member_id: memberId, subject, last_message_at: now, created_at: now })
    .returning({ id: modmailThread.id })
  return row!.id
}

type NewMessage = {
  threadId: number
  author: Participant
  text: string
  rendered: Rendered
  isNote?: boolean
  showsName?: boolean
  now: Date
}

/** Adds a message to a locked thread; a member's message reopens it, a reply by staff ends its claim. */
export async function insertModmail(
  tx: DbOrTx,
  { threadId, author, text, rendered, isNote = false, showsName = false, now }: NewMessage,
): Promise<number> {
  const isStaff = author.role === 'staff'
  const [row] = await tx
    .insert(modmailMessage)
    .values({
      thread_id: threadId,
      author_id: author.userId,
      is_staff: isStaff,
      is_note: isNote,
      shows_name: showsName || !isStaff,
      text,
      text_html: rendered.html,
      renderer_version: rendered.version,
      created_at: now,
    })
    .returning({ id: modmailMessage.id })
  const { id } = row!
  if (isNote) return id
  await tx
    .update(modmailThread)
    .set({
      is_waiting: !isStaff,
      member_unread: isStaff,
      last_text: excerptOf(rendered.plain),
      last_is_staff: isStaff,
      last_message_id: id,
      last_message_at: now,
      ...(isStaff ? { claim: null, claimed_by_id: null, claimed_until: null } : { state: 'open' as const }),
    })
    .where(eq(modmailThread.id, threadId))
  return id
}

export async function setArchived(tx: DbOrTx, threadId: number, archived: boolean): Promise<void> {
  await tx
    .update(modmailThread)
    .set({
      state: archived ? 'archived' : 'open',
      ...(archived && { is_waiting: false, claim: null, claimed_by_id: null, claimed_until: null }),
    })
    .where(eq(modmailThread.id, threadId))
}

export async function setThreadClaim(
  tx: DbOrTx,
  threadId: number,
  claim: { claim: string; claimed_by_id: number | null; claimed_until: Date } | null,
): Promise<void> {
  await tx
    .update(modmailThread)
    .set(claim ?? { claim: null, claimed_by_id: null, claimed_until: null })
    .where(eq(modmailThread.id, threadId))
}

/** Returns false if the thread was already read. */
export async function markThreadRead(tx: DbOrTx, thread: Thread, { role, userId }: Participant): Promise<boolean> {
  if (role === 'member') {
    const read = await tx
      .update(modmailThread)
      .set({ member_unread: false })
      .where(and(eq(modmailThread.id, thread.id), eq(modmailThread.member_unread, true)))
      .returning({ id: modmailThread.id })
    return read.length > 0
  }
  if (userId === null) return false
  const read = await tx
    .insert(modmailRead)
    .values({ user_id: userId, thread_id: thread.id, message_id: thread.last_message_id })
    .onConflictDoUpdate({
      target: [modmailRead.user_id, modmailRead.thread_id],
      set: { message_id: sql`excluded.message_id` },
      setWhere: sql`${modmailRead.message_id} < excluded.message_id`,
    })
    .returning({ user_id: modmailRead.user_id })
  return read.length > 0
}

export async function findAdminIds(tx: DbOrTx): Promise<number[]> {
  const rows = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.is_admin, true), isNull(user.deleted_at)))
  return rows.map(({ id }) => id)
}

export const deleteOldThreads = (tx: DbOrTx, now: Date, limit: number): Promise<number[]> =>
  deleteThreads(tx, lt(modmailThread.last_message_at, new Date(now.getTime() - LIFETIME.modmail)), limit)

export const deleteThreadsOf = (tx: DbOrTx, memberId: number, limit: number): Promise<number[]> =>
  deleteThreads(tx, eq(modmailThread.member_id, memberId), limit)

async function deleteThreads(tx: DbOrTx, which: SQL, limit: number): Promise<number[]> {
  const some = tx.select({ id: modmailThread.id }).from(modmailThread).where(which).limit(limit)
  const gone = await tx.delete(modmailThread).where(inArray(modmailThread.id, some)).returning({ id: modmailThread.id })
  return gone.map(({ id }) => id)
}

/** Removes a deleted account's read marks, claims and name from mod mail; messages that it wrote as staff stay. */
export async function anonymizeModmail(tx: DbOrTx, userId: number, limit: number): Promise<number> {
  await tx.delete(modmailRead).where(eq(modmailRead.user_id, userId))
  await tx
    .update(modmailThread)
    .set({ claim: null, claimed_by_id: null, claimed_until: null })
    .where(eq(modmailThread.claimed_by_id, userId))
  const some = tx
    .select({ id: modmailMessage.id })
    .from(modmailMessage)
    .where(eq(modmailMessage.author_id, userId))
    .limit(limit)
  const rows = await tx
    .update(modmailMessage)
    .set({ author_id: null, shows_name: false })
    .where(inArray(modmailMessage.id, some))
    .returning({ id: modmailMessage.id })
  return rows.length
}
