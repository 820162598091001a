import { and, eq, isNull, not, sql, type Placeholder, type SQL } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import { WINDOWS, hasWindows, type Feed, type PostSort, type Window } from '#shared/rules/sorts.ts'
import { isUsername } from '#shared/rules/username.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { builtQuery, type Placeholders } from '#server/db/driver/built-query.ts'
import { sharedRead } from '#server/db/driver/shared-read.ts'
import { isNotBlockedBy } from '../../blocks/queries.ts'
import { category, categoryFlair, categoryMembership } from '../../categories/table.ts'
import { follow } from '../../follows/table.ts'
import { isNotHiddenFrom, isNotReadBy } from '../../reading/queries.ts'
import { user } from '../../users/table.ts'
import type { ReaderVariant } from '../../moderation/index.ts'
import { cardColumns, hasFlair as hasOwnFlair, isAuthor, withContents } from '../queries.ts'
import { isListed } from '../listed.ts'
import { post, postRank } from '../table.ts'
import type { Place } from './rules.ts'

/** `since` is the start of the time window. */
type Within = {
  nsfw: boolean
  categoryId: number | null
  flairId: number | null
  authorId: number | null
  viewerId: number | null
  since: string | null
}

/** The parameters that select the posts of a feed. `window` is 'all' for sort orders without time windows. */
export type Scope = Within & { feed: Feed; window: Window; hideRead: boolean }

type ScopeParams = { [Field in keyof Within]: Within[Field] | Placeholder } & {
  feed: Feed
  window: Window
  hideRead: boolean
}

const RANKS: Record<
  PostSort,
  { column: SQL; rank: SQL; type: SQL; lowest: SQL; value: (rank: number) => number | string }
> = {
  hot: {
    column: sql`${postRank.hot}`,
    rank: sql`${postRank.hot}`,
    type: sql`double precision`,
    lowest: sql`'-infinity'`,
    value: (rank) => rank,
  },
  top: {
    column: sql`${postRank.top}`,
    rank: sql`${postRank.top}`,
    type: sql`integer`,
    lowest: sql`'-2147483648'`,
    value: (rank) => rank,
  },
  controversial: {
    column: sql`${postRank.controversial}`,
    rank: sql`${postRank.controversial}`,
    type: sql`double precision`,
    lowest: sql`'-infinity'`,
    value: (rank) => rank,
  },
  new: {
    column: sql`${postRank.created_at}`,
    rank: sql`(extract(epoch from ${postRank.created_at}) * 1000)::double precision`,
    type: sql`timestamptz`,
    lowest: sql`'-infinity'`,
    value: (rank) => new Date(rank).toISOString(),
  },
}

type PlaceParams = { rank: number | string | Placeholder; id: number | Placeholder }

const raw = (value: number) => sql.raw(String(value))

/**
 * Returns the values of `post_rank.age` that a time window covers, each of which is one range of the feed's index; null
 * if that index has no age.
 */
function agesOf({ feed, authorId, window }: ScopeParams, sort: PostSort): SQL[] | null {
  if (!hasWindows(sort) || authorId !== null || feed === 'following') return null
  return WINDOWS.slice(0, WINDOWS.indexOf(window) + 1).map((_, age) => raw(age))
}

const eachOf = (ages: SQL[]) => sql`unnest(array[${sql.join(ages, sql`, `)}]::smallint[]) of_age`

function joinedCategories({ nsfw, categoryId, viewerId }: ScopeParams): SQL {
  const joined = and(
    eq(categoryMembership.user_id, viewerId!),
    eq(category.is_nsfw, nsfw),
    isNull(category.deleted_at),
    categoryId === null ? undefined : eq(category.id, categoryId),
  )
  return sql`${categoryMembership} join ${category} on ${category.id} = ${categoryMembership.category_id}
    where ${joined}`
}

const followedBy = (viewerId: ScopeParams['viewerId']) => sql`${follow} where ${eq(follow.follower_id, viewerId!)}`

const isMerged = ({ feed, authorId }: ScopeParams) => feed !== 'all' && authorId === null

const listSources = (scope: ScopeParams): SQL =>
  scope.feed === 'following'
    ? sql`select ${follow.followed_id} as author_id from ${followedBy(scope.viewerId)}`
    : sql`select ${category.id} as category_id, ${category.post_count} from ${joinedCategories(scope)}`

const isSumOfSources = ({ feed, authorId, flairId, since }: ScopeParams) =>
  feed === 'joined' && authorId === null && flairId === null && since === null

/**
 * A query for a community has no condition on `is_nsfw`, so that the planner uses the index of the community. In a
 * query for an author, `+ 0` after the community makes the planner use the index of the author.
 */
function isOfSource(scope: ScopeParams): SQL | undefined {
  const { feed, nsfw, categoryId, flairId, authorId, viewerId } = scope
  if (authorId !== null) {
    const isOfAuthor = and(eq(postRank.author_id, authorId), isOfPlace(scope))
    if (feed === 'following')
      return and(
        isOfAuthor,
        sql`${postRank.author_id} = any (array(select ${follow.followed_id} from ${followedBy(viewerId)}))`,
      )
    const joined = sql`(select ${categoryMembership.category_id} from ${categoryMembership}
      where ${eq(categoryMembership.user_id, viewerId!)})`
    return feed === 'joined' ? and(isOfAuthor, sql`${postRank.category_id} = any (array${joined})`) : isOfAuthor
  }
  if (feed === 'following') return and(sql`${postRank.author_id} = source.author_id`, isOfPlace(scope))
  if (feed === 'joined') return sql`${postRank.category_id} = source.category_id`
  if (flairId !== null) return eq(postRank.flair_id, flairId)
  return categoryId === null ? eq(postRank.is_nsfw, nsfw) : eq(postRank.category_id, categoryId)
}

const isOfPlace = ({ nsfw, categoryId }: ScopeParams) =>
  and(eq(postRank.is_nsfw, nsfw), categoryId === null ? undefined : sql`${postRank.category_id} + 0 = ${categoryId}`)

/** `+ 0` keeps the planner from using the index of the flair here. */
const hasFlair = ({ feed, authorId, flairId }: ScopeParams) =>
  flairId === null || (feed === 'all' && authorId === null) ? undefined : sql`${postRank.flair_id} + 0 = ${flairId}`

const isSince = ({ since }: ScopeParams) =>
  since === null ? undefined : sql`${postRank.created_at} >= ${since}::timestamptz`

/** Pinned posts come before all others, unless a page is too short for all of them. */
const hasPinsFirst = ({ feed, window, categoryId, flairId, authorId }: ScopeParams, limit: number) =>
  feed === 'all' &&
  window === 'all' &&
  categoryId !== null &&
  flairId === null &&
  authorId === null &&
  limit > LIMITS.pinnedPosts + 1

function isShownTo(scope: ScopeParams): SQL | undefined {
  return and(
    isNotBlockedBy(scope.viewerId),
    // A profile (`authorId` is set) also lists posts that the reader has hidden.
    scope.viewerId === null || scope.authorId !== null ? undefined : isNotHiddenFrom(scope.viewerId),
    scope.viewerId !== null && scope.hideRead ? isNotReadBy(scope.viewerId) : undefined,
  )
}

function isInRange(
  scope: ScopeParams,
  sort: PostSort,
  after: PlaceParams | null,
  pinsFirst = false,
  age = sql`of_age`,
): SQL | undefined {
  const { column, type } = RANKS[sort]
  return and(
    sql`${postRank.is_listed}`,
    isOfSource(scope),
    agesOf(scope, sort) ? sql`${postRank.age} = ${age}` : undefined,
    pinsFirst ? not(postRank.is_pinned) : undefined,
    isSince(scope),
    hasFlair(scope),
    after ? sql`(${column}, ${postRank.post_id}) < (${after.rank}::${type}, ${after.id}::integer)` : undefined,
  )
}

function columnsOf(sort: PostSort): SQL {
  return sql`${postRank.post_id}, ${postRank.upvotes}, ${postRank.downvotes}, ${postRank.comment_count},
    ${postRank.is_locked}, ${postRank.is_pinned},
    ${RANKS[sort].rank} as rank`
}

type Size = { limit: number; offset: number }

/** LIMIT and OFFSET are literals, so that the planner sees how short the range is. */
function rangeOf(
  scope: ScopeParams,
  sort: PostSort,
  after: PlaceParams | null,
  { limit, offset }: Size,
  pinsFirst: boolean,
): SQL {
  if (isMerged(scope)) return mergedRange(scope, sort, after, { limit, offset })
  const { column } = RANKS[sort]
  const ages = agesOf(scope, sort)
  const columns = columnsOf(sort)
  const first = (count: number) => sql`
    from ${postRank} where ${and(isInRange(scope, sort, after, pinsFirst), isShownTo(scope))}
    order by ${column} desc, ${postRank.post_id} desc limit ${raw(count)}`
  if (!ages) return sql`select ${columns} ${first(limit)} offset ${raw(offset)}`
  return sql`
    select ${MERGED} from ${eachOf(ages)} cross join lateral (select ${columns},
      ${column} as place ${first(limit + offset)}) merged
    order by merged.place desc, merged.post_id desc limit ${raw(limit)} offset ${raw(offset)}`
}

const MERGED = sql`merged.post_id, merged.upvotes, merged.downvotes, merged.comment_count, merged.is_locked,
  merged.is_pinned, merged.rank`

/**
 * The posts of more than FEW_SOURCES joined communities are first looked for among the first NEAR_POSTS posts of the
 * whole forum.
 */
const FEW_SOURCES = 16
const NEAR_POSTS = 256

/**
 * Merges the index ranges of several communities or authors (sources). `near` are their posts among the first posts of
 * the whole forum. `best` are the sources whose first posts rank highest: a page needs no more sources than posts.
 */
function mergedRange(scope: ScopeParams, sort: PostSort, after: PlaceParams | null, { limit, offset }: Size): SQL {
  const { column, type, lowest } = RANKS[sort]
  const count = raw(limit + offset)
  const inOrder = (of: SQL) => sql`order by ${of} desc, ${postRank.post_id} desc`
  const ages = agesOf(scope, sort)
  const ofSource = and(isInRange(scope, sort, after), isShownTo(scope))
  const near = scope.feed === 'joined' ? sql`near as materialized (${nearPosts(scope, sort, after, count)}),` : null
  // The total is computed here, because the CTE `source` already has the communities.
  const total = isSumOfSources(scope) ? sql`, (select sum(post_count)::integer from source) as total` : sql``
  return sql`
    with source as ${near ? sql`materialized` : sql``} (${listSources(scope)}), ${near ?? sql``}
    best as materialized (
      select source.*${ages ? sql`, of_age` : sql``}, first_post.place
        from source ${ages ? sql`cross join ${eachOf(ages)}` : sql``}
      cross join lateral (select ${column} as place, ${postRank.post_id} from ${postRank}
        where ${ofSource} ${inOrder(column)} limit 1) first_post
      ${near ? sql`where (select count(*) from near) < ${count}` : sql``}
      order by first_post.place desc, first_post.post_id desc limit ${count}
    )
    select ${MERGED}${total} from (
      ${
        near
          ? sql`select ${MERGED}, merged.place from near merged where (select count(*) from near) = ${count}
        union all`
          : sql``
      }
      select ${MERGED}, merged.place from best source cross join lateral (
        select ${columnsOf(sort)}, ${column} as place from ${postRank}
        where ${ofSource} and ${column} >= coalesce((select min(place) from best having count(*) = ${count}),
          ${lowest}::${type})
        ${inOrder(column)} limit ${count}
      ) merged
    ) merged
    order by merged.place desc, merged.post_id desc limit ${raw(limit)} offset ${raw(offset)}`
}

/**
 * Filters the first posts of the whole forum by community. `is true` keeps the planner from turning the filter into a
 * join, and UNION ALL reads each range of post ages only as far as needed.
 */
function nearPosts(scope: ScopeParams, sort: PostSort, after: PlaceParams | null, count: SQL): SQL {
  const { column } = RANKS[sort]
  const everybody: ScopeParams = { ...scope, feed: 'all' }
  const first = sql`order by place desc, ${postRank.post_id} desc limit ${raw(NEAR_POSTS)}`
  const ranges = (agesOf(everybody, sort) ?? [undefined]).map(
    (age) => sql`(
    select ${columnsOf(sort)}, ${postRank.author_id}, ${postRank.category_id}, ${column} as place from ${postRank}
    where ${isInRange(everybody, sort, after, false, age)} ${first})`,
  )
  return sql`
    select ${postRank}.* from (
      select * from (${sql.join(ranges, sql` union all `)}) ${postRank} ${first}
    ) ${postRank}
    where (select count(*) from source) > ${raw(FEW_SOURCES)} and (${postRank.category_id} in (select category_id
      from source)) is true and ${isShownTo(scope)}
    order by place desc, ${postRank.post_id} desc limit ${count}`
}

function withPins(scope: ScopeParams, sort: PostSort, { limit, offset }: Size): SQL {
  const pinned = and(
    eq(postRank.category_id, scope.categoryId!),
    postRank.is_pinned,
    postRank.is_listed,
    isNotBlockedBy(scope.viewerId),
  )
  return sql`
    select * from (
      (select ${columnsOf(sort)} from ${postRank} where ${pinned})
      union all (${rangeOf(scope, sort, null, { limit: limit + offset, offset: 0 }, true)})
    ) as shown
    order by is_pinned desc, rank desc, post_id desc limit ${raw(limit)} offset ${raw(offset)}`
}

const countUpTo = (found: SQL) =>
  sql<number>`(select count(*)::integer from (${found} limit ${raw(LIMITS.feedTotal)}) found)`

/** The total of a whole variant (normal or adult) comes from `readVariantTotal`. */
export const isVariant = ({ feed, categoryId, flairId, authorId, since }: ScopeParams) =>
  feed === 'all' && since === null && categoryId === null && flairId === null && authorId === null

const sumPosts = builtQuery((db, values: Placeholders<{ nsfw: boolean }>) =>
  // Scans all communities: most of them are of the same variant (normal or adult), so an index would not help.
  db
    .select({ total: sql<number>`coalesce(sum(${category.post_count}), 0)::integer` })
    .from(category)
    .where(and(sql`${category.is_nsfw} is not distinct from ${values.nsfw}`, isNull(category.deleted_at))),
)

export const readVariantTotal = sharedRead(async (tx, nsfw: boolean) => (await sumPosts(tx, { nsfw }))[0]!.total)

/** Returns null if the scope is a whole variant (normal or adult), whose total `readVariantTotal` returns. */
function totalOf(scope: ScopeParams): SQL<number | null> {
  const { nsfw, categoryId, flairId, authorId, feed, since } = scope
  if (authorId !== null && feed === 'all' && since === null) {
    const own = and(
      eq(postRank.author_id, authorId),
      eq(postRank.is_nsfw, nsfw),
      isListed(),
      categoryId === null ? undefined : eq(postRank.category_id, categoryId),
      hasFlair(scope),
    )
    return sql`(select count(*)::integer from ${postRank} where ${own})`
  }
  if (since !== null || feed === 'following' || authorId !== null || flairId !== null) {
    const found = sql`select 1 from ${postRank}
      where ${and(sql`${postRank.is_listed}`, isOfSource(scope), hasFlair(scope), isSince(scope))}`
    return countUpTo(
      isMerged(scope)
        ? sql`select 1 from (${listSources(scope)}) source cross join lateral (${found}
          limit ${raw(LIMITS.feedTotal)}) of_source`
        : found,
    )
  }
  if (feed === 'joined')
    return sql`(select coalesce(sum(${category.post_count}), 0)::integer from ${joinedCategories(scope)})`
  return categoryId === null
    ? sql`null::integer`
    : sql`(select ${category.post_count} from ${category} where ${eq(category.id, categoryId)})`
}

const hasJoined = (viewerId: ScopeParams['viewerId']) =>
  sql<boolean>`exists (select 1 from ${categoryMembership} where ${eq(categoryMembership.user_id, viewerId!)})`

export async function readEmptyFeed(tx: DbOrTx, scope: Scope): Promise<{ total: number | null; has_joined: boolean }> {
  const joined = scope.viewerId === null ? sql<boolean>`false` : hasJoined(scope.viewerId)
  const [row] = await tx.execute<{ total: number | null; has_joined: boolean }>(
    sql`select ${totalOf(scope)} as total, ${joined} as has_joined`,
  )
  return row!
}

type RangeShape = ReaderVariant & {
  feed: Feed
  window: Window
  hideRead: boolean
  sort: PostSort
  ofCategory: boolean
  ofFlair: boolean
  ofAuthor: boolean
  isFirst: boolean
  limit: number
  offset: number
}

const findRange = builtQuery((db, values: Placeholders<Within & PlaceParams>, shape: RangeShape) => {
  const { feed, window, hideRead, sort, ofCategory, ofFlair, ofAuthor, isMember, isFirst, limit, offset } = shape
  const scope: ScopeParams = {
    feed,
    window,
    hideRead,
    nsfw: values.nsfw,
    categoryId: ofCategory ? values.categoryId : null,
    flairId: ofFlair ? values.flairId : null,
    authorId: ofAuthor ? values.authorId : null,
    viewerId: isMember ? values.viewerId : null,
    since: window === 'all' ? null : values.since,
  }
  const pinsFirst = hasPinsFirst(scope, limit)
  const size = { limit, offset }
  const range =
    pinsFirst && isFirst ? withPins(scope, sort, size) : rangeOf(scope, sort, isFirst ? null : values, size, pinsFirst)
  return db
    .select({
      ...cardColumns(values.viewerId, shape),
      rank: sql<number>`${postRank}.rank`.as('rank'),
      is_shown: sql<boolean>`(${post.deleted_at} is null and ${category.deleted_at} is null)`.as('is_shown'),
      total: (isSumOfSources(scope) ? sql<number>`${postRank}.total` : totalOf(scope)).as('total'),
      has_joined: (!isMember
        ? sql<boolean>`false`
        : feed === 'joined'
          ? sql<boolean>`true`
          : hasJoined(values.viewerId)
      ).as('has_joined'),
    })
    .from(sql`(${range}) as ${postRank}`)
    .innerJoin(post, eq(post.id, postRank.post_id))
    .innerJoin(category, eq(category.id, post.category_id))
    .leftJoin(user, isAuthor)
    .leftJoin(categoryFlair, hasOwnFlair)
    .orderBy(
      sql`${pinsFirst ? sql`${postRank.is_pinned} desc, ` : sql``}${postRank}.rank desc, ${postRank.post_id} desc`,
    )
})

type RangeRequest = { values: Within & { rank: number | string; id: number }; shape: RangeShape }

async function findCardRange(tx: DbOrTx, { values, shape }: RangeRequest) {
  const rows = await findRange(tx, values, shape)
  const shown = rows.slice(0, shape.limit - 1).filter((row) => row.is_shown)
  return { rows, cards: await withContents(tx, shown, values.viewerId, shape) }
}

const findSharedRange = sharedRead(findCardRange)

/**
 * Reads one row more than the page shows, to find out whether there is a next page; this row has no card. `is_shown` is
 * false for a post that was deleted, alone or with its community, after it was listed.
 */
export function readRange(
  tx: DbOrTx,
  { feed, window, hideRead, ...scope }: Scope,
  sort: PostSort,
  after: Place | null,
  { limit, offset, hasCredential = false }: Size & { hasCredential?: boolean },
) {
  const shape: RangeShape = {
    feed,
    window,
    hideRead,
    sort,
    ofCategory: scope.categoryId !== null,
    ofFlair: scope.flairId !== null,
    ofAuthor: scope.authorId !== null,
    isMember: scope.viewerId !== null,
    hasCredential,
    isFirst: after === null,
    limit,
    offset: after ? 0 : offset,
  }
  const values = { ...scope, rank: RANKS[sort].value(after?.rank ?? 0), id: after?.id ?? 0 }
  return (scope.viewerId === null ? findSharedRange : findCardRange)(tx, { values, shape })
}

/** Returns null if flair or community is deleted, or the community is not `categoryId`. */
export async function findFlairVariant(
  tx: DbOrTx,
  flairId: number,
  categoryId: number | null,
): Promise<boolean | null> {
  const [row] = await tx
    .select({ is_nsfw: category.is_nsfw })
    .from(categoryFlair)
    .innerJoin(category, eq(category.id, categoryFlair.category_id))
    .where(
      and(
        eq(categoryFlair.id, flairId),
        isNull(categoryFlair.deleted_at),
        isNull(category.deleted_at),
        categoryId === null ? undefined : eq(category.id, categoryId),
      ),
    )
  return row?.is_nsfw ?? null
}

export async function findAuthorId(tx: DbOrTx, username: string): Promise<number | null> {
  if (!isUsername(username.trim())) return null
  const [row] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(sql`lower(${user.username}) = ${username.trim().toLowerCase()}`, isNull(user.deleted_at)))
  return row?.id ?? null
}
