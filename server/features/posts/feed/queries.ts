import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { PostSort } from '#shared/rules/sorts.ts'
import { isUsername } from '#shared/rules/username.ts'
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

/** The listed posts of a scope below a place in a sort. */
function isInRange(scope: Scope, sort: PostSort, after: Place | null): SQL | undefined {
  const { column, value } = RANKS[sort]
  // A community has one variant, and naming it as well would only lead away from the community's own index.
  const variant = scope.categoryId === null ? eq(postRank.is_nsfw, scope.nsfw) : undefined
  const below = after ? sql`(${column}, ${postRank.post_id}) < (${value(after.rank)}, ${after.id}::integer)` : undefined
  return and(sql`${postRank.is_listed}`, variant, isWithin(scope), below)
}

/**
 * The rows that a range is read from. Only by time have an author's posts an index of their own; for what else is asked of them,
 * which no page of the site does, they are gathered and sorted (OFFSET keeps the planner from looking for one author's
 * posts along an index of everybody's).
 */
function rowsOf({ authorId, categoryId, nsfw }: Scope, sort: PostSort): SQL {
  if (authorId === null || (sort === 'new' && categoryId === null)) return sql`${postRank}`
  const own = and(eq(postRank.author_id, authorId), eq(postRank.is_nsfw, nsfw), sql`${postRank.is_listed}`)
  return sql`(select * from ${postRank} where ${own} offset 0) as ${postRank}`
}

/**
 * The posts of a scope from a place downwards, highest rank first: one range of one index. `horizon` is the oldest transaction that
 * this reading could not see the end of.
 */
export async function readRange(
  tx: DbOrTx, scope: Scope, sort: PostSort, after: Place | null, { limit, offset }: { limit: number, offset: number },
): Promise<(Place & { horizon: number })[]> {
  const { column, read } = RANKS[sort]
  return tx.execute<Place & { horizon: number }>(sql`
    select ${postRank.post_id} as id, ${read} as rank,
      pg_snapshot_xmin(pg_current_snapshot())::text::double precision as horizon
    from ${rowsOf(scope, sort)}
    where ${isInRange(scope, sort, after)}
    order by ${column} desc, ${postRank.post_id} desc
    limit ${sql.raw(String(limit))} offset ${sql.raw(String(after ? 0 : offset))}`)
}

/** Rows that one slice of the second look goes through: an upper bound of its work, however few of them it finds. */
const SLICE = 2_000

/** What a slice found, and the place where the next one begins, null at the end. */
export type Slice = { moved: Place[], next: Place | null }

/**
 * From a place downwards by time, the posts of a scope whose ranks moved in the transaction `since` or a later one. A transaction
 * that this server has not begun yet came with a restored backup and counts for nothing.
 */
export async function readMoved(tx: DbOrTx, scope: Scope, after: Place, since: number): Promise<Slice> {
  const { column, read } = RANKS.new
  const rows = await tx.execute<Place & { has_moved: boolean, position: number }>(sql`
    select * from (
      select ${postRank.post_id} as id, ${read} as rank, row_number() over (order by ${column} desc, ${postRank.post_id} desc)::integer as position,
        ${postRank.moved_in} >= ${since}::bigint and ${postRank.moved_in} < pg_snapshot_xmax(pg_current_snapshot())::text::bigint as has_moved
      from ${rowsOf(scope, 'new')}
      where ${isInRange(scope, 'new', after)}
      order by ${column} desc, ${postRank.post_id} desc
      limit ${sql.raw(String(SLICE))}
    ) slice
    where has_moved or position = ${sql.raw(String(SLICE))}
    order by position`)
  return { moved: rows.filter((row) => row.has_moved), next: rows.find((row) => row.position === SLICE) ?? null }
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
  if (!isUsername(username.trim())) return null
  const [row] = await tx.select({ id: user.id }).from(user)
    .where(and(sql`lower(${user.username}) = ${username.trim().toLowerCase()}`, isNull(user.deleted_at)))
  return row?.id ?? null
}
