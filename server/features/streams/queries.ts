import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { user } from '../users/table.ts'
import { stream } from './table.ts'

const columns = {
  id: stream.id,
  title: stream.title,
  description: stream.description,
  is_live: stream.is_live,
  viewer_count: stream.viewer_count,
  stream_type: stream.stream_type,
  url: stream.url,
  created_at: stream.created_at,
}

export type StreamValues = { title: string; description: string; stream_type: 'external'; url: string }

/** Throws `already_live` where the member has a stream that has not ended. */
export async function insertStream(tx: DbOrTx, userId: number, values: StreamValues, now: Date) {
  const [row] = await tx
    .insert(stream)
    .values({ ...values, user_id: userId, created_at: now })
    .onConflictDoNothing()
    .returning(columns)
  if (!row) throw new ApiError('already_live')
  return row
}

/** Throws `not_found`, or `forbidden` for another member's stream. */
export async function endStream(tx: DbOrTx, id: number, userId: number, now: Date) {
  const isOne = and(eq(stream.id, id), isNull(stream.deleted_at))
  const [ended] = await tx
    .update(stream)
    .set({ is_live: false, ended_at: sql`coalesce(${stream.ended_at}, ${now.toISOString()}::timestamptz)` })
    .where(and(isOne, eq(stream.user_id, userId)))
    .returning(columns)
  if (ended) return ended
  const others = await tx.select({ id: stream.id }).from(stream).where(isOne)
  throw new ApiError(others.length > 0 ? 'forbidden' : 'not_found')
}

export async function listStreams(
  tx: DbOrTx,
  { status, skip, limit }: { status?: 'live' | 'ended'; skip: number; limit: number },
) {
  const which = and(isNull(stream.deleted_at), status && eq(stream.is_live, status === 'live'))
  const page = tx.select({ id: stream.id }).from(stream).where(which).orderBy(desc(stream.id)).limit(limit).offset(skip)
  const streams = await tx
    .select({ ...columns, streamer: { username: user.username } })
    .from(stream)
    .innerJoin(user, eq(user.id, stream.user_id))
    .where(inArray(stream.id, page))
    .orderBy(desc(stream.id))
  return { streams, total: await tx.$count(stream, which) }
}

/** Throws `not_found`. */
export async function softDeleteStream(tx: DbOrTx, id: number, now: Date): Promise<void> {
  if ((await softDeleteWhere(tx, eq(stream.id, id), now)) === 0) throw new ApiError('not_found')
}

export async function softDeleteStreamsOf(tx: DbOrTx, userId: number, now: Date): Promise<void> {
  await softDeleteWhere(tx, eq(stream.user_id, userId), now)
}

async function softDeleteWhere(tx: DbOrTx, which: SQL, now: Date): Promise<number> {
  const gone = await tx
    .update(stream)
    .set({ deleted_at: now, is_live: false })
    .where(and(which, isNull(stream.deleted_at)))
    .returning({ id: stream.id })
  return gone.length
}
