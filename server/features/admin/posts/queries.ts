import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { category } from '../../categories/table.ts'
import { post, postRank } from '../../posts/table.ts'
import { user } from '../../users/table.ts'
import type { Scope } from '../lists/queries.ts'

export async function loadPosts(tx: DbOrTx, ids: number[]) {
  if (ids.length === 0) return []
  const rows = await tx
    .select({
      id: post.id,
      title: post.title,
      content: sql<string>`left(${post.excerpt}, ${LIMITS.adminExcerpt}::integer)`,
      author: { id: user.id, username: user.username },
      category: {
        id: category.id,
        name: category.name,
        display_name: category.display_name,
        is_nsfw: category.is_nsfw,
      },
      upvotes: postRank.upvotes,
      downvotes: postRank.downvotes,
      comment_count: postRank.comment_count,
      created_at: post.created_at,
    })
    .from(post)
    .innerJoin(postRank, eq(postRank.post_id, post.id))
    .innerJoin(category, eq(category.id, post.category_id))
    .leftJoin(user, and(eq(user.id, post.author_id), isNull(user.deleted_at)))
    .where(inArray(post.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const integers = (ids: number[]): SQL => sql`${`{${ids.join(',')}}`}::integer[]`

export async function findNewest(
  tx: DbOrTx,
  scope: Scope,
  { skip, limit }: { skip: number; limit: number },
): Promise<number[]> {
  const [group, column] =
    scope === 'all'
      ? [sql`(values (false), (true)) as part (key)`, sql`is_nsfw`]
      : [sql`unnest(${integers(scope)}) as part (key)`, sql`category_id`]
  const rows = await tx.execute<{ id: number }>(sql`
    select newest.id from ${group} cross join lateral (
      select post_id as id, created_at from post_rank where is_listed and ${column} = part.key
        and category_id not in (select id from category where deleted_at is not null)
      order by created_at desc, post_id desc limit ${skip + limit}
    ) as newest
    order by newest.created_at desc, newest.id desc limit ${limit} offset ${skip}`)
  return rows.map(({ id }) => id)
}

export async function countPostsOf(tx: DbOrTx, scope: Scope): Promise<number> {
  const [row] = await tx
    .select({ total: sql<number>`coalesce(sum(${category.post_count}), 0)::integer` })
    .from(category)
    .where(and(isNull(category.deleted_at), scope === 'all' ? undefined : inArray(category.id, scope)))
  return row!.total
}

async function readWords(tx: DbOrTx, search: string): Promise<string[]> {
  const rows = await tx.execute<{ word: string }>(sql`select word from f_search_words(${search}::text) as word`)
  return rows.map(({ word }) => word.replaceAll('\\', '\\\\').replaceAll("'", "''"))
}

/** Builds a tsquery for words as prefixes, in one `bucket`: a range of post ids, see `f_search_vector`. */
function wordsIn(bucket: SQL, isNsfw: SQL, words: string[]): SQL {
  const each = words.map((word) => sql`'''' || f_search_label(${bucket}, ${isNsfw}) || ':' || ${word}::text || ''':*'`)
  return sql`(${sql.join(each, sql` || ' & ' || `)})::tsquery`
}

/** The number of posts up to which scanning a moderator's posts is faster than using the search index. */
const MAX_SCANNED_POSTS = 20_000

/** Searches the newest bucket of post ids first, then twice as many older buckets at each step. */
export async function searchPosts(tx: DbOrTx, scope: Scope, search: string): Promise<number[]> {
  const words = await readWords(tx, search)
  if (words.length === 0 || scope.length === 0) return []
  if (scope !== 'all' && (await countPostsOf(tx, scope)) <= MAX_SCANNED_POSTS) return searchFew(tx, scope, words)
  const [last] = await tx.select({ id: post.id }).from(post).orderBy(desc(post.id)).limit(1)
  if (!last) return []
  const [top] = await tx.execute<{ bucket: number }>(sql`select f_search_bucket(${last.id}::integer) as bucket`)
  const found: number[] = []
  let width = 1
  for (let newest = top!.bucket; newest >= 0 && found.length < LIMITS.searchTotal; newest -= width, width *= 2) {
    const oldest = Math.max(0, newest - width + 1)
    found.push(...(await searchBuckets(tx, scope, words, { newest, oldest, limit: LIMITS.searchTotal - found.length })))
  }
  return found
}

const isNotDeleted = sql`p.deleted_at is null and r.is_listed and c.deleted_at is null`
const joined = sql`join post_rank r on r.post_id = p.id join category c on c.id = p.category_id`

async function searchBuckets(
  tx: DbOrTx,
  scope: Scope,
  words: string[],
  { newest, oldest, limit }: { newest: number; oldest: number; limit: number },
): Promise<number[]> {
  const inScope = scope === 'all' ? sql`true` : sql`p.category_id = any(${integers(scope)})`
  const rows = await tx.execute<{ id: number }>(sql`
    select found.id from generate_series(${oldest}::integer, ${newest}::integer) as bucket cross join lateral (
      select p.id from post p ${joined}
      where p.search @@ (${wordsIn(sql`bucket`, sql`false`, words)} || ${wordsIn(sql`bucket`, sql`true`, words)})
        and ${isNotDeleted} and ${inScope}
      order by p.id desc limit ${limit}
    ) as found
    order by found.id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

async function searchFew(tx: DbOrTx, scope: number[], words: string[]): Promise<number[]> {
  const rows = await tx.execute<{ id: number }>(sql`
    select p.id from post p ${joined}
    where p.id in (select post_id from post_rank where category_id = any(${integers(scope)}) and is_listed)
      and ${isNotDeleted}
      and p.search @@ ${wordsIn(sql`f_search_bucket(p.id)`, sql`p.is_nsfw`, words)}
    order by p.id desc limit ${LIMITS.searchTotal}`)
  return rows.map(({ id }) => id)
}
