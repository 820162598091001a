import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { addJob } from '#server/jobs/add.ts'
import { comment } from '../comments/table.ts'
import type { ContentRef } from '../moderation/foundation.ts'
import { notify, notifyFollowersOfThread, notifyMentioned } from '../notifications/queries.ts'
import { earnPoints } from '../points/queries.ts'
import { post } from '../posts/table.ts'
import { user } from '../users/table.ts'
import { unannounced } from './table.ts'

type Clock = { now: Date; timeZone: string }

/** Followers of a thread whom the request that writes the comment notifies; a job notifies the others. */
export const FIRST_FOLLOWERS = 100

type NewPost = { id: number; author_id: number; mentions: string[] }

export async function announcePost(tx: DbOrTx, { id, author_id, mentions }: NewPost, clock: Clock): Promise<void> {
  await earnPoints(tx, { userId: author_id, reason: 'post', cause: 'post', causeId: id }, clock)
  await notifyMentioned(tx, { usernames: mentions, actorId: author_id, postId: id, now: clock.now })
}

/** `answered_id` is the id of the parent comment's author, `home_author_id` the id of the post's author. */
type NewComment = {
  id: number
  post_id: number
  parent_id: number | null
  author: { id: number; is_bot?: boolean | undefined }
  mentions: string[]
  answered_id: number | null
  home_author_id: number | null
}

export async function announceComment(
  tx: DbOrTx,
  { id, post_id, parent_id, author, mentions, answered_id, home_author_id }: NewComment,
  clock: Clock,
): Promise<void> {
  await earnPoints(tx, { userId: author.id, reason: 'comment', cause: 'comment', causeId: id }, clock)
  const subject = { actorId: author.id, postId: post_id, commentId: id, now: clock.now }
  if (answered_id)
    await notify(tx, {
      userId: answered_id,
      kind: author.is_bot ? 'bot_answer' : 'comment_reply',
      parentId: parent_id,
      ...subject,
    })
  if (home_author_id && home_author_id !== answered_id) {
    await notify(tx, {
      userId: home_author_id,
      kind: 'post_comment',
      level: parent_id === null ? 'replies' : 'all',
      ...subject,
    })
  }
  await notifyMentioned(tx, { usernames: mentions, ...subject })
  const first = { authorId: home_author_id, after: 0, limit: FIRST_FOLLOWERS }
  const last = await notifyFollowersOfThread(tx, subject, first)
  if (last !== null) await addJob(tx, 'notify_thread_followers', { comment_id: id, after: last })
}

export async function findPublicComment(tx: DbOrTx, id: number) {
  const [row] = await tx
    .select({ post_id: comment.post_id, author_id: comment.author_id, home_author_id: post.author_id })
    .from(comment)
    .innerJoin(post, eq(post.id, comment.post_id))
    .where(and(eq(comment.id, id), comment.is_listed, isNull(post.deleted_at)))
  return row ?? null
}

const columnOf = (kind: ContentRef['kind']) => (kind === 'post' ? unannounced.post_id : unannounced.comment_id)

/** If points and notifications are deferred already, only the mentioned users are replaced. */
export async function deferContent(
  tx: DbOrTx,
  { kind, id }: ContentRef,
  { isNew, mentions }: { isNew: boolean; mentions: string[] },
): Promise<void> {
  await tx
    .insert(unannounced)
    .values({ [`${kind}_id`]: id, is_new: isNew, mentions })
    .onConflictDoUpdate({ target: columnOf(kind), set: { mentions: sql`excluded.mentions` } })
}

/** Called in the transaction that makes the content public. */
export async function announceSoon(tx: DbOrTx, { kind, id }: ContentRef): Promise<void> {
  if ((await tx.$count(unannounced, eq(columnOf(kind), id))) > 0) await addJob(tx, 'announce', { kind, id })
}

export async function takeUnannounced(tx: DbOrTx, { kind, id }: ContentRef) {
  const [row] = await tx
    .delete(unannounced)
    .where(eq(columnOf(kind), id))
    .returning({ isNew: unannounced.is_new, mentions: unannounced.mentions })
  return row ?? null
}

const answered = alias(comment, 'answered')

export async function placeOf(tx: DbOrTx, id: number) {
  const [row] = await tx
    .select({ parent_id: comment.parent_id, answered_id: answered.author_id, home_author_id: post.author_id })
    .from(comment)
    .innerJoin(post, eq(post.id, comment.post_id))
    .leftJoin(answered, eq(answered.id, comment.parent_id))
    .where(eq(comment.id, id))
  return row!
}

export async function isMember(tx: DbOrTx, userId: number): Promise<boolean> {
  return (await tx.$count(user, and(eq(user.id, userId), isNull(user.deleted_at)))) > 0
}

export async function deleteDeferred(tx: DbOrTx, kind: ContentRef['kind'], ids: number[]): Promise<void> {
  await tx.delete(unannounced).where(isOneOf(columnOf(kind), ids))
}
