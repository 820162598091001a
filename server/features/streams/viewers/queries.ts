import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { category } from '../../categories/table.ts'
import { emitChange } from '../../events/changes.ts'
import { mayModerate, readerVariant, type Reader } from '../../moderation/foundation.ts'
import { post } from '../../posts/table.ts'
import { stream, streamViewer } from '../table.ts'

/** Three heartbeats of the event stream; viewers of a killed process are counted until this time has passed. */
const LEASE = sql`interval '75 seconds'`

/** A held stream is found only by its streamer and staff. */
export async function findWatchable(
  db: DbOrTx,
  ids: number[],
  reader: Reader,
  nsfw: boolean,
): Promise<Map<number, { user_id: number }>> {
  const mayHeld = or(
    eq(stream.user_id, reader.id ?? 0),
    mayModerate(stream.category_id, reader.id ?? 0, readerVariant(reader)),
  )
  const rows = await db
    .select({ id: stream.id, user_id: stream.user_id })
    .from(stream)
    .leftJoin(post, eq(post.id, stream.post_id))
    .leftJoin(category, eq(category.id, stream.category_id))
    .where(
      and(
        inArray(stream.id, ids),
        isNull(stream.deleted_at),
        or(
          isNull(stream.post_id),
          and(
            isNull(post.deleted_at),
            isNull(category.deleted_at),
            nsfw ? undefined : eq(post.is_nsfw, false),
            or(isNull(post.held_at), mayHeld),
          ),
        ),
      ),
    )
  return new Map(rows.map(({ id, user_id }) => [id, { user_id }]))
}

export function findStates(db: DbOrTx, ids: number[]) {
  return db
    .select({
      stream_id: stream.id,
      is_live: stream.is_live,
      is_interrupted: stream.is_interrupted,
      viewer_count: stream.viewer_count,
    })
    .from(stream)
    .where(and(inArray(stream.id, ids), isNull(stream.deleted_at)))
}

export type ViewerChanges = { joined: Map<string, string>; left: Set<string> }

/** Makes processes update the viewer count one after the other. */
async function lockLive(tx: Tx, id: number) {
  const [row] = await tx
    .select({ viewer_count: stream.viewer_count })
    .from(stream)
    .where(and(eq(stream.id, id), sql`${stream.is_live}`))
    .for('no key update')
  return row ?? null
}

async function count(tx: Tx, id: number, before: number): Promise<void> {
  const [counted] = await tx
    .select({ viewers: sql<number>`count(distinct ${streamViewer.viewer})::integer` })
    .from(streamViewer)
    .where(eq(streamViewer.stream_id, id))
  const { viewers } = counted!
  if (viewers === before) return
  await tx
    .update(stream)
    .set({ viewer_count: viewers, peak_viewers: sql`greatest(${stream.peak_viewers}, ${viewers})` })
    .where(eq(stream.id, id))
  emitChange(tx, { type: 'stream', stream_id: id })
}

const isOver = lt(streamViewer.until, sql`now()`)

/** Changes nothing for an ended stream. */
export async function storeViewers(tx: Tx, id: number, { joined, left }: ViewerChanges): Promise<void> {
  const live = await lockLive(tx, id)
  if (!live) return
  if (joined.size > 0) {
    const [leases, viewers] = [[...joined.keys()], [...joined.values()]]
    await tx.execute(sql`insert into ${streamViewer} (stream_id, lease, viewer, until)
      select ${id}, lease, viewer, now() + ${LEASE}
      from unnest(${sql.param(leases)}::text[], ${sql.param(viewers)}::text[]) as came (lease, viewer)
      on conflict (stream_id, lease) do update set until = excluded.until`)
  }
  const gone = left.size > 0 ? inArray(streamViewer.lease, [...left]) : undefined
  await tx.delete(streamViewer).where(and(eq(streamViewer.stream_id, id), or(gone, isOver)))
  await count(tx, id, live.viewer_count)
}

/** A killed process leaves viewers with expired leases. */
export async function findWithLapsed(tx: DbOrTx): Promise<number[]> {
  const rows = await tx.selectDistinct({ id: streamViewer.stream_id }).from(streamViewer).where(isOver)
  return rows.map(({ id }) => id)
}
