import { and, eq, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { PostSort } from '#shared/rules/sorts.ts'
import { isUsername } from '#shared/rules/username.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { prepared, type Placed } from '#server/db/prepared.ts'
import { HORIZON } from '#server/db/snapshot.ts'
import { isNotBlockedBy } from '../../blocks/queries.ts'
import { category } from '../../categories/table.ts'
import { user } from '../../users/table.ts'
import { cardColumns, isAuthor, isThere } from '../queries.ts'
import { post, postRank } from '../table.ts'

/** Which posts a feed is about: a variant, and of it one community, one author or both. */
export type Scope = { nsfw: boolean, categoryId: number | null, authorId: number | null, viewerId: number | null }

/** The same in the text of a query, with the values themselves or with their places. */
type AskedScope = { [Field in keyof Scope]: Scope[Field] | Placeholder }

/** A place in a feed: the value of its rank and the id of a post. Ranks are numbers: the time of 'new' is in milliseconds. */
export type Place = { rank: number, id: number }

/** What a scope asks beyond its variant. */
function isWithin({ categoryId, authorId, viewerId }: AskedScope): SQL | undefined {
  return and(
    categoryId === null ? undefined : eq(postRank.category_id, categoryId),
    authorId === null ? undefined : eq(postRank.author_id, authorId),
    isNotBlockedBy(viewerId),
  )
}

/** How each sort reads its rank, and how a place's rank is written so that its index can be asked for it. */
const RANKS: Record<PostSort, { column: SQL, read: SQL, type: SQL, value: (rank: number) => number | string }> = {
  hot: { column: sql`${postRank.hot}`, read: sql`${postRank.hot}`, type: sql`double precision`, value: (rank) => rank },
  top: { column: sql`${postRank.top}`, read: sql`${postRank.top}`, type: sql`integer`, value: (rank) => rank },
  controversial: { column: sql`${postRank.controversial}`, read: sql`${postRank.controversial}`, type: sql`double precision`, value: (rank) => rank },
  new: {
    column: sql`${postRank.created_at}`,
    read: sql`(extract(epoch from ${postRank.created_at}) * 1000)::double precision`,
    type: sql`timestamptz`,
    value: (rank) => new Date(rank).toISOString(),
  },
}

/** A place in the text of a query, its rank as `RANKS` writes it. */
type AskedPlace = { rank: number | string | Placeholder, id: number | Placeholder }

function asked(sort: PostSort, { rank, id }: Place): AskedPlace {
  return { rank: RANKS[sort].value(rank), id }
}

/** The listed posts of a scope below a place in a sort. */
function isInRange(scope: AskedScope, sort: PostSort, after: AskedPlace | null): SQL | undefined {
  const { column, type } = RANKS[sort]
  // A community has one variant, and naming it as well would only lead away from the community's own index.
  const variant = scope.categoryId === null ? eq(postRank.is_nsfw, scope.nsfw) : undefined
  const below = after ? sql`(${column}, ${postRank.post_id}) < (${after.rank}::${type}, ${after.id}::integer)` : undefined
  return and(sql`${postRank.is_listed}`, variant, isWithin(scope), below)
}

/**
 * The rows that a range is read from. Only by time have an author's posts an index of their own; for what else is asked of them,
 * which no page of the site does, they are gathered and sorted (OFFSET keeps the planner from looking for one author's
 * posts along an index of everybody's).
 */
function rowsOf({ authorId, categoryId, nsfw }: AskedScope, sort: PostSort): SQL {
  if (authorId === null || (sort === 'new' && categoryId === null)) return sql`${postRank}`
  const own = and(eq(postRank.author_id, authorId), eq(postRank.is_nsfw, nsfw), sql`${postRank.is_listed}`)
  return sql`(select * from ${postRank} where ${own} offset 0) as ${postRank}`
}

/** How many posts a feed has: of a variant the sum over its communities, of an author those in the variant or in one community. */
function totalOf({ nsfw, categoryId, authorId }: AskedScope): SQL<number> {
  if (authorId !== null) {
    const own = and(
      eq(postRank.author_id, authorId), eq(postRank.is_nsfw, nsfw), sql`${postRank.is_listed}`,
      categoryId === null ? undefined : eq(postRank.category_id, categoryId),
    )
    return sql`(select count(*)::integer from ${postRank} where ${own})`
  }
  if (categoryId !== null) return sql`(select ${category.post_count} from ${category} where ${eq(category.id, categoryId)})`
  const live = and(eq(category.is_nsfw, nsfw), isNull(category.deleted_at))
  return sql`(select coalesce(sum(${category.post_count}), 0)::integer from ${category} where ${live})`
}

export async function countFeed(tx: DbOrTx, scope: Scope): Promise<number> {
  const [row] = await tx.execute<{ total: number }>(sql`select ${totalOf(scope)} as total`)
  return row!.total
}

type RangeShape = { sort: PostSort, ofCategory: boolean, ofAuthor: boolean, isMember: boolean, isFirst: boolean, limit: number, offset: number }

const findRange = prepared((db, values: Placed<Scope & AskedPlace>, { sort, ofCategory, ofAuthor, isMember, isFirst, limit, offset }: RangeShape) => {
  const scope: AskedScope = {
    nsfw: values.nsfw,
    categoryId: ofCategory ? values.categoryId : null,
    authorId: ofAuthor ? values.authorId : null,
    viewerId: isMember ? values.viewerId : null,
  }
  const { column, read } = RANKS[sort]
  const order = sql`${column} desc, ${postRank.post_id} desc`
  // A number in the text, so that every plan knows how short the range is.
  const range = sql`(
    select ${postRank}.*, ${read} as rank from ${rowsOf(scope, sort)} where ${isInRange(scope, sort, isFirst ? null : values)}
    order by ${order} limit ${sql.raw(String(limit))} offset ${sql.raw(String(offset))}
  ) as ${postRank}`
  return db.select({
    ...cardColumns(isMember ? values.viewerId : null),
    rank: sql<number>`${postRank}.rank`,
    is_there: sql<boolean>`${isThere}`,
    total: totalOf(scope),
    horizon: HORIZON,
  }).from(range)
    .innerJoin(post, eq(post.id, postRank.post_id))
    .innerJoin(category, eq(category.id, post.category_id))
    .leftJoin(user, isAuthor)
    .orderBy(order)
})

/**
 * The posts of a scope from a place downwards, highest rank first: one range of one index, and the cards of what was found there.
 * `is_there` is false for what its list does not know to be deleted yet, `total` is of the whole feed, `horizon` is the oldest
 * transaction that this reading could not see the end of.
 */
export function readRange(tx: DbOrTx, scope: Scope, sort: PostSort, after: Place | null, { limit, offset }: { limit: number, offset: number }) {
  const shape: RangeShape = {
    sort, ofCategory: scope.categoryId !== null, ofAuthor: scope.authorId !== null, isMember: scope.viewerId !== null,
    isFirst: after === null, limit, offset: after ? 0 : offset,
  }
  return findRange(tx, { ...scope, ...asked(sort, after ?? { rank: 0, id: 0 }) }, shape)
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
      where ${isInRange(scope, 'new', asked('new', after))}
      order by ${column} desc, ${postRank.post_id} desc
      limit ${sql.raw(String(SLICE))}
    ) slice
    where has_moved or position = ${sql.raw(String(SLICE))}
    order by position`)
  return { moved: rows.filter((row) => row.has_moved), next: rows.find((row) => row.position === SLICE) ?? null }
}

/** The id of the living account of that name, in any case, or null. */
export async function findAuthorId(tx: DbOrTx, username: string): Promise<number | null> {
  if (!isUsername(username.trim())) return null
  const [row] = await tx.select({ id: user.id }).from(user)
    .where(and(sql`lower(${user.username}) = ${username.trim().toLowerCase()}`, isNull(user.deleted_at)))
  return row?.id ?? null
}
