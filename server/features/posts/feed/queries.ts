import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { PostSort } from '#shared/api/posts.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { user } from '../../users/table.ts'
import { postRank } from '../table.ts'

/** Which posts a feed is about: a variant, and of it one community, one author or both. */
export type Scope = { nsfw: boolean, categoryId: number | null, authorId: number | null, viewerId: number | null }

/** A place in a feed: the value of its rank and the id of a post. Ranks are numbers: the time of 'new' is in milliseconds. */
export type Place = { rank: number, id: number }

/**
 * Leaves out what was written by people whom the viewer blocked. The blocked are read once and compared in the scan, so that the
 * rows still come out of the index in order.
 */
export function isNotBlockedBy(viewerId: number | null): SQL | undefined {
  if (viewerId === null) return undefined
  return sql`coalesce(${postRank.author_id}, 0) <> all (array(select blocked_id from blockeduser where blocker_id = ${viewerId}))`
}

/** What a scope asks beyond its variant. */
function isWithin({ categoryId, authorId, viewerId }: Scope): SQL | undefined {
  return and(
    categoryId === null ? undefined : eq(postRank.category_id, categoryId),
    authorId === null ? undefined : eq(postRank.author_id, authorId),
    isNotBlockedBy(viewerId),
  )
}

/** How each sort reads its rank and how a number of a cursor becomes a value that its index can be asked for. */
const RANKS: Record<PostSort, { column: SQL, read: SQL, value: (rank: number) => SQL }> = {
  hot: { column: sql`${postRank.hot}`, read: sql`${postRank.hot}`, value: (rank) => sql`${rank}::double precision` },
  top: { column: sql`${postRank.top}`, read: sql`${postRank.top}`, value: (rank) => sql`${rank}::integer` },
  controversial: {
    column: sql`${postRank.controversial}`, read: sql`${postRank.controversial}`, value: (rank) => sql`${rank}::double precision`,
  },
  new: {
    column: sql`${postRank.created_at}`,
    read: sql`(extract(epoch from ${postRank.created_at}) * 1000)::double precision`,
    value: (rank) => sql`${new Date(rank).toISOString()}::timestamptz`,
  },
}

/**
 * The posts of a scope from a place downwards, highest rank first: one range of one index (an author's posts in another order
 * than by time are sorted). `horizon` is the oldest transaction that this reading could not see the end of.
 */
export async function readRange(
  tx: DbOrTx, scope: Scope, sort: PostSort, after: Place | null, { limit, offset }: { limit: number, offset: number },
): Promise<(Place & { horizon: number })[]> {
  const { column, read, value } = RANKS[sort]
  // A community has one variant, and naming it as well would only lead away from the community's own index.
  const variant = scope.categoryId === null ? eq(postRank.is_nsfw, scope.nsfw) : undefined
  const below = after ? sql`(${column}, ${postRank.post_id}) < (${value(after.rank)}, ${after.id}::integer)` : undefined
  return tx.execute<Place & { horizon: number }>(sql`
    select ${postRank.post_id} as id, ${read} as rank,
      pg_snapshot_xmin(pg_current_snapshot())::text::double precision as horizon
    from ${postRank}
    where ${and(sql`${postRank.is_listed}`, variant, isWithin(scope), below)}
    order by ${column} desc, ${postRank.post_id} desc
    limit ${sql.raw(String(limit))} offset ${sql.raw(String(after ? 0 : offset))}`)
}

/** A place in the order in which ranks moved. */
export type MovedPlace = { moved_in: number, id: number }

/** Rows of the moves that are looked at in one query: an upper bound of its work, whatever a scope leaves out of them. */
export const MOVED_SLICE = 300

/**
 * The next posts of the variant whose ranks moved, in that order, with whether they belong to the scope. A transaction that this
 * server has not begun yet came with a restored backup and is left out.
 */
export async function readMoved(tx: DbOrTx, scope: Scope, after: MovedPlace): Promise<(MovedPlace & { is_within: boolean })[]> {
  return tx.execute<MovedPlace & { is_within: boolean }>(sql`
    select ${postRank.post_id} as id, ${postRank.moved_in}::double precision as moved_in,
      ${isWithin(scope) ?? sql`true`} as is_within
    from ${postRank}
    where ${postRank.is_listed} and ${postRank.moved_in} > 0 and ${eq(postRank.is_nsfw, scope.nsfw)}
      and (${postRank.moved_in}, ${postRank.post_id}) > (${after.moved_in}::bigint, ${after.id}::integer)
      and ${postRank.moved_in} < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    order by ${postRank.moved_in}, ${postRank.post_id}
    limit ${sql.raw(String(MOVED_SLICE))}`)
}

/** How many posts an author has in a variant, or in one community. */
export async function countOfAuthor(tx: DbOrTx, { nsfw, categoryId, authorId }: Scope): Promise<number> {
  const [row] = await tx.select({ total: sql<number>`count(*)::integer` }).from(postRank).where(and(
    eq(postRank.author_id, authorId!), eq(postRank.is_nsfw, nsfw), sql`${postRank.is_listed}`,
    categoryId === null ? undefined : eq(postRank.category_id, categoryId),
  ))
  return row!.total
}

/** The id of the living account of that name, in any case, or null. */
export async function findAuthorId(tx: DbOrTx, username: string): Promise<number | null> {
  const [row] = await tx.select({ id: user.id }).from(user)
    .where(and(sql`lower(${user.username}) = ${username.trim().toLowerCase()}`, isNull(user.deleted_at)))
  return row?.id ?? null
}
