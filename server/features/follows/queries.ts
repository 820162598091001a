import { and, asc, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { userCard, type UserCardRow } from '../users/card.ts'
import { user } from '../users/table.ts'
import { follow } from './table.ts'

type Page = { limit: number; offset: number }

export async function isFollowing(tx: DbOrTx, followerId: number, followedId: number): Promise<boolean> {
  const rows = await tx.select({ id: follow.followed_id }).from(follow).where(between(followerId, followedId))
  return rows.length > 0
}

/** The caller must have locked both accounts. Returns false if the follow exists already. */
export async function insertFollow(tx: DbOrTx, followerId: number, followedId: number, now: Date): Promise<boolean> {
  const added = await tx
    .insert(follow)
    .values({ follower_id: followerId, followed_id: followedId, created_at: now })
    .onConflictDoNothing()
    .returning({ id: follow.followed_id })
  if (added.length === 0) return false
  await tx
    .update(user)
    .set({
      following_count: sql`${user.following_count} + (${user.id} = ${followerId})::integer`,
      follower_count: sql`${user.follower_count} + (${user.id} = ${followedId})::integer`,
    })
    .where(inArray(user.id, [followerId, followedId]))
  return true
}

/** The caller must have locked both accounts. */
export function deleteFollow(tx: DbOrTx, followerId: number, followedId: number): Promise<void> {
  return deleteFollows(tx, between(followerId, followedId))
}

export function deleteFollowsBetween(tx: DbOrTx, a: number, b: number): Promise<void> {
  return deleteFollows(tx, or(between(a, b), between(b, a))!)
}

export async function deleteFollowsBatch(tx: DbOrTx, userId: number, limit: number): Promise<number> {
  const pair = { follower_id: follow.follower_id, followed_id: follow.followed_id }
  const own = await tx.select(pair).from(follow).where(eq(follow.follower_id, userId)).limit(limit)
  const pairs =
    own.length > 0 ? own : await tx.select(pair).from(follow).where(eq(follow.followed_id, userId)).limit(limit)
  if (pairs.length === 0) return 0
  const touched = pairs.flatMap((row) => [row.follower_id, row.followed_id])
  await tx
    .select({ id: user.id })
    .from(user)
    .where(inArray(user.id, touched))
    .orderBy(asc(user.id))
    .for('no key update')
  await deleteFollows(tx, or(...pairs.map((row) => between(row.follower_id, row.followed_id)))!)
  return pairs.length
}

export async function countFollowers(tx: DbOrTx, userId: number): Promise<number> {
  const [row] = await tx.select({ count: user.follower_count }).from(user).where(eq(user.id, userId))
  return row?.count ?? 0
}

export function listFollowers(tx: DbOrTx, userId: number, { limit, offset }: Page): Promise<UserCardRow[]> {
  return tx
    .select(userCard)
    .from(follow)
    .innerJoin(user, eq(user.id, follow.follower_id))
    .where(and(eq(follow.followed_id, userId), isNull(user.deleted_at)))
    .orderBy(desc(follow.created_at), desc(follow.follower_id))
    .limit(limit)
    .offset(offset)
}

export function listFollowing(tx: DbOrTx, userId: number, { limit, offset }: Page): Promise<UserCardRow[]> {
  return tx
    .select(userCard)
    .from(follow)
    .innerJoin(user, eq(user.id, follow.followed_id))
    .where(and(eq(follow.follower_id, userId), isNull(user.deleted_at)))
    .orderBy(desc(follow.created_at), desc(follow.followed_id))
    .limit(limit)
    .offset(offset)
}

function between(followerId: number, followedId: number): SQL {
  return and(eq(follow.follower_id, followerId), eq(follow.followed_id, followedId))!
}

async function deleteFollows(tx: DbOrTx, which: SQL): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from ${follow} where ${which} returning follower_id, followed_id),
    sides as (
      select follower_id as id, 1 as following, 0 as followers from gone
      union all select followed_id, 0, 1 from gone
    ),
    lost as (select id, sum(following) as following, sum(followers) as followers from sides group by id)
    update "user" set following_count = following_count - lost.following, follower_count
      = follower_count - lost.followers
    from lost where "user".id = lost.id`)
}
