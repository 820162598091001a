import { and, eq, isNull, sql } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { announceSoon } from '../../deferred/queries.ts'
import { addToPostCount } from '../../categories/queries.ts'
import { category } from '../../categories/table.ts'
import { comment } from '../../comments/table.ts'
import { emitChange } from '../../events/changes.ts'
import { emitUnreadOf } from '../../notifications/queries.ts'
import { bringBack, leaveOut, returnPoints } from '../../points/queries.ts'
import { post, postRank } from '../../posts/table.ts'

export type ContentRef = { kind: 'post' | 'comment'; id: number }

/** A post or a comment whose database row is locked. */
export type Content = ContentRef & {
  post_id: number
  author_id: number | null
  category_id: number
  title: string
  removal_id: number | null
  held_at: Date | null
  deleted_at: Date | null
  erased_at: Date | null
}

/** Locks even deleted content. Throws `post_not_found`, `comment_not_found`. */
export async function lockContent(tx: DbOrTx, { kind, id }: ContentRef): Promise<Content> {
  const [content] = kind === 'post' ? await lockPost(tx, id) : await lockComment(tx, id)
  if (!content) throw new ApiError(`${kind}_not_found`)
  return { kind, ...content }
}

/** Returns null if the content, its post or its community is deleted. */
export async function lockContentUnlessDeleted(tx: DbOrTx, { kind, id }: ContentRef): Promise<Content | null> {
  const [content] = kind === 'post' ? await lockPost(tx, id) : await lockComment(tx, id)
  return content && content.deleted_at === null ? { kind, ...content } : null
}

function lockPost(tx: DbOrTx, id: number) {
  return tx
    .select({
      id: post.id,
      post_id: post.id,
      author_id: post.author_id,
      category_id: post.category_id,
      title: post.title,
      removal_id: post.removal_id,
      held_at: post.held_at,
      deleted_at: post.deleted_at,
      erased_at: post.erased_at,
    })
    .from(post)
    .innerJoin(category, and(eq(category.id, post.category_id), isNull(category.deleted_at)))
    .where(eq(post.id, id))
    .for('no key update', { of: post })
}

/** Locks the post before the comment, as adding and deleting comments do, which prevents deadlocks. */
async function lockComment(tx: DbOrTx, id: number) {
  await tx
    .select({ id: postRank.post_id })
    .from(postRank)
    .where(eq(postRank.post_id, sql`(select post_id from comment where id = ${id})`))
    .for('no key update')
  return tx
    .select({
      id: comment.id,
      post_id: comment.post_id,
      author_id: comment.author_id,
      category_id: post.category_id,
      title: post.title,
      removal_id: comment.removal_id,
      held_at: comment.held_at,
      deleted_at: comment.deleted_at,
      erased_at: comment.erased_at,
    })
    .from(comment)
    .innerJoin(post, and(eq(post.id, comment.post_id), isNull(post.deleted_at)))
    .innerJoin(category, and(eq(category.id, post.category_id), isNull(category.deleted_at)))
    .where(eq(comment.id, id))
    .for('no key update', { of: comment })
}

type ContentState = { removal_id: number | null; held_at: Date | null }

const isListed = ({ removal_id, held_at, deleted_at }: Pick<Content, 'removal_id' | 'held_at' | 'deleted_at'>) =>
  removal_id === null && held_at === null && deleted_at === null

/** Also undoes a deletion, updates counters, karma and points, and hides notifications about hidden content. */
export async function setContentState(tx: DbOrTx, content: Content, state: ContentState, now: Date): Promise<void> {
  const { kind, id, author_id } = content
  const after = { ...state, deleted_at: null }
  const change = Number(isListed(after)) - Number(isListed(content))
  if (kind === 'post') await setPostState(tx, content, state)
  else await setCommentState(tx, content, state)
  if (change !== 0) {
    if (kind === 'post') await addToPostCount(tx, content.category_id, change as 1 | -1)
    else
      await tx
        .update(postRank)
        .set({ comment_count: sql`${postRank.comment_count} + ${change}` })
        .where(eq(postRank.post_id, content.post_id))
  }
  if (author_id !== null) {
    if (change === -1) await leaveOut(tx, kind, id, author_id, now)
    if (change === 1) await bringBack(tx, kind, id, author_id, now)
    if (change === 1 && content.deleted_at !== null) await returnPoints(tx, kind, id, now)
    if (change === 1) await announceSoon(tx, content)
  }
  await emitUnreadOf(tx, kind === 'post' ? { postId: id } : { commentId: id })
  if (kind === 'post') emitChange(tx, { type: 'post', post_id: id })
  // If a comment was hidden and stays hidden, no reader's page has it, so no event is sent.
  else if (change !== 0)
    emitChange(tx, {
      type: 'comment',
      kind: change === -1 ? 'removed' : commentChange(content),
      post_id: content.post_id,
      id,
    })
}

/** A comment that was only removed is 'edited', because readers still see its placeholder. */
const commentChange = ({ removal_id, deleted_at }: Content): 'new' | 'edited' =>
  removal_id !== null && deleted_at === null ? 'edited' : 'new'

async function setPostState(tx: DbOrTx, { id }: Content, { removal_id, held_at }: ContentState): Promise<void> {
  await tx.update(post).set({ removal_id, held_at, deleted_at: null }).where(eq(post.id, id))
  const listed = removal_id === null && held_at === null
  await tx
    .update(postRank)
    .set({
      is_listed: listed,
      is_removed: removal_id !== null,
      is_pinned: sql`${postRank.is_pinned} and ${listed}::boolean`,
    })
    .where(eq(postRank.post_id, id))
}

/** A restored comment returns to the tree, with its deleted ancestors, which had left the tree for lack of replies. */
async function setCommentState(tx: DbOrTx, { id }: Content, { removal_id, held_at }: ContentState): Promise<void> {
  type RejoinedComment = { parent_id: number | null; was_in_tree: boolean }
  let [rejoinedComment] = await tx.execute<RejoinedComment>(sql`
    update comment set removal_id = ${removal_id}, held_at = ${held_at?.toISOString() ?? null}::timestamptz, deleted_at
      = null where id = ${id}
    returning new.parent_id as parent_id, old.in_tree as was_in_tree`)
  while (rejoinedComment && !rejoinedComment.was_in_tree && rejoinedComment.parent_id !== null) {
    ;[rejoinedComment] = await tx.execute<RejoinedComment>(sql`
      update comment set reply_count = reply_count + 1 where id = ${rejoinedComment.parent_id}
      returning new.parent_id as parent_id, old.in_tree as was_in_tree`)
  }
}

export async function findPostFlags(tx: DbOrTx, postId: number): Promise<{ is_locked: boolean; is_pinned: boolean }> {
  const [flags] = await tx
    .select({ is_locked: postRank.is_locked, is_pinned: postRank.is_pinned })
    .from(postRank)
    .where(eq(postRank.post_id, postId))
  return flags!
}

export async function setLocked(tx: DbOrTx, postId: number, is_locked: boolean): Promise<void> {
  await tx.update(postRank).set({ is_locked }).where(eq(postRank.post_id, postId))
  emitChange(tx, { type: 'post', post_id: postId })
}

/** The community's row is locked, so that concurrent pins cannot exceed the limit. Throws `too_many_pinned`. */
export async function setPinned(tx: DbOrTx, { id, category_id }: Content, is_pinned: boolean): Promise<void> {
  if (is_pinned) {
    await tx.select({ id: category.id }).from(category).where(eq(category.id, category_id)).for('no key update')
    const pinned = await tx.$count(postRank, and(eq(postRank.category_id, category_id), eq(postRank.is_pinned, true)))
    if (pinned >= LIMITS.pinnedPosts) throw new ApiError('too_many_pinned')
  }
  await tx.update(postRank).set({ is_pinned }).where(eq(postRank.post_id, id))
  emitChange(tx, { type: 'post', post_id: id })
}
