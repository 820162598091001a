import { and, desc, eq, isNull, ne, not, sql, type SQL } from 'drizzle-orm'
import { LIMITS, POINTS } from '#shared/limits.ts'
import type { VoteValue } from '#shared/rules/vote.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { user } from '../users/table.ts'
import { pointsEntry } from './table.ts'

export type EarnReason = 'post' | 'comment' | 'upvote' | 'downvote' | 'community'

/** What an entry is for. A vote is named by what was voted on and by the voter in `actorId`. */
export type PointsCause = {
  cause: 'post' | 'comment' | 'category' | 'post_vote' | 'comment_vote'
  causeId: number
  actorId?: number
}

/** Writing is what the daily cap is about; what it brought today counts net of what was taken back today. */
const WRITING = sql.raw("('post', 'comment', 'post_reversed', 'comment_reversed')")

/** The moment at which the day of `now` began in a time zone. */
function dayStart(now: Date, timeZone: string): SQL {
  return sql`date_trunc('day', ${now.toISOString()}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}`
}

/**
 * Enters what a cause brings its author and returns the points really earned: posts and comments bring at most 50 a day
 * (of `timeZone`) together, beyond that 0. A cause whose entry is open already earns nothing again.
 */
export async function earnPoints(
  tx: DbOrTx,
  { userId, reason, cause, causeId, actorId = 0 }: PointsCause & { userId: number, reason: EarnReason },
  { now, timeZone }: { now: Date, timeZone: string },
): Promise<number> {
  let points: SQL = sql`${POINTS[reason]}::integer`
  if (reason === 'post' || reason === 'comment') {
    // Whoever writes in two places at once waits here, so that both see what the other earned.
    await tx.execute(sql`select 1 from ${user} where id = ${userId} for no key update`)
    points = sql`(
      select least(${POINTS[reason]}::integer, greatest(0, ${LIMITS.pointsPerDay}::integer - coalesce(sum(points), 0)))
      from points_entry
      where user_id = ${userId} and created_at >= ${dayStart(now, timeZone)} and reason in ${WRITING}
    )`
  }
  const [earned] = await tx.execute<{ points: number }>(sql`
    with earned as (
      insert into points_entry (user_id, reason, points, cause, cause_id, actor_id, is_open, created_at)
      values (${userId}, ${reason}, ${points}, ${cause}, ${causeId}, ${actorId}, true, ${now.toISOString()})
      on conflict (cause, cause_id, actor_id) where is_open do nothing
      returning user_id, points
    )
    update "user" set wpoints = wpoints + earned.points from earned where "user".id = earned.user_id
    returning earned.points`)
  return earned?.points ?? 0
}

/** Closes the open entry of a cause that is gone and reverses what it really earned. Without such an entry nothing happens. */
export async function takeBackPoints(tx: DbOrTx, { cause, causeId, actorId = 0 }: PointsCause, now: Date): Promise<void> {
  await tx.execute(sql`
    with closed as (
      update points_entry set is_open = false
      where cause = ${cause} and cause_id = ${causeId} and actor_id = ${actorId} and is_open
      returning *
    ), reversed as (
      insert into points_entry (user_id, reason, points, cause, cause_id, actor_id, is_open, created_at)
      select user_id, reason || '_reversed', -points, cause, cause_id, actor_id, false, ${now.toISOString()}::timestamptz
      from closed where points <> 0
      returning user_id, points
    )
    update "user" set wpoints = wpoints + reversed.points from reversed where "user".id = reversed.user_id`)
}

/**
 * Moves the karma and the points of an author by one vote of somebody else: the entry of the vote before is reversed,
 * the new vote gets its own. `change` is new value minus old. The voter's row in `vote` must be locked by the caller.
 */
export async function settleVote(
  tx: DbOrTx,
  { kind, targetId, voterId, authorId, value, change }: {
    kind: 'post' | 'comment', targetId: number, voterId: number, authorId: number, value: VoteValue, change: number
  },
  now: Date,
): Promise<void> {
  const cause = `${kind}_vote`
  const reason: EarnReason = value === 1 ? 'upvote' : 'downvote'
  // `earned` reads `closed` so that the one open entry of the vote is closed before the next opens.
  await tx.execute(sql`
    with closed as (
      update points_entry set is_open = false
      where cause = ${cause} and cause_id = ${targetId} and actor_id = ${voterId} and is_open
      returning *
    ), reversed as (
      insert into points_entry (user_id, reason, points, cause, cause_id, actor_id, is_open, created_at)
      select user_id, reason || '_reversed', -points, cause, cause_id, actor_id, false, ${now.toISOString()}::timestamptz
      from closed
      returning points
    ), earned as (
      insert into points_entry (user_id, reason, points, cause, cause_id, actor_id, is_open, created_at)
      select ${authorId}::integer, ${reason}, ${POINTS[reason]}::smallint, ${cause}, ${targetId}::integer, ${voterId}::integer,
        true, ${now.toISOString()}::timestamptz
      where ${value}::integer <> 0 and (select count(*) from closed) >= 0
      returning points
    )
    update "user" set
      karma = karma + ${change}::integer,
      wpoints = wpoints + (select coalesce(sum(points), 0) from (select points from reversed union all select points from earned))
    where id = ${authorId}`)
}

/** Balance, and the sum of the entries of the day of `timeZone`. */
export async function balanceOf(
  tx: DbOrTx, userId: number, { now, timeZone }: { now: Date, timeZone: string },
): Promise<{ wpoints: number, today: number }> {
  const [balance] = await tx.execute<{ wpoints: number, today: number }>(sql`
    select wpoints, (
      select coalesce(sum(points), 0)::integer from points_entry
      where user_id = ${userId} and created_at >= ${dayStart(now, timeZone)}
    ) as today
    from "user" where id = ${userId}`)
  return balance!
}

/** The entries of a member, latest first. Entries of 0 only name what earned nothing more that day and are left out. */
export function listEntries(tx: DbOrTx, userId: number, { limit, offset }: { limit: number, offset: number }) {
  return tx.select({
    id: pointsEntry.id, reason: pointsEntry.reason, points: pointsEntry.points, created_at: pointsEntry.created_at,
  }).from(pointsEntry)
    .where(and(eq(pointsEntry.user_id, userId), ne(pointsEntry.points, 0)))
    .orderBy(desc(pointsEntry.id)).limit(limit).offset(offset)
}

/** Members with the most points; of equals whoever came first. Bots, deleted and unverified accounts have no place there. */
export function listLeaders(tx: DbOrTx, limit: number) {
  return tx.select({ user_id: user.id, username: user.username, wpoints: user.wpoints }).from(user)
    .where(and(isNull(user.deleted_at), not(user.is_bot), user.email_verified))
    .orderBy(sql`${user.wpoints} desc nulls last`, user.id).limit(limit)
}
