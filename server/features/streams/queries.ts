import { and, desc, eq, inArray, isNotNull, isNull, lte, not, or, sql, type SQL } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { StreamState, StreamType } from '#shared/rules/streams.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { blockedUser } from '../blocks/table.ts'
import { category } from '../categories/table.ts'
import { emitChange } from '../events/changes.ts'
import { mayModerate, readerVariant, type Reader } from '../moderation/foundation.ts'
import { isListed } from '../posts/listed.ts'
import { post, postRank } from '../posts/table.ts'
import { user } from '../users/table.ts'
import { liveUntil, presentStream, type StreamPlace } from './rules.ts'
import { stream, streamViewer } from './table.ts'

/** A stream with a post has the title and description of the post. */
const columns = {
  id: stream.id,
  title: sql<string>`coalesce(${post.title}, ${stream.title})`.as('title'),
  description: sql<string>`coalesce(${post.content}, ${stream.description})`.as('description'),
  is_live: stream.is_live,
  is_interrupted: stream.is_interrupted,
  viewer_count: stream.viewer_count,
  peak_viewers: stream.peak_viewers,
  stream_type: stream.stream_type,
  url: stream.url,
  has_thumbnail: stream.has_thumbnail,
  created_at: stream.created_at,
  ended_at: stream.ended_at,
  live_until: stream.live_until,
  post_id: stream.post_id,
  is_nsfw: sql<boolean>`coalesce(${post.is_nsfw}, false)`.as('is_nsfw'),
  is_removed: sql<boolean>`${post.removal_id} is not null`.as('is_removed'),
  is_held: sql<boolean>`${post.held_at} is not null`.as('is_held'),
  category: { id: category.id, name: category.name, display_name: category.display_name },
  streamer: { id: user.id, username: user.username, avatar_url: user.avatar_url },
}

const isOpen = and(
  isNull(stream.deleted_at),
  or(isNull(stream.post_id), and(isNull(post.deleted_at), isNull(category.deleted_at))),
)

function selectStreams(tx: DbOrTx, reader: Reader) {
  const canModerate = mayModerate(stream.category_id, reader.id ?? 0, readerVariant(reader))
  return tx
    .select({ ...columns, can_moderate: sql<boolean>`coalesce(${canModerate}, false)`.as('can_moderate') })
    .from(stream)
    .innerJoin(user, eq(user.id, stream.user_id))
    .leftJoin(post, eq(post.id, stream.post_id))
    .leftJoin(postRank, eq(postRank.post_id, stream.post_id))
    .leftJoin(category, eq(category.id, stream.category_id))
    .$dynamic()
}

export type StreamRow = Awaited<ReturnType<typeof selectStreams>>[number]

export async function findStream(tx: DbOrTx, id: number, reader: Reader): Promise<StreamRow | null> {
  const [row] = await selectStreams(tx, reader).where(and(eq(stream.id, id), isOpen))
  return row ?? null
}

type Listing = { category_id?: number; nsfw: boolean; reader: Reader }

const isNotOfBlocked = (viewerId: number) =>
  sql`not exists (select 1 from ${blockedUser} where ${blockedUser.blocker_id} = ${viewerId}
    and ${blockedUser.blocked_id} = ${stream.user_id})`

function isShown({ category_id, nsfw, reader }: Listing): SQL | undefined {
  return and(
    isOpen,
    or(isNull(stream.post_id), isListed()),
    nsfw ? eq(post.is_nsfw, true) : or(isNull(stream.post_id), eq(post.is_nsfw, false)),
    category_id === undefined ? undefined : eq(stream.category_id, category_id),
    reader.id === null ? undefined : isNotOfBlocked(reader.id),
  )
}

const ORDER = {
  live: { is: sql`${stream.is_live}`, by: sql`${stream.viewer_count}` },
  ended: { is: sql`not ${stream.is_live}`, by: sql`${stream.ended_at}` },
} satisfies Record<StreamState, { is: SQL; by: SQL }>

export function listOfState(
  tx: DbOrTx,
  listing: Listing & { state: StreamState; after: StreamPlace | null; limit: number },
): Promise<StreamRow[]> {
  const { state, after, limit } = listing
  const { is, by } = ORDER[state]
  const value =
    after &&
    (after.state === 'live' ? sql`${after.rank}::integer` : sql`${new Date(after.rank).toISOString()}::timestamptz`)
  const isAfter = after ? sql`(${by}, ${stream.id}) < (${value}, ${after.id})` : undefined
  return selectStreams(tx, listing.reader)
    .where(and(is, isShown(listing), isAfter))
    .orderBy(sql`${by} desc`, desc(stream.id))
    .limit(limit)
}

export type StreamValues = { title: string; description: string; stream_type: StreamType; url: string | null }

/** Throws `already_live` if the member has another live stream. */
export async function insertStream(tx: DbOrTx, userId: number, values: StreamValues, now: Date): Promise<number> {
  const [row] = await tx
    .insert(stream)
    .values({ ...values, user_id: userId, created_at: now, live_until: liveUntil(values.stream_type, now) })
    .onConflictDoNothing()
    .returning({ id: stream.id })
  if (!row) throw new ApiError('already_live')
  return row.id
}

export async function setPostOfStream(
  tx: DbOrTx,
  id: number,
  { post_id, category_id }: { post_id: number; category_id: number },
): Promise<void> {
  await tx.update(stream).set({ post_id, category_id }).where(eq(stream.id, id))
}

export async function updateStream(
  tx: DbOrTx,
  id: number,
  values: { title?: string | undefined; description?: string | undefined; live_until?: Date | undefined },
): Promise<void> {
  await tx.update(stream).set(values).where(eq(stream.id, id))
}

/** Transactions that count the streams from browsers run one after the other, so that they do not exceed the limit. */
export async function lockBrowserStreams(tx: DbOrTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.browserStreams})`)
}

/** Held streams do not count, because they are not encoded. */
export async function countBrowserStreams(tx: DbOrTx): Promise<number> {
  const isHeld = sql`exists (select 1 from ${post}
    where ${post.id} = ${stream.post_id} and ${post.held_at} is not null)`
  return tx.$count(
    stream,
    and(eq(stream.stream_type, 'browser'), stream.is_live, isNull(stream.deleted_at), not(isHeld)),
  )
}

export async function endExpired(tx: DbOrTx, now: Date): Promise<number> {
  return (await endStreams(tx, lte(stream.live_until, now), now)).length
}

/** Returns the ids of the streams that were live. */
export async function endStreams(tx: DbOrTx, which: SQL, now: Date): Promise<number[]> {
  const ended = await tx
    .update(stream)
    .set({ is_live: false, is_interrupted: false, viewer_count: 0, ended_at: now })
    .where(and(which, sql`${stream.is_live}`))
    .returning({ id: stream.id })
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(streamViewer).where(inArray(streamViewer.stream_id, ids))
  for (const stream_id of ids) emitChange(tx, { type: 'stream', stream_id })
  return ids
}

/** Ends the stream in any community if `categoryId` is null. */
export async function endStreamsOf(
  tx: DbOrTx,
  { userId, categoryId }: { userId: number; categoryId: number | null },
  now: Date,
): Promise<void> {
  const isInCategory = categoryId === null ? undefined : eq(stream.category_id, categoryId)
  await endStreams(tx, and(eq(stream.user_id, userId), isInCategory)!, now)
}

export async function setInterrupted(tx: DbOrTx, id: number, is_interrupted: boolean): Promise<void> {
  const changed = await tx
    .update(stream)
    .set({ is_interrupted })
    .where(and(eq(stream.id, id), sql`${stream.is_live}`, eq(stream.is_interrupted, !is_interrupted)))
    .returning({ id: stream.id })
  for (const { id: stream_id } of changed) emitChange(tx, { type: 'stream', stream_id })
}

const NOBODY: Reader = { id: null, hasCredential: true, isAdminAccount: false, isSuspended: false }

export async function listStreams(
  tx: DbOrTx,
  { status, skip, limit }: { status?: 'live' | 'ended'; skip: number; limit: number },
) {
  const which = and(isNull(stream.deleted_at), status && eq(stream.is_live, status === 'live'))
  const page = tx.select({ id: stream.id }).from(stream).where(which).orderBy(desc(stream.id)).limit(limit).offset(skip)
  const rows = await selectStreams(tx, NOBODY).where(inArray(stream.id, page)).orderBy(desc(stream.id))
  return { streams: rows.map((row) => presentStream(row, NOBODY)), total: await tx.$count(stream, which) }
}

export async function softDeleteStream(tx: DbOrTx, id: number, now: Date): Promise<void> {
  if ((await softDeleteWhere(tx, eq(stream.id, id), now)) === 0) throw new ApiError('not_found')
}

export async function softDeleteStreamsOf(tx: DbOrTx, userId: number, now: Date): Promise<void> {
  await softDeleteWhere(tx, eq(stream.user_id, userId), now)
}

async function softDeleteWhere(tx: DbOrTx, which: SQL, now: Date): Promise<number> {
  await endStreams(tx, which, now)
  const gone = await tx
    .update(stream)
    .set({ deleted_at: now })
    .where(and(which, isNull(stream.deleted_at)))
    .returning({ id: stream.id })
  return gone.length
}

/** Finds the stream if it is live and its post, if it has one, is listed. */
export async function findAnnounced(tx: DbOrTx, id: number) {
  const [row] = await tx
    .select({ id: stream.id, user_id: stream.user_id, post_id: stream.post_id })
    .from(stream)
    .leftJoin(postRank, eq(postRank.post_id, stream.post_id))
    .where(
      and(eq(stream.id, id), sql`${stream.is_live}`, isNull(stream.deleted_at), or(isNull(stream.post_id), isListed())),
    )
  return row ?? null
}

/** Does not notify the streamer, because the decision about the post does. */
export async function endStreamOfPost(tx: DbOrTx, postId: number, now: Date): Promise<void> {
  await endStreams(tx, sql`${stream.id} = (select ${post.stream_id} from ${post} where ${post.id} = ${postId})`, now)
}

export async function findLiveOfPost(tx: DbOrTx, postId: number): Promise<number | null> {
  const [row] = await tx
    .select({ id: stream.id })
    .from(stream)
    .where(and(isNotNull(stream.post_id), eq(stream.post_id, postId), sql`${stream.is_live}`))
  return row?.id ?? null
}
