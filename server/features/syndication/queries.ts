import { and, asc, between, desc, eq, isNull, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { category } from '../categories/table.ts'
import { post, postRank } from '../posts/table.ts'
import { user } from '../users/table.ts'

/** The newest posts of the normal variant, or of one of its communities. */
export async function newestPosts(db: DbOrTx, categoryId: number | null, limit: number) {
  return db
    .select({
      id: post.id, title: post.title, content_html: post.content_html, created_at: post.created_at, edited_at: post.edited_at,
      category_name: category.name, author: sql<string | null>`case when ${user.deleted_at} is null then ${user.username} end`,
    })
    .from(postRank)
    .innerJoin(post, eq(post.id, postRank.post_id))
    .innerJoin(category, and(eq(category.id, post.category_id), isNull(category.deleted_at)))
    .leftJoin(user, eq(user.id, post.author_id))
    .where(and(
      categoryId === null ? eq(postRank.is_nsfw, false) : eq(postRank.category_id, categoryId),
      sql`${postRank.is_listed}`,
    ))
    .orderBy(desc(postRank.created_at), desc(postRank.post_id))
    .limit(limit)
}

/** The greatest id of a post, 0 where there is none. */
export async function lastPostId(db: DbOrTx): Promise<number> {
  const [row] = await db.select({ id: post.id }).from(post).orderBy(desc(post.id)).limit(1)
  return row?.id ?? 0
}

/** The ids of the normal variant's posts between two ids. */
export async function postIdsBetween(db: DbOrTx, first: number, last: number): Promise<number[]> {
  const rows = await db.select({ id: postRank.post_id }).from(postRank)
    .where(and(between(postRank.post_id, first, last), eq(postRank.is_nsfw, false), sql`${postRank.is_listed}`))
    .orderBy(asc(postRank.post_id))
  return rows.map((row) => row.id)
}

/** The names of the normal variant's communities, largest first. */
export async function communityNames(db: DbOrTx, limit: number): Promise<string[]> {
  const rows = await db.select({ name: category.name }).from(category)
    .where(and(eq(category.is_nsfw, false), isNull(category.deleted_at)))
    .orderBy(desc(category.member_count), desc(category.id))
    .limit(limit)
  return rows.map((row) => row.name)
}
