import { and, count, desc, eq, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { VoteValue } from '#shared/rules/vote.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursor.ts'
import { hasBlocked } from '../blocks/queries.ts'
import { notify, notifyMentioned, retractNotifications } from '../notifications/queries.ts'
import { earnPoints, takeBackPoints } from '../points/queries.ts'
import { post, postRank } from '../posts/table.ts'
import { claimUpload } from '../uploads/queries.ts'
import { user } from '../users/table.ts'
import { cursorId, cursorTime } from './page/rules.ts'
import { asSeen, depthBelow, textOf } from './rules.ts'
import { comment } from './table.ts'

/** The columns of a `Comment` as a viewer (null for a visitor) sees it; to be read with `user` joined by `isAuthor`. */
export function commentColumns(viewerId: number | Placeholder | null) {
  return {
    id: comment.id,
    content: comment.content,
    content_html: comment.content_html,
    post_id: comment.post_id,
    parent_id: comment.parent_id,
    depth: comment.depth,
    author: user.username,
    author_id: user.id,
    created_at: comment.created_at,
    edited_at: comment.edited_at,
    upvotes: comment.upvotes,
    downvotes: comment.downvotes,
    image_url: comment.image_url,
    video_url: comment.video_url,
    reply_count: comment.reply_count,
    is_deleted: sql<boolean>`${comment.deleted_at} is not null`,
    user_vote: viewerId === null
      ? sql<VoteValue>`0`
      : sql<VoteValue>`coalesce((select value from vote where comment_id = ${comment.id} and user_id = ${viewerId}), 0)`,
    is_blocked: viewerId === null
      ? sql<boolean>`false`
      // An array is made once for the whole page.
      : sql<boolean>`coalesce(${comment.author_id}, 0) = any (array(select blocked_id from blockeduser where blocker_id = ${viewerId}))`,
  }
}

/** The account that wrote a comment, unless it is deleted. */
export const isAuthor = and(eq(user.id, comment.author_id), isNull(user.deleted_at))

/** How many comments of a post are not deleted; throws `post_not_found`. */
export async function getCommentTotal(tx: DbOrTx, postId: number): Promise<number> {
  const [row] = await tx.select({ total: postRank.comment_count }).from(postRank).where(and(eq(postRank.post_id, postId), postRank.is_listed))
  if (!row) throw new ApiError('post_not_found')
  return row.total
}

/** A comment that is neither deleted nor under a deleted post; throws `comment_not_found`. */
export async function getComment(tx: DbOrTx, id: number, viewerId: number | null) {
  const [row] = await tx.select(commentColumns(viewerId)).from(comment)
    .innerJoin(postRank, and(eq(postRank.post_id, comment.post_id), postRank.is_listed))
    .leftJoin(user, isAuthor)
    .where(and(eq(comment.id, id), isNull(comment.deleted_at)))
  if (!row) throw new ApiError('comment_not_found')
  return asSeen(row)
}

/** What decides who may change a comment; throws `comment_not_found`. */
export async function getCommentForChange(tx: DbOrTx, id: number) {
  const [row] = await tx
    .select({ author_id: comment.author_id, post_id: comment.post_id, category_id: postRank.category_id })
    .from(comment)
    .innerJoin(postRank, and(eq(postRank.post_id, comment.post_id), postRank.is_listed))
    .where(and(eq(comment.id, id), isNull(comment.deleted_at)))
  if (!row) throw new ApiError('comment_not_found')
  return row
}

/** Counts a reply at its parent and returns where it hangs; throws where the parent is gone or stands under another post. */
async function countReply(tx: DbOrTx, postId: number, parentId: number) {
  const isThere = and(eq(comment.id, parentId), isNull(comment.deleted_at))
  const [parent] = await tx.update(comment).set({ reply_count: sql`${comment.reply_count} + 1` })
    .where(and(isThere, eq(comment.post_id, postId)))
    .returning({ author_id: comment.author_id, depth: comment.depth })
  if (parent) return parent
  const elsewhere = await tx.select({ id: comment.id }).from(comment).where(isThere)
  throw elsewhere.length > 0 ? invalidField('parent_id', 'parent_elsewhere') : new ApiError('comment_not_found')
}

export type NewComment = {
  author: { id: number, is_bot?: boolean }
  post_id: number
  parent_id: number | null
  content: string
  image_url?: string | null
  video_url?: string | null
}

/**
 * Writes a comment with all that goes with it (counts, points, media, notices) and returns its id. Throws `post_not_found`,
 * `comment_not_found` for a missing or deleted parent, `invalid` for a parent under another post or a foreign file.
 */
export async function addComment(
  tx: DbOrTx, { author, post_id, parent_id, content, image_url, video_url }: NewComment, { now, timeZone }: { now: Date, timeZone: string },
): Promise<number> {
  const [home] = await tx.update(postRank).set({ comment_count: sql`${postRank.comment_count} + 1` })
    .where(and(eq(postRank.post_id, post_id), postRank.is_listed))
    .returning({ author_id: postRank.author_id, is_nsfw: postRank.is_nsfw })
  if (!home) throw new ApiError('post_not_found')
  const parent = parent_id === null ? null : await countReply(tx, post_id, parent_id)
  const image = image_url ? await claimUpload(tx, { userId: author.id, url: image_url, kind: 'image' }) : null
  const video = video_url ? await claimUpload(tx, { userId: author.id, url: video_url, kind: 'video' }) : null
  const { columns, mentions } = textOf(content)
  const [row] = await tx.insert(comment).values({
    ...columns, post_id, parent_id, author_id: author.id, depth: depthBelow(parent?.depth ?? 0), is_nsfw: home.is_nsfw, created_at: now,
    image_url: image?.url, image_width: image?.width, image_height: image?.height, video_url: video?.url,
  }).returning({ id: comment.id })
  const { id } = row!
  await earnPoints(tx, { userId: author.id, reason: 'comment', cause: 'comment', causeId: id }, { now, timeZone })
  const subject = { actorId: author.id, postId: post_id, commentId: id }
  if (parent?.author_id) {
    await notify(tx, { userId: parent.author_id, kind: author.is_bot ? 'bot_answer' : 'comment_reply', ...subject })
  }
  if (home.author_id && home.author_id !== parent?.author_id) {
    await notify(tx, { userId: home.author_id, kind: 'post_comment', ...subject })
  }
  await notifyMentioned(tx, { usernames: mentions, ...subject })
  return id
}

/**
 * Changes the text of a comment and tells who is mentioned in it now and has not been told of it yet. Throws
 * `comment_not_found` where it was deleted meanwhile.
 */
export async function updateComment(
  tx: DbOrTx, id: number, content: string, { author_id, post_id }: { author_id: number | null, post_id: number }, now: Date,
): Promise<void> {
  const { columns, mentions } = textOf(content)
  const changed = await tx.update(comment).set({ ...columns, edited_at: now })
    .where(and(eq(comment.id, id), isNull(comment.deleted_at))).returning({ id: comment.id })
  if (changed.length === 0) throw new ApiError('comment_not_found')
  if (author_id !== null) await notifyMentioned(tx, { usernames: mentions, actorId: author_id, postId: post_id, commentId: id })
}

/**
 * Deletes a comment softly: out of the counts, its points taken back, its notices retracted. While replies hang on it, it
 * keeps its place; else it goes, and so do the deleted comments above it that it kept there. False where it was deleted already.
 */
export async function removeComment(tx: DbOrTx, id: number, now: Date): Promise<boolean> {
  // The post first, as a new comment does it: so nobody replies meanwhile, and two deletions of one branch take turns.
  const ofComment = eq(postRank.post_id, sql`(select post_id from comment where id = ${id})`)
  await tx.select({ id: postRank.post_id }).from(postRank).where(ofComment).for('no key update')
  const place = { parent_id: comment.parent_id, in_tree: comment.in_tree }
  const [removed] = await tx.update(comment).set({ deleted_at: now }).where(and(eq(comment.id, id), isNull(comment.deleted_at))).returning(place)
  if (!removed) return false
  await tx.update(postRank).set({ comment_count: sql`${postRank.comment_count} - 1` }).where(ofComment)
  let gone = removed
  while (!gone.in_tree && gone.parent_id !== null) {
    const [parent] = await tx.update(comment).set({ reply_count: sql`${comment.reply_count} - 1` })
      .where(eq(comment.id, gone.parent_id)).returning(place)
    gone = parent!
  }
  await takeBackPoints(tx, { cause: 'comment', causeId: id }, now)
  await retractNotifications(tx, { commentId: id })
  return true
}

/** Of a person's comments those that are neither deleted nor under deleted posts. */
function ofAuthor(authorId: number, nsfw: boolean): SQL | undefined {
  return and(eq(comment.author_id, authorId), eq(comment.is_nsfw, nsfw), isNull(comment.deleted_at), postRank.is_listed)
}

/** How many comments a person has in a variant. */
export async function countCommentsOfAuthor(tx: DbOrTx, authorId: number, nsfw: boolean): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(comment)
    .innerJoin(postRank, eq(postRank.post_id, comment.post_id)).where(ofAuthor(authorId, nsfw))
  return row!.total
}

/**
 * The comments of a person in a variant, newest first, each with its post, and the cursor of the next page (null at the
 * end). A viewer who blocked that person gets none. Throws `bad_cursor`.
 */
export async function commentsOfAuthor(
  tx: DbOrTx,
  { authorId, nsfw, limit, offset = 0, cursor, viewerId }: {
    authorId: number, nsfw: boolean, limit: number, offset?: number, cursor?: string, viewerId: number | null
  },
) {
  const place = cursor === undefined ? null : decodeCursor(cursor, v.strictTuple([cursorTime, cursorId]))
  if (viewerId !== null && await hasBlocked(tx, viewerId, authorId)) return { comments: [], next_cursor: null }
  const below = place
    ? sql`(${comment.created_at}, ${comment.id}) < (${new Date(place[0]).toISOString()}::timestamptz, ${place[1]})`
    : undefined
  const rows = await tx.select({ ...commentColumns(viewerId), post: { id: post.id, title: post.title } }).from(comment)
    .innerJoin(postRank, eq(postRank.post_id, comment.post_id))
    .innerJoin(post, eq(post.id, comment.post_id))
    .leftJoin(user, isAuthor)
    .where(and(ofAuthor(authorId, nsfw), below))
    .orderBy(desc(comment.created_at), desc(comment.id))
    .limit(limit + 1).offset(place ? 0 : offset)
  const comments = rows.slice(0, limit)
  const last = comments.at(-1)
  return { comments, next_cursor: last && rows.length > limit ? encodeCursor([last.created_at.getTime(), last.id]) : null }
}
