import { and, eq, lt, sql, type Placeholder, type SQL } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { comment } from '../comments/table.ts'
import { post, postRank } from '../posts/table.ts'
import { hiddenPost, postVisit } from './table.ts'

type Viewer = number | Placeholder

export async function setHidden(
  tx: DbOrTx,
  { userId, postId, hidden }: { userId: number; postId: number; hidden: boolean },
  now: Date,
): Promise<void> {
  if (hidden)
    await tx.insert(hiddenPost).values({ user_id: userId, post_id: postId, created_at: now }).onConflictDoNothing()
  else await tx.delete(hiddenPost).where(and(eq(hiddenPost.user_id, userId), eq(hiddenPost.post_id, postId)))
}

/** Keeps the stored time if another tab has stored a later visit. */
export async function recordVisit(tx: DbOrTx, userId: number, postId: number, now: Date): Promise<Date> {
  const [row] = await tx
    .insert(postVisit)
    .values({ user_id: userId, post_id: postId, visited_at: now })
    .onConflictDoUpdate({
      target: [postVisit.user_id, postVisit.post_id],
      set: { visited_at: sql`greatest(${postVisit.visited_at}, excluded.visited_at)` },
    })
    .returning({ visited_at: postVisit.visited_at })
  return row!.visited_at
}

export type VisitKey = { user_id: number; post_id: number }

/**
 * Deletes visits before the time `before` among the next `limit` after the key `after`. Returns the last key, or null
 * at the end of the table.
 */
export async function deleteOldVisits(
  tx: DbOrTx,
  after: VisitKey,
  before: Date,
  limit: number,
): Promise<VisitKey | null> {
  const [last] = await tx.execute<VisitKey>(sql`
    with slice as (
      select user_id, post_id, visited_at from ${postVisit} where (user_id, post_id) > (${after.user_id}::integer,
        ${after.post_id}::integer)
      order by user_id, post_id limit ${limit}
    ), deleted as (
      delete from ${postVisit} using slice
      where ${postVisit.user_id} = slice.user_id and ${postVisit.post_id} = slice.post_id
        and ${lt(postVisit.visited_at, before)}
    )
    select user_id, post_id from slice order by user_id desc, post_id desc limit 1`)
  return last ?? null
}

/** Beyond this number of hidden posts, each post of the feed is looked up individually. */
const HIDDEN_AT_ONCE = sql.raw('1000')

/**
 * Subqueries instead of a join make the planner look up only the posts that the feed reads. With `is null` instead of
 * `is distinct from`, the planner would expect few posts to be left.
 */
export function isNotHiddenFrom(viewerId: Viewer): SQL {
  const hidden = sql`from ${hiddenPost} hidden where hidden.user_id = ${viewerId}`
  return sql`(${postRank.post_id} not in (select hidden.post_id ${hidden} limit ${HIDDEN_AT_ONCE})
    and ((select 1 ${hidden} offset ${HIDDEN_AT_ONCE} limit 1) is null or (select hidden.post_id ${hidden}
    and hidden.post_id = ${postRank.post_id}) is distinct from ${postRank.post_id}))`
}

export function isNotReadBy(viewerId: Viewer): SQL {
  return sql`(select visit.post_id from ${postVisit} visit where visit.user_id = ${viewerId} and visit.post_id
    = ${postRank.post_id}) is distinct from ${postRank.post_id}`
}

export function visitedAt(viewerId: Viewer): SQL<Date | null> {
  return sql<Date | null>`(select visit.visited_at from ${postVisit} visit where visit.user_id = ${viewerId}
    and visit.post_id = ${post.id})`.mapWith(postVisit.visited_at)
}

/** Counts comments by others since the viewer's last visit; null without a visit. */
export function newComments(viewerId: Viewer): SQL<number | null> {
  return sql<number | null>`(
    select (select count(*)::integer from (
      select 1 from ${comment} c where c.post_id = visit.post_id and c.created_at > visit.visited_at and c.is_listed
      and coalesce(c.author_id, 0) <> ${viewerId} and coalesce(c.author_id, 0) <> all (array(select blocked_id
      from blockeduser where blocker_id = ${viewerId}))
      limit ${sql.raw(String(LIMITS.feedTotal))}
    ) c)
    from ${postVisit} visit where visit.user_id = ${viewerId} and visit.post_id = ${post.id}
  )`
}

export function isNewTo(viewerId: Viewer): SQL<boolean> {
  return sql<boolean>`coalesce(coalesce(${comment.author_id}, 0) <> ${viewerId} and ${comment.created_at} > (
    select visit.visited_at from ${postVisit} visit where visit.user_id = ${viewerId} and visit.post_id
      = ${comment.post_id}
  ), false)`
}
