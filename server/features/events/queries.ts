import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { session } from '../auth/table.ts'
import { blockedUser } from '../blocks/table.ts'
import { category } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { mayModerate, type Reader, readerVariant } from '../moderation/foundation.ts'
import { isReadable } from '../posts/listed.ts'
import { post, postRank } from '../posts/table.ts'
import { findOpenOauthSessions } from '../oauth/queries.ts'
import { findOpenTokens } from '../tokens/queries.ts'
import { user } from '../users/table.ts'

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

export async function findSessions(db: DbOrTx, ids: string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .select({ id: session.id })
    .from(session)
    .innerJoin(user, eq(user.id, session.user_id))
    .where(and(isOneOf(session.id, ids), gt(session.expires_at, now), isNull(user.deleted_at)))
  return new Set([
    ...rows.map(({ id }) => id),
    ...(await findOpenTokens(db, ids, now)),
    ...(await findOpenOauthSessions(db, ids, now)),
  ])
}

export async function findBlocked(db: DbOrTx, memberIds: number[]): Promise<Map<number, Set<number>>> {
  const blocked = new Map<number, Set<number>>()
  const rows = await db
    .select({ blocker_id: blockedUser.blocker_id, blocked_id: blockedUser.blocked_id })
    .from(blockedUser)
    .where(isOneOf(blockedUser.blocker_id, memberIds))
  for (const { blocker_id, blocked_id } of rows) {
    const ids = blocked.get(blocker_id)
    if (ids) ids.add(blocked_id)
    else blocked.set(blocker_id, new Set([blocked_id]))
  }
  return blocked
}

export async function findUsernames(db: DbOrTx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.select({ id: user.id, username: user.username }).from(user).where(isOneOf(user.id, ids))
  return new Map(rows.map(({ id, username }) => [id, username]))
}

export async function findReadablePosts(db: DbOrTx, ids: number[], nsfw: boolean): Promise<Set<number>> {
  const rows = await db
    .select({ id: postRank.post_id })
    .from(postRank)
    .where(and(isOneOf(postRank.post_id, ids), eq(postRank.is_nsfw, nsfw), isReadable()))
  return new Set(rows.map(({ id }) => id))
}

/** Returns the posts that wait for a moderator's approval and that the reader wrote or moderates. */
export async function findHeldPosts(db: DbOrTx, ids: number[], nsfw: boolean, reader: Reader): Promise<Set<number>> {
  const isOwn = reader.id === null ? sql`false` : eq(post.author_id, reader.id)
  const rows = await db
    .select({ id: post.id })
    .from(post)
    .innerJoin(category, and(eq(category.id, post.category_id), isNull(category.deleted_at)))
    .where(
      and(
        isOneOf(post.id, ids),
        eq(post.is_nsfw, nsfw),
        isNull(post.deleted_at),
        isNotNull(post.held_at),
        or(isOwn, mayModerate(post.category_id, reader.id ?? 0, readerVariant(reader))),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

export async function findPostCounts(db: DbOrTx, ids: number[]) {
  const rows = await db
    .select({
      id: postRank.post_id,
      upvotes: postRank.upvotes,
      downvotes: postRank.downvotes,
      comment_count: postRank.comment_count,
    })
    .from(postRank)
    .where(and(isOneOf(postRank.post_id, ids), isReadable()))
  return byId(rows)
}

/** Finds comments, also unlisted ones; `author` is null if the author's account is deleted. */
export async function findComments(db: DbOrTx, ids: number[]) {
  const rows = await db
    .select({
      id: comment.id,
      parent_id: comment.parent_id,
      author_id: comment.author_id,
      author: user.username,
      is_listed: comment.is_listed,
    })
    .from(comment)
    .leftJoin(user, and(eq(user.id, comment.author_id), isNull(user.deleted_at)))
    .where(isOneOf(comment.id, ids))
  return byId(rows)
}
