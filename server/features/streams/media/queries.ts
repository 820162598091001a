import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, not, or, sql } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { category } from '../../categories/table.ts'
import { post } from '../../posts/table.ts'
import { setInterrupted } from '../queries.ts'
import { stream, streamMedia } from '../table.ts'

/**
 * Once the lease of the process that encodes a stream has expired, another process may take over with a new recording.
 */
const LEASE = sql`interval '15 seconds'`

const isOwned = and(isNotNull(streamMedia.owner), gt(streamMedia.owned_until, sql`now()`))

export async function insertMedia(tx: DbOrTx, streamId: number): Promise<void> {
  await tx.insert(streamMedia).values({ stream_id: streamId, last_piece_at: sql`now()` })
}

/** Throws `not_found`, `ended`, and `forbidden` for another member's stream and one that is not sent from a browser. */
export async function getForPiece(tx: DbOrTx, id: number, userId: number) {
  const [row] = await tx
    .select({
      user_id: stream.user_id,
      stream_type: stream.stream_type,
      is_live: stream.is_live,
      is_interrupted: stream.is_interrupted,
      is_held: sql<boolean>`${post.held_at} is not null`,
      created_at: stream.created_at,
      next_seq: streamMedia.next_seq,
      bytes: streamMedia.bytes,
      owner: sql<string | null>`case when ${isOwned} then ${streamMedia.owner} end`,
    })
    .from(stream)
    .leftJoin(streamMedia, eq(streamMedia.stream_id, stream.id))
    .leftJoin(post, eq(post.id, stream.post_id))
    .where(and(eq(stream.id, id), isNull(stream.deleted_at)))
  if (!row) throw new ApiError('not_found')
  if (row.user_id !== userId || row.stream_type !== 'browser') throw new ApiError('forbidden')
  if (!row.is_live || row.next_seq === null) throw new ApiError('ended')
  return { ...row, next_seq: row.next_seq, bytes: row.bytes ?? 0 }
}

/** Keeps a held stream alive as long as the streamer keeps retrying. */
export async function keepWaiting(tx: DbOrTx, id: number): Promise<void> {
  await tx
    .update(streamMedia)
    .set({ last_piece_at: sql`now()` })
    .where(eq(streamMedia.stream_id, id))
}

export async function countEncoded(tx: DbOrTx, exceptId: number): Promise<number> {
  return tx.$count(streamMedia, and(isOwned, ne(streamMedia.stream_id, exceptId)))
}

/**
 * Records that the piece `seq` was received, by a new `owner` if given. Returns null if the stream no longer expects
 * the piece, or no process encodes it.
 */
export async function claimPiece(
  tx: DbOrTx,
  { id, seq, size, owner }: { id: number; seq: number; size: number; owner: string | null },
): Promise<{ owner: string } | null> {
  const owned = owner === null ? {} : { owner, owned_until: sql`now() + ${LEASE}` }
  const [row] = await tx
    .update(streamMedia)
    .set({ next_seq: seq + 1, bytes: sql`${streamMedia.bytes} + ${size}`, last_piece_at: sql`now()`, ...owned })
    .where(and(eq(streamMedia.stream_id, id), eq(streamMedia.next_seq, seq), owner === null ? isOwned : undefined))
    .returning({ owner: streamMedia.owner })
  return row?.owner ? { owner: row.owner } : null
}

/** Returns null if the process no longer owns the stream. */
export async function takeSegmentNumber(tx: DbOrTx, id: number, owner: string): Promise<number | null> {
  const [row] = await tx
    .update(streamMedia)
    .set({ segments: sql`${streamMedia.segments} + 1` })
    .where(and(eq(streamMedia.stream_id, id), eq(streamMedia.owner, owner)))
    .returning({ segments: streamMedia.segments })
  return row ? row.segments - 1 : null
}

/** Returns the ids of the streams that are still live, not held, and encoded by the process `owner`. */
export async function renewOwned(tx: DbOrTx, ids: number[], owner: string): Promise<Set<number>> {
  const rows = await tx
    .update(streamMedia)
    .set({ owned_until: sql`now() + ${LEASE}` })
    .where(
      and(
        isOneOf(streamMedia.stream_id, ids),
        eq(streamMedia.owner, owner),
        sql`exists (select 1 from ${stream} left join ${post} on ${post.id} = ${stream.post_id}
          where ${stream.id} = ${streamMedia.stream_id} and ${stream.is_live} and ${post.held_at} is null)`,
      ),
    )
    .returning({ id: streamMedia.stream_id })
  return new Set(rows.map(({ id }) => id))
}

export async function isLive(tx: DbOrTx, id: number): Promise<boolean> {
  return (await tx.$count(stream, and(eq(stream.id, id), sql`${stream.is_live}`))) > 0
}

export async function releaseOwner(tx: DbOrTx, id: number, owner: string): Promise<void> {
  await tx
    .update(streamMedia)
    .set({ owner: null, owned_until: null })
    .where(and(eq(streamMedia.stream_id, id), eq(streamMedia.owner, owner)))
}

const isSilentFor = (ms: number) => lt(streamMedia.last_piece_at, sql`now() - ${ms} * interval '1 millisecond'`)

export async function interruptSilent(tx: DbOrTx, ms: number): Promise<void> {
  const rows = await tx
    .select({ id: stream.id })
    .from(streamMedia)
    .innerJoin(stream, eq(stream.id, streamMedia.stream_id))
    .where(and(sql`${stream.is_live}`, not(eq(stream.is_interrupted, true)), isSilentFor(ms)))
  for (const { id } of rows) await setInterrupted(tx, id, true)
}

export async function findOverdue(tx: DbOrTx, silentMs: number) {
  const rows = await tx
    .select({ id: stream.id })
    .from(streamMedia)
    .innerJoin(stream, eq(stream.id, streamMedia.stream_id))
    .where(and(sql`${stream.is_live}`, isSilentFor(silentMs)))
  return rows.map(({ id }) => id)
}

/** Finds streams that ended more than `ms` ago, whose segments no player loads any more. */
export async function findFinished(tx: DbOrTx, ms: number, limit: number) {
  return tx
    .select({ id: stream.id, segments: streamMedia.segments, next_seq: streamMedia.next_seq })
    .from(streamMedia)
    .innerJoin(stream, eq(stream.id, streamMedia.stream_id))
    .where(and(not(stream.is_live), lt(stream.ended_at, sql`now() - ${ms} * interval '1 millisecond'`)))
    .limit(limit)
}

/** The columns that decide who may load a stream's files; null if the stream is deleted. */
export async function findMediaState(db: DbOrTx, id: number) {
  const [row] = await db
    .select({
      is_nsfw: sql<boolean>`coalesce(${post.is_nsfw}, false)`,
      is_removed: sql<boolean>`${post.removal_id} is not null`,
      is_held: sql<boolean>`${post.held_at} is not null`,
    })
    .from(stream)
    .leftJoin(post, eq(post.id, stream.post_id))
    .leftJoin(category, eq(category.id, stream.category_id))
    .where(
      and(
        eq(stream.id, id),
        isNull(stream.deleted_at),
        or(isNull(stream.post_id), and(isNull(post.deleted_at), isNull(category.deleted_at))),
      ),
    )
  return row ?? null
}

export async function deleteMedia(tx: DbOrTx, id: number): Promise<void> {
  await tx.delete(streamMedia).where(eq(streamMedia.stream_id, id))
}

export async function setThumbnail(tx: DbOrTx, id: number, has_thumbnail: boolean): Promise<void> {
  await tx.update(stream).set({ has_thumbnail }).where(eq(stream.id, id))
}

export async function findDeletedWithThumbnail(tx: DbOrTx, limit: number): Promise<number[]> {
  const rows = await tx
    .select({ id: stream.id })
    .from(stream)
    .where(and(isNotNull(stream.deleted_at), sql`${stream.has_thumbnail}`))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function forgetThumbnails(tx: DbOrTx, ids: number[]): Promise<void> {
  await tx.update(stream).set({ has_thumbnail: false }).where(inArray(stream.id, ids))
}
