import { and, eq, isNull, sql } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { VoteValue } from '#shared/rules/vote.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { addToPostCount } from '../categories/queries.ts'
import { category } from '../categories/table.ts'
import { retractNotifications } from '../notifications/queries.ts'
import { takeBackPoints } from '../points/queries.ts'
import { savedPost } from '../saves/table.ts'
import { user } from '../users/table.ts'
import { vote } from '../votes/table.ts'
import { post, postRank } from './table.ts'

/** What lists and the page of a post have in common. */
const sharedColumns = {
  id: post.id,
  title: post.title,
  image_url: post.image_url,
  image_width: post.image_width,
  image_height: post.image_height,
  image_placeholder: post.image_placeholder,
  video_url: post.video_url,
  video_poster_url: post.video_poster_url,
  created_at: post.created_at,
  edited_at: post.edited_at,
  upvotes: postRank.upvotes,
  downvotes: postRank.downvotes,
  comment_count: postRank.comment_count,
  category: { id: category.id, name: category.name, display_name: category.display_name, is_nsfw: category.is_nsfw },
  author: { id: user.id, username: user.username },
  user_vote: sql<VoteValue>`coalesce(${vote.value}, 0)`,
  is_saved: sql<boolean>`${savedPost.post_id} is not null`,
}

const cardColumns = {
  ...sharedColumns,
  content: post.excerpt,
  content_truncated: post.excerpt_truncated,
  content_html: sql<null>`null`,
}

const fullColumns = { ...sharedColumns, content: post.content, content_html: post.content_html }

const NOBODY = 0

/** Posts as the viewer (null for a visitor) sees them; deleted ones and those of deleted communities are missing. */
function selectPosts<C extends typeof cardColumns | typeof fullColumns>(tx: DbOrTx, columns: C, ids: number[], viewerId: number | null) {
  const viewer = viewerId ?? NOBODY
  return tx.select(columns as typeof fullColumns).from(post)
    .innerJoin(postRank, eq(postRank.post_id, post.id))
    .innerJoin(category, eq(category.id, post.category_id))
    .leftJoin(user, and(eq(user.id, post.author_id), isNull(user.deleted_at)))
    .leftJoin(vote, and(eq(vote.post_id, post.id), eq(vote.user_id, viewer)))
    .leftJoin(savedPost, and(eq(savedPost.post_id, post.id), eq(savedPost.user_id, viewer)))
    .where(and(sql`${post.id} = any (${sql.param(ids)}::integer[])`, isNull(post.deleted_at), isNull(category.deleted_at)))
}

/** A post in full; throws `post_not_found`. */
export async function getPost(tx: DbOrTx, id: number, viewerId: number | null) {
  const [row] = await selectPosts(tx, fullColumns, [id], viewerId)
  if (!row) throw new ApiError('post_not_found')
  return row
}

/** The cards of posts, in the order of their ids; what was deleted meanwhile is left out. */
export async function loadCards(tx: DbOrTx, ids: number[], viewerId: number | null) {
  if (ids.length === 0) return []
  const rows = await selectPosts(tx, cardColumns, ids, viewerId)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** What decides who may change a post, locked until the transaction ends. Throws `post_not_found`. */
export async function getPostForChange(tx: DbOrTx, id: number) {
  const [row] = await tx
    .select({ id: post.id, author_id: post.author_id, category_id: post.category_id, title: post.title, content: post.content })
    .from(post).innerJoin(category, eq(category.id, post.category_id))
    .where(and(eq(post.id, id), isNull(post.deleted_at), isNull(category.deleted_at)))
    .for('no key update', { of: post })
  if (!row) throw new ApiError('post_not_found')
  return row
}

/** Throws `post_not_found` where a post or its community is missing or deleted. */
export async function requirePost(tx: DbOrTx, id: number): Promise<void> {
  const rows = await tx.select({ id: post.id }).from(post).innerJoin(category, eq(category.id, post.category_id))
    .where(and(eq(post.id, id), isNull(post.deleted_at), isNull(category.deleted_at)))
  if (rows.length === 0) throw new ApiError('post_not_found')
}

type NewPost = typeof post.$inferInsert & { author_id: number, created_at: Date }

/** Adds a post with its rank and counts it; null where its community is deleted. */
export async function insertPost(tx: DbOrTx, columns: NewPost, isNsfw: boolean): Promise<number | null> {
  const [row] = await tx.insert(post).values(columns).returning({ id: post.id })
  const { category_id, author_id, created_at } = columns
  await tx.insert(postRank).values({ post_id: row!.id, category_id, author_id, created_at, is_nsfw: isNsfw })
  return await addToPostCount(tx, category_id, 1) ? row!.id : null
}

export async function updatePost(tx: DbOrTx, id: number, columns: Partial<typeof post.$inferInsert>): Promise<void> {
  await tx.update(post).set(columns).where(eq(post.id, id))
}

/**
 * Deletes a post softly: out of every list and count, its points taken back, its notices retracted. False where it was deleted
 * already or never there.
 */
export async function deletePost(tx: DbOrTx, id: number, now: Date): Promise<boolean> {
  const [deleted] = await tx.update(post).set({ deleted_at: now }).where(and(eq(post.id, id), isNull(post.deleted_at)))
    .returning({ category_id: post.category_id })
  if (!deleted) return false
  await tx.update(postRank).set({ is_listed: false }).where(eq(postRank.post_id, id))
  await addToPostCount(tx, deleted.category_id, -1)
  await takeBackPoints(tx, { cause: 'post', causeId: id }, now)
  await retractNotifications(tx, { postId: id })
  return true
}
