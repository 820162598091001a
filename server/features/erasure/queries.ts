import { and, asc, desc, inArray, isNotNull, isNull, lte, type SQL } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { category } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { post } from '../posts/table.ts'
import { stream } from '../streams/table.ts'
import { discardMedia } from '../uploads/queries.ts'

/*
 * What was deleted stays as a row, because others hang on it, and loses its words, its pictures and its films for good.
 * Each function takes at most `limit` rows in the caller's transaction and returns how many it found.
 */

type Deletable = typeof post | typeof comment | typeof category | typeof stream

const isDue = (table: Deletable, before: Date): SQL =>
  and(isNotNull(table.deleted_at), lte(table.deleted_at, before), isNull(table.erased_at))!

/** Some of the posts that were deleted before a moment, the longest deleted first. */
export async function findPostsToErase(tx: DbOrTx, before: Date, limit: number): Promise<number[]> {
  const rows = await tx.select({ id: post.id }).from(post).where(isDue(post, before)).orderBy(asc(post.deleted_at)).limit(limit)
  return rows.map(({ id }) => id)
}

/** Blanks posts and gives up their files. */
export async function erasePosts(tx: DbOrTx, ids: number[], now: Date): Promise<void> {
  const rows = await tx.select({ id: post.id, image_url: post.image_url, video_url: post.video_url }).from(post)
    .where(and(inArray(post.id, ids), isNull(post.erased_at))).orderBy(asc(post.id)).for('no key update')
  await tx.update(post).set({
    title: '', content: '', content_html: '', excerpt: '', excerpt_truncated: false,
    image_url: null, image_width: null, image_height: null, image_placeholder: null, video_url: null, video_poster_url: null,
    erased_at: now,
  }).where(inArray(post.id, rows.map(({ id }) => id)))
  await discardMedia(tx, urlsOf(rows), now)
}

/** Blanks comments that were deleted before a moment. */
export function eraseDeletedComments(tx: DbOrTx, before: Date, now: Date, limit: number): Promise<number> {
  return eraseComments(tx, isDue(comment, before), now, limit)
}

/** Blanks comments of posts, deleted or not: nobody can read them any more. */
export function eraseCommentsOf(tx: DbOrTx, postIds: number[], now: Date, limit: number): Promise<number> {
  return eraseComments(tx, and(inArray(comment.post_id, postIds), isNull(comment.erased_at))!, now, limit)
}

async function eraseComments(tx: DbOrTx, which: SQL, now: Date, limit: number): Promise<number> {
  const found = await tx.select({ id: comment.id }).from(comment).where(which).limit(limit)
  // From a reply up to its parent, as the deletion of a comment goes: so neither waits for the other in a circle.
  const rows = await tx.select({ id: comment.id, image_url: comment.image_url, video_url: comment.video_url }).from(comment)
    .where(inArray(comment.id, found.map(({ id }) => id))).orderBy(desc(comment.id)).for('no key update')
  await tx.update(comment).set({
    content: '', content_html: '', excerpt: '', image_url: null, image_width: null, image_height: null, video_url: null, erased_at: now,
  }).where(inArray(comment.id, rows.map(({ id }) => id)))
  await discardMedia(tx, urlsOf(rows), now)
  return rows.length
}

/** Blanks communities that were deleted before a moment; their names stay taken. */
export async function eraseCategories(tx: DbOrTx, before: Date, now: Date, limit: number): Promise<number> {
  const rows = await tx.select({ id: category.id, icon_url: category.icon_url }).from(category)
    .where(isDue(category, before)).limit(limit).for('no key update')
  await tx.update(category).set({ display_name: '', description: '', icon_url: null, erased_at: now })
    .where(inArray(category.id, rows.map(({ id }) => id)))
  await discardMedia(tx, rows.flatMap(({ icon_url }) => icon_url ?? []), now)
  return rows.length
}

/** Blanks streams that were deleted before a moment. */
export async function eraseStreams(tx: DbOrTx, before: Date, now: Date, limit: number): Promise<number> {
  const due = tx.select({ id: stream.id }).from(stream).where(isDue(stream, before)).limit(limit)
  const rows = await tx.update(stream).set({ title: '', description: '', url: '', erased_at: now })
    .where(inArray(stream.id, due)).returning({ id: stream.id })
  return rows.length
}

function urlsOf(rows: { image_url: string | null, video_url: string | null }[]): string[] {
  return rows.flatMap(({ image_url, video_url }) => [image_url, video_url].filter((url) => url !== null))
}
