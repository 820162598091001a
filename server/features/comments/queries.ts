import { and, count, desc, eq, isNull, not, or, sql, type Column, type Placeholder, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { VoteValue } from '#shared/rules/vote.ts'
import { builtQuery, type Placeholders } from '#server/db/driver/built-query.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import type { Rendered } from '#server/markdown/markdown.ts'
import { announceComment, deferContent } from '../deferred/queries.ts'
import { hasBlocked } from '../blocks/queries.ts'
import { emitChange } from '../events/changes.ts'
import {
  closeItemsOf,
  isBannedAuthor,
  isModerator,
  mayModerate,
  type Reader,
  type ReaderVariant,
  isAdminDecision,
  removalOf,
  requireNotBanned,
  readerVariant,
} from '../moderation/index.ts'
import { notifyMentioned, retractNotifications } from '../notifications/queries.ts'
import { reversePoints } from '../points/queries.ts'
import { isListed, isReadable } from '../posts/listed.ts'
import { getPost } from '../posts/queries.ts'
import { post, postRank } from '../posts/table.ts'
import { isNewTo } from '../reading/queries.ts'
import { claimUpload } from '../uploads/queries.ts'
import { claimVideoTexts, NO_VIDEO_TEXTS, type NewVideoTexts, type VideoTexts } from '../uploads/video-texts.ts'
import { user } from '../users/table.ts'
import { isCommentListed } from './listed.ts'
import { presentComment, depthBelow, fittingPage, textColumns } from './rules.ts'
import { comment } from './table.ts'

/** Maximum number of comments in `path`; if there are more, the topmost ones are left out. */
const MAX_PATH = 50

/** SQL for the id of a comment's community, and for whether the comment's post is removed. */
type CommentPlace = { categoryId: Column | SQL; isRemoved: Column | SQL }

export const ofPost: CommentPlace = { categoryId: postRank.category_id, isRemoved: postRank.is_removed }

export function commentColumns(
  viewerId: number | Placeholder,
  shape: ReaderVariant,
  { categoryId, isRemoved }: CommentPlace,
) {
  const { isMember } = shape
  return {
    id: comment.id,
    content: comment.content,
    content_html: comment.content_html,
    post_id: comment.post_id,
    parent_id: comment.parent_id,
    depth: comment.depth,
    author: user.username,
    author_id: user.id,
    author_avatar_url: user.avatar_url,
    is_ai: sql<boolean>`coalesce(${user.is_bot}, false)`.as('is_ai'),
    created_at: comment.created_at,
    edited_at: comment.edited_at,
    upvotes: comment.upvotes,
    downvotes: comment.downvotes,
    image_url: comment.image_url,
    video_url: comment.video_url,
    captions_url: comment.captions_url,
    captions_lang: comment.captions_lang,
    video_alt: comment.video_alt,
    reply_count: comment.reply_count,
    is_deleted: sql<boolean>`${comment.deleted_at} is not null`.as('is_deleted'),
    is_held: sql<boolean>`${comment.held_at} is not null`.as('is_held'),
    is_admin_decision: isAdminDecision(comment, 'comment_id').as('is_admin_decision'),
    removal: removalOf(comment.removal_id),
    can_moderate: mayModerate(sql`${categoryId}`, viewerId, shape).as('can_moderate'),
    is_closed: (isMember
      ? sql<boolean>`(coalesce(${isRemoved}, false)
        or ${isBannedAuthor(comment.author_id, viewerId, sql`${categoryId}`)})`
      : sql<boolean>`coalesce(${isRemoved}, false)`
    ).as('is_closed'),
    user_vote: isMember
      ? sql<VoteValue>`coalesce((select value from vote where comment_id = ${comment.id} and user_id = ${viewerId}),
        0)`.as('user_vote')
      : sql<VoteValue>`0`.as('user_vote'),
    is_new: isMember ? isNewTo(viewerId).as('is_new') : sql<boolean>`false`.as('is_new'),
    is_blocked: isMember
      ? // PostgreSQL evaluates the array subquery only once for the whole page.
        sql<boolean>`coalesce(${comment.author_id}, 0) = any (array(select blocked_id from blockeduser where blocker_id
          = ${viewerId}))`.as('is_blocked')
      : sql<boolean>`false`.as('is_blocked'),
  }
}

export const isAuthor = and(eq(user.id, comment.author_id), isNull(user.deleted_at))

/** Throws `post_not_found` if the reader may not see the post. */
export async function getCommentTotal(tx: DbOrTx, postId: number, reader: Reader): Promise<number> {
  const [row] = await tx
    .select({ total: postRank.comment_count })
    .from(postRank)
    .where(and(eq(postRank.post_id, postId), isReadable()))
  return row?.total ?? (await getPost(tx, postId, reader)).comment_count
}

/** Throws `comment_not_found`, also if the post is deleted. */
export async function getComment(tx: DbOrTx, id: number, reader: Reader) {
  const [row] = await tx
    .select(commentColumns(reader.id ?? 0, readerVariant(reader), ofPost))
    .from(comment)
    .innerJoin(postRank, and(eq(postRank.post_id, comment.post_id), isReadable()))
    .leftJoin(user, isAuthor)
    .where(and(eq(comment.id, id), isNull(comment.deleted_at)))
  if (!row || (row.is_held && !row.can_moderate && row.author_id !== (reader.id ?? 0)))
    throw new ApiError('comment_not_found')
  return presentComment(row, reader)
}

const pathColumn = sql<number[]>`(
  with recursive line as (
    select c.id, c.parent_id, 1 as steps from comment c where c.id = comment.id
    union all
    select c.id, c.parent_id, line.steps + 1 from line join comment c on c.id = line.parent_id where line.steps
      < ${sql.raw(String(MAX_PATH))}
  ) select array_agg(line.id order by line.steps desc) from line
)`.as('path')

/** Finds the comments that `getComment` would return, in any order; `path` has the ids of ancestors and comment. */
export async function findComments(tx: DbOrTx, ids: number[], reader: Reader) {
  const rows = await tx
    .select({ ...commentColumns(reader.id ?? 0, readerVariant(reader), ofPost), path: pathColumn })
    .from(comment)
    .innerJoin(postRank, and(eq(postRank.post_id, comment.post_id), isReadable()))
    .leftJoin(user, isAuthor)
    .where(and(isOneOf(comment.id, ids), isNull(comment.deleted_at)))
  return rows
    .filter((row) => !row.is_held || row.can_moderate || row.author_id === (reader.id ?? 0))
    .map((row) => presentComment(row, reader))
}

const findListed = builtQuery((db, values: Placeholders<{ ids: number[]; viewerId: number }>, shape: ReaderVariant) =>
  db
    .select({ ...commentColumns(values.viewerId, shape, ofPost), post: { id: post.id, title: post.title } })
    .from(comment)
    .innerJoin(postRank, eq(postRank.post_id, comment.post_id))
    .innerJoin(post, eq(post.id, comment.post_id))
    .leftJoin(user, isAuthor)
    .where(and(sql`${comment.id} = any ((select ${values.ids}::integer[])::integer[])`, isCommentListed())),
)

/** Loads comments in the order of `ids`, without those that may not appear in lists. */
export async function loadComments(tx: DbOrTx, ids: number[], reader: Reader) {
  if (ids.length === 0) return []
  const rows = await findListed(tx, { ids, viewerId: reader.id ?? 0 }, readerVariant(reader))
  const byId = new Map(rows.map((row) => [row.id, presentComment(row, reader)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** `is_removed` is true if the comment or its post is removed. Throws `comment_not_found`. */
export async function getCommentForChange(tx: DbOrTx, id: number) {
  const [row] = await tx
    .select({
      author_id: comment.author_id,
      post_id: comment.post_id,
      category_id: postRank.category_id,
      content: comment.content,
      image_url: comment.image_url,
      video_url: comment.video_url,
      captions_url: comment.captions_url,
      captions_lang: comment.captions_lang,
      video_alt: comment.video_alt,
      held_at: comment.held_at,
      is_removed: sql<boolean>`(${comment.removal_id} is not null or ${postRank.is_removed})`,
    })
    .from(comment)
    .innerJoin(postRank, and(eq(postRank.post_id, comment.post_id), isReadable()))
    .where(and(eq(comment.id, id), isNull(comment.deleted_at)))
  if (!row) throw new ApiError('comment_not_found')
  return row
}

/** Returns the parent comment. Throws if it is deleted, removed or under another post. */
async function countReply(tx: DbOrTx, postId: number, parentId: number) {
  const isOne = eq(comment.id, parentId)
  const [parent] = await tx
    .update(comment)
    .set({ reply_count: sql`${comment.reply_count} + 1` })
    .where(and(isOne, eq(comment.post_id, postId), comment.is_listed))
    .returning({ author_id: comment.author_id, depth: comment.depth })
  if (parent) return parent
  const [other] = await tx
    .select({ isListed: comment.is_listed, removal_id: comment.removal_id })
    .from(comment)
    .where(and(isOne, isNull(comment.deleted_at)))
  if (other?.isListed) throw invalidField('parent_id', 'parent_elsewhere')
  throw new ApiError(other?.removal_id ? 'removed' : 'comment_not_found')
}

async function whyClosed(tx: DbOrTx, postId: number): Promise<ApiError> {
  const [row] = await tx
    .select({ is_removed: postRank.is_removed })
    .from(postRank)
    .where(and(eq(postRank.post_id, postId), isReadable()))
  return new ApiError(!row ? 'post_not_found' : row.is_removed ? 'removed' : 'locked')
}

type NewComment = Partial<NewVideoTexts> & {
  author: { id: number; is_bot?: boolean }
  post_id: number
  parent_id: number | null
  content: string
  text: Rendered
  image_url?: string | null
  /** A held comment is stored but not published until a moderator approves it. */
  isHeld?: boolean
}

/** A held comment changes no counts, points or notifications. Throws `post_not_found`, `comment_not_found`. */
export async function addComment(
  tx: DbOrTx,
  { author, post_id, parent_id, content, text, image_url, video_url = null, isHeld = false, ...more }: NewComment,
  clock: { now: Date; timeZone: string },
): Promise<{ id: number; category_id: number }> {
  const { now } = clock
  const [home] = await tx
    .update(postRank)
    .set({ comment_count: sql`${postRank.comment_count} + ${isHeld ? 0 : 1}` })
    .where(
      and(
        eq(postRank.post_id, post_id),
        isListed(),
        or(not(postRank.is_locked), isModerator(author.id, sql`${postRank.category_id}`)),
      ),
    )
    .returning({ author_id: postRank.author_id, is_nsfw: postRank.is_nsfw, category_id: postRank.category_id })
  if (!home) throw await whyClosed(tx, post_id)
  await requireNotBanned(tx, author.id, home.category_id, now)
  const parent = parent_id === null ? null : await countReply(tx, post_id, parent_id)
  const image = image_url ? await claimUpload(tx, { userId: author.id, url: image_url, kind: 'image' }) : null
  const video = video_url ? await claimUpload(tx, { userId: author.id, url: video_url, kind: 'video' }) : null
  const videoTexts = await claimVideoTexts(tx, author.id, { video_url, ...NO_VIDEO_TEXTS, ...more })
  const [row] = await tx
    .insert(comment)
    .values({
      ...textColumns(content, text),
      post_id,
      parent_id,
      author_id: author.id,
      depth: depthBelow(parent?.depth ?? 0),
      is_nsfw: home.is_nsfw,
      created_at: now,
      held_at: isHeld ? now : null,
      image_url: image?.url,
      image_width: image?.width,
      image_height: image?.height,
      video_url: video?.url,
      ...videoTexts,
    })
    .returning({ id: comment.id })
  const { id } = row!
  if (isHeld) await deferContent(tx, { kind: 'comment', id }, { isNew: true, mentions: text.mentions })
  else {
    const place = { post_id, parent_id, answered_id: parent?.author_id ?? null, home_author_id: home.author_id }
    await announceComment(tx, { id, author, mentions: text.mentions, ...place }, clock)
    emitChange(tx, { type: 'comment', kind: 'new', post_id, id })
  }
  return { id, category_id: home.category_id }
}

type Edited = { content: string; text: Rendered; author_id: number | null; post_id: number; isPublic: boolean }

/** Throws `comment_not_found` if the comment was deleted meanwhile. */
export async function updateComment(
  tx: DbOrTx,
  id: number,
  { content, text, author_id, post_id, isPublic }: Edited,
  now: Date,
): Promise<void> {
  const changed = await tx
    .update(comment)
    .set({ ...textColumns(content, text), edited_at: now })
    .where(and(eq(comment.id, id), isNull(comment.deleted_at)))
    .returning({ id: comment.id })
  if (changed.length === 0) throw new ApiError('comment_not_found')
  emitChange(tx, { type: 'comment', kind: 'edited', post_id, id })
  if (!isPublic) await deferContent(tx, { kind: 'comment', id }, { isNew: false, mentions: text.mentions })
  else if (author_id !== null)
    await notifyMentioned(tx, { usernames: text.mentions, actorId: author_id, postId: post_id, commentId: id, now })
}

export async function updateVideoTexts(
  tx: DbOrTx,
  { id, post_id }: { id: number; post_id: number },
  texts: Partial<VideoTexts>,
): Promise<void> {
  await tx.update(comment).set(texts).where(eq(comment.id, id))
  emitChange(tx, { type: 'comment', kind: 'edited', post_id, id })
}

/** A deleted comment stays in the tree until its last reply is deleted. Returns false if it was deleted already. */
export async function softDeleteComment(tx: DbOrTx, id: number, now: Date): Promise<boolean> {
  // The post is locked, as when a comment is added, so that concurrent replies and deletions in the same branch wait.
  const ofComment = eq(postRank.post_id, sql`(select post_id from comment where id = ${id})`)
  await tx.select({ id: postRank.post_id }).from(postRank).where(ofComment).for('no key update')
  const place = {
    post_id: comment.post_id,
    parent_id: comment.parent_id,
    in_tree: comment.in_tree,
    isCounted: sql<boolean>`${comment.removal_id} is null and ${comment.held_at} is null`,
    isHeld: sql<boolean>`${comment.held_at} is not null`,
  }
  const [removed] = await tx
    .update(comment)
    .set({ deleted_at: now })
    .where(and(eq(comment.id, id), isNull(comment.deleted_at)))
    .returning(place)
  if (!removed) return false
  if (removed.isCounted)
    await tx
      .update(postRank)
      .set({ comment_count: sql`${postRank.comment_count} - 1` })
      .where(ofComment)
  let leaving = removed
  while (!leaving.in_tree && leaving.parent_id !== null) {
    const [parent] = await tx
      .update(comment)
      .set({ reply_count: sql`${comment.reply_count} - 1` })
      .where(eq(comment.id, leaving.parent_id))
      .returning(place)
    leaving = parent!
  }
  if (removed.isCounted) await reversePoints(tx, { cause: 'comment', causeId: id }, now)
  await closeItemsOf(tx, { comment_id: id }, now)
  await retractNotifications(tx, { commentId: id })
  // Readers never saw a comment that was held for a moderator, so its deletion sends no event.
  if (!removed.isHeld) emitChange(tx, { type: 'comment', kind: 'removed', post_id: removed.post_id, id })
  return true
}

function ofAuthor(authorId: number, nsfw: boolean): SQL | undefined {
  return and(eq(comment.author_id, authorId), eq(comment.is_nsfw, nsfw), comment.is_listed, isListed())
}

export async function countCommentsOfAuthor(tx: DbOrTx, authorId: number, nsfw: boolean): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(comment)
    .innerJoin(postRank, eq(postRank.post_id, comment.post_id))
    .where(ofAuthor(authorId, nsfw))
  return row!.total
}

/** Lists no comments if the viewer blocked the author. Throws `bad_cursor`. */
export async function commentsOfAuthor(
  tx: DbOrTx,
  {
    authorId,
    nsfw,
    limit,
    offset = 0,
    cursor,
    reader,
  }: { authorId: number; nsfw: boolean; limit: number; offset?: number; cursor?: string; reader: Reader },
) {
  const place = cursor === undefined ? null : decodeCursor(cursor, v.strictTuple([cursorTime, cursorId]))
  if (reader.id !== null && (await hasBlocked(tx, reader.id, authorId))) return { comments: [], next_cursor: null }
  const below = place
    ? sql`(${comment.created_at}, ${comment.id}) < (${new Date(place[0]).toISOString()}::timestamptz, ${place[1]})`
    : undefined
  const rows = await tx
    .select({
      ...commentColumns(reader.id ?? 0, readerVariant(reader), ofPost),
      post: { id: post.id, title: post.title },
    })
    .from(comment)
    .innerJoin(postRank, eq(postRank.post_id, comment.post_id))
    .innerJoin(post, eq(post.id, comment.post_id))
    .leftJoin(user, isAuthor)
    .where(and(ofAuthor(authorId, nsfw), below))
    .orderBy(desc(comment.created_at), desc(comment.id))
    .limit(limit + 1)
    .offset(place ? 0 : offset)
  const comments = fittingPage(rows.slice(0, limit)).map((row) => presentComment(row, reader))
  const last = comments.at(-1)
  return {
    comments,
    next_cursor: last && rows.length > comments.length ? encodeCursor([last.created_at.getTime(), last.id]) : null,
  }
}
