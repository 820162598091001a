import { and, asc, between, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { category } from '../categories/table.ts'
import { isListed } from '../posts/listed.ts'
import { post, postRank } from '../posts/table.ts'
import { user } from '../users/table.ts'

export type NewestPost = Awaited<ReturnType<typeof newestPosts>>[number]

export async function newestPosts(db: DbOrTx, categoryId: number | null, limit: number) {
  return db
    .select({
      id: post.id,
      title: post.title,
      excerpt: sql<string>`case when ${post.is_spoiler} then '' else ${post.excerpt} end`,
      created_at: post.created_at,
      edited_at: post.edited_at,
      category_name: category.name,
      is_ai: sql<boolean>`coalesce(${user.is_bot}, false)`,
      author: sql<string | null>`case when ${user.deleted_at} is null then ${user.username} end`,
    })
    .from(postRank)
    .innerJoin(post, eq(post.id, postRank.post_id))
    .innerJoin(category, and(eq(category.id, post.category_id), isNull(category.deleted_at)))
    .leftJoin(user, eq(user.id, post.author_id))
    .where(and(categoryId === null ? eq(postRank.is_nsfw, false) : eq(postRank.category_id, categoryId), isListed()))
    .orderBy(desc(postRank.created_at), desc(postRank.post_id))
    .limit(limit)
}

/** Files are numbered from 1, and each covers `idsPerFile` post ids. */
export async function sitemapFiles(db: DbOrTx, idsPerFile: number): Promise<number[]> {
  const hasPosts = db
    .select({ one: sql`1` })
    .from(postRank)
    .where(inSitemapFile(sql`file.number`, idsPerFile))
  const rows = await db.execute<{ number: number }>(sql`
    select file.number from generate_series(1, (select coalesce(max(id), 0)
      from ${post}) / ${idsPerFile}::integer + 1) as file (number)
    where exists ${hasPosts} order by file.number`)
  return rows.map((row) => row.number)
}

export async function sitemapPostIds(db: DbOrTx, file: number, idsPerFile: number): Promise<number[]> {
  const rows = await db
    .select({ id: postRank.post_id })
    .from(postRank)
    .where(inSitemapFile(sql`${file}::bigint`, idsPerFile))
    .orderBy(asc(postRank.post_id))
  return rows.map((row) => row.id)
}

/** Uses bigint, because a request may ask for so large a file number that the ids exceed an integer. */
function inSitemapFile(file: SQL, idsPerFile: number) {
  const first = sql`(${file} - 1) * ${idsPerFile}::bigint + 1`
  return and(
    between(postRank.post_id, first, sql`${file} * ${idsPerFile}::bigint`),
    eq(postRank.is_nsfw, false),
    isListed(),
  )
}

export async function communityNames(db: DbOrTx, limit: number): Promise<string[]> {
  const rows = await db
    .select({ name: category.name })
    .from(category)
    .where(and(eq(category.is_nsfw, false), isNull(category.deleted_at)))
    .orderBy(desc(category.member_count), desc(category.id))
    .limit(limit)
  return rows.map((row) => row.name)
}
