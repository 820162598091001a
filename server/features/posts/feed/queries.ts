import { and, eq, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { PostSort } from '#shared/rules/sorts.ts'
import { isUsername } from '#shared/rules/username.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { builtQuery, type Placed } from '#server/db/driver/built-query.ts'
import { isNotBlockedBy } from '../../blocks/queries.ts'
import { category } from '../../categories/table.ts'
import { user } from '../../users/table.ts'
import { cardColumns, isAuthor, isNotDeleted } from '../queries.ts'
import { isListed } from '../listed.ts'
import { post, postRank } from '../table.ts'
import type { Place } from './rules.ts'

export type Scope = { nsfw: boolean, categoryId: number | null, authorId: number | null, viewerId: number | null }

type ScopeParams = { [Field in keyof Scope]: Scope[Field] | Placeholder }

const RANKS: Record<PostSort, { column: SQL, rank: SQL, type: SQL, value: (rank: number) => number | string }> = {
  hot: { column: sql`${postRank.hot}`, rank: sql`${postRank.hot}`, type: sql`double precision`, value: (rank) => rank },
  top: { column: sql`${postRank.top}`, rank: sql`${postRank.top}`, type: sql`integer`, value: (rank) => rank },
  controversial: { column: sql`${postRank.controversial}`, rank: sql`${postRank.controversial}`, type: sql`double precision`, value: (rank) => rank },
  new: {
    column: sql`${postRank.created_at}`,
    rank: sql`(extract(epoch from ${postRank.created_at}) * 1000)::double precision`,
    type: sql`timestamptz`,
    value: (rank) => new Date(rank).toISOString(),
  },
}

type PlaceParams = { rank: number | string | Placeholder, id: number | Placeholder }

function isInRange({ nsfw, categoryId, authorId, viewerId }: ScopeParams, sort: PostSort, after: PlaceParams | null): SQL | undefined {
  const { column, type } = RANKS[sort]
  return and(
    sql`${postRank.is_listed}`,
    // A community has one variant; a condition on it would keep the planner from the community's index.
    categoryId === null ? eq(postRank.is_nsfw, nsfw) : eq(postRank.category_id, categoryId),
    authorId === null ? undefined : eq(postRank.author_id, authorId),
    isNotBlockedBy(viewerId),
    after ? sql`(${column}, ${postRank.post_id}) < (${after.rank}::${type}, ${after.id}::integer)` : undefined,
  )
}

/** Authors have an index by time only; other sorts, which the site does not use, are sorted. OFFSET keeps the planner off the index of all posts. */
function rowsOf({ authorId, categoryId, nsfw }: ScopeParams, sort: PostSort): SQL {
  if (authorId === null || (sort === 'new' && categoryId === null)) return sql`${postRank}`
  const own = and(eq(postRank.author_id, authorId), eq(postRank.is_nsfw, nsfw), sql`${postRank.is_listed}`)
  return sql`(select * from ${postRank} where ${own} offset 0) as ${postRank}`
}

/** The number of posts of a scope; of a variant it is the sum over its communities. */
function totalOf({ nsfw, categoryId, authorId }: ScopeParams): SQL<number> {
  if (authorId !== null) {
    const own = and(
      eq(postRank.author_id, authorId), eq(postRank.is_nsfw, nsfw), isListed(),
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

const findRange = builtQuery((db, values: Placed<Scope & PlaceParams>, { sort, ofCategory, ofAuthor, isMember, isFirst, limit, offset }: RangeShape) => {
  const scope: ScopeParams = {
    nsfw: values.nsfw,
    categoryId: ofCategory ? values.categoryId : null,
    authorId: ofAuthor ? values.authorId : null,
    viewerId: isMember ? values.viewerId : null,
  }
  const { column, rank } = RANKS[sort]
  // LIMIT and OFFSET are literals, so that the planner sees how short the range is.
  const range = sql`(
    select ${postRank.post_id}, ${postRank.upvotes}, ${postRank.downvotes}, ${postRank.comment_count}, ${rank} as rank
    from ${rowsOf(scope, sort)} where ${isInRange(scope, sort, isFirst ? null : values)}
    order by ${column} desc, ${postRank.post_id} desc limit ${sql.raw(String(limit))} offset ${sql.raw(String(offset))}
  ) as ${postRank}`
  return db.select({
    ...cardColumns(isMember ? values.viewerId : null),
    rank: sql<number>`${postRank}.rank`.as('rank'),
    is_not_deleted: sql<boolean>`${isNotDeleted}`.as('is_not_deleted'),
    total: totalOf(scope).as('total'),
  }).from(range)
    .innerJoin(post, eq(post.id, postRank.post_id))
    .innerJoin(category, eq(category.id, post.category_id))
    .leftJoin(user, isAuthor)
    .orderBy(sql`${postRank}.rank desc, ${postRank.post_id} desc`)
})

/** One range of one index, joined with what a card shows. `is_not_deleted` is false for a deleted post that is still listed. */
export function readRange(tx: DbOrTx, scope: Scope, sort: PostSort, after: Place | null, { limit, offset }: { limit: number, offset: number }) {
  const shape: RangeShape = {
    sort, ofCategory: scope.categoryId !== null, ofAuthor: scope.authorId !== null, isMember: scope.viewerId !== null,
    isFirst: after === null, limit, offset: after ? 0 : offset,
  }
  return findRange(tx, { ...scope, rank: RANKS[sort].value(after?.rank ?? 0), id: after?.id ?? 0 }, shape)
}

export async function findAuthorId(tx: DbOrTx, username: string): Promise<number | null> {
  if (!isUsername(username.trim())) return null
  const [row] = await tx.select({ id: user.id }).from(user)
    .where(and(sql`lower(${user.username}) = ${username.trim().toLowerCase()}`, isNull(user.deleted_at)))
  return row?.id ?? null
}
