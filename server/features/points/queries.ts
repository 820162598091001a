import { and, desc, eq, isNull, ne, not, sql, type SQL } from 'drizzle-orm'
import { LIMITS, POINTS } from '#shared/limits.ts'
import type { VoteValue } from '#shared/rules/vote.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { user } from '../users/table.ts'
import { pointsEntry } from './table.ts'

type EarnReason = 'post' | 'comment' | 'upvote' | 'downvote' | 'community'

/** For a vote, `causeId` is the content voted on and `actorId` is the voter. */
type PointsCause = {
  cause: 'post' | 'comment' | 'category' | 'post_vote' | 'comment_vote'
  causeId: number
  actorId?: number
}

/** Reasons of points entries that count towards the daily limit; reversals count negatively. */
const WRITING = sql.raw("('post', 'comment', 'post_reversed', 'comment_reversed')")

function dayStart(now: Date, timeZone: string): SQL {
  return sql`date_trunc('day', ${now.toISOString()}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}`
}

/**
 * Returns how many points were added: none if the cause already has an open entry, and at most the daily limit for
 * posts and comments together.
 */
export async function earnPoints(
  tx: DbOrTx,
  { userId, reason, cause, causeId, actorId = 0 }: PointsCause & { userId: number; reason: EarnReason },
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<number> {
  let points: SQL = sql`${POINTS[reason]}::integer`
  if (reason === 'post' || reason === 'comment') {
    // Locks the author's row, so that concurrent requests cannot exceed the daily limit together.
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

export async function reversePoints(
  tx: DbOrTx,
  { cause, causeId, actorId = 0 }: PointsCause,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    with closed as (
      update points_entry set is_open = false
      where cause = ${cause} and cause_id = ${causeId} and actor_id = ${actorId} and is_open
      returning *
    ), reversed as (
      insert into points_entry (user_id, reason, points, cause, cause_id, actor_id, is_open, created_at)
      select user_id, reason || '_reversed', -points, cause, cause_id, actor_id, false,
        ${now.toISOString()}::timestamptz
      from closed where points <> 0
      returning user_id, points
    )
    update "user" set wpoints = wpoints + reversed.points from reversed where "user".id = reversed.user_id`)
}

/**
 * Builds a call of the SQL function `settle_vote`. The caller's query must lock the vote and provide `author_id` and
 * `change` (new value minus old).
 */
export function settleVote({
  kind,
  targetId,
  voterId,
  value,
  now,
}: {
  kind: 'post' | 'comment'
  targetId: number
  voterId: number
  value: VoteValue
  now: Date
}): SQL {
  const reason: EarnReason = value === 1 ? 'upvote' : 'downvote'
  return sql`settle_vote(${`${kind}_vote`}, ${targetId}::integer, ${voterId}::integer, author_id,
    ${value === 0 ? null : reason}::text, ${POINTS[reason]}::smallint, change, ${now.toISOString()}::timestamptz)`
}

const votesOfOthers = (kind: 'post' | 'comment', id: number, authorId: number) =>
  sql`(select coalesce(sum(value), 0) from vote where ${sql.raw(`${kind}_id`)} = ${id} and user_id <> ${authorId})`

/**
 * Subtracts from the author's karma and points what the content has earned. Removed content accepts no votes, so
 * `bringBack` restores the same amount.
 */
export async function leaveOut(
  tx: DbOrTx,
  kind: 'post' | 'comment',
  id: number,
  authorId: number,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    with taken as (
      insert into points_entry (user_id, reason, points, cause, cause_id, actor_id, is_open, created_at)
      select ${authorId}::integer, 'removal', -coalesce(sum(points), 0), ${`${kind}_removal`}, ${id}::integer, 0, true,
        ${now.toISOString()}::timestamptz
      from points_entry where cause in (${kind}, ${`${kind}_vote`}) and cause_id = ${id} and user_id = ${authorId}
        and is_open
      on conflict (cause, cause_id, actor_id) where is_open do nothing
      returning points
    )
    update "user" set wpoints = wpoints + taken.points, karma = karma - ${votesOfOthers(kind, id, authorId)} from taken
      where "user".id = ${authorId}`)
}

/** Reverses `leaveOut`. */
export async function bringBack(
  tx: DbOrTx,
  kind: 'post' | 'comment',
  id: number,
  authorId: number,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    with closed as (
      update points_entry set is_open = false where cause = ${`${kind}_removal`} and cause_id = ${id} and actor_id = 0
        and is_open
      returning *
    ), returned as (
      insert into points_entry (user_id, reason, points, cause, cause_id, actor_id, is_open, created_at)
      select user_id, reason || '_reversed', -points, cause, cause_id, actor_id, false,
        ${now.toISOString()}::timestamptz
      from closed where points <> 0
    )
    update "user" set wpoints = wpoints - closed.points, karma = karma + ${votesOfOthers(kind, id, authorId)}
      from closed where "user".id = ${authorId}`)
}

export async function returnPoints(tx: DbOrTx, kind: 'post' | 'comment', id: number, now: Date): Promise<void> {
  await tx.execute(sql`
    with returned as (
      insert into points_entry (user_id, reason, points, cause, cause_id, actor_id, is_open, created_at)
      select user_id, reason, points, cause, cause_id, actor_id, true, ${now.toISOString()}::timestamptz
      from points_entry where cause = ${kind} and cause_id = ${id} and reason = ${kind} and not is_open
        order by id desc limit 1
      on conflict (cause, cause_id, actor_id) where is_open do nothing
      returning user_id, points
    )
    update "user" set wpoints = wpoints + returned.points from returned where "user".id = returned.user_id`)
}

export async function balanceOf(
  tx: DbOrTx,
  userId: number,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<{ wpoints: number; today: number }> {
  const [balance] = await tx.execute<{ wpoints: number; today: number }>(sql`
    select wpoints, (
      select coalesce(sum(points), 0)::integer from points_entry
      where user_id = ${userId} and created_at >= ${dayStart(now, timeZone)}
    ) as today
    from "user" where id = ${userId}`)
  return balance!
}

/** Leaves out entries of 0 points, which only record that a cause earned nothing. */
export function listEntries(tx: DbOrTx, userId: number, { limit, offset }: { limit: number; offset: number }) {
  return tx
    .select({
      id: pointsEntry.id,
      reason: pointsEntry.reason,
      points: pointsEntry.points,
      created_at: pointsEntry.created_at,
    })
    .from(pointsEntry)
    .where(and(eq(pointsEntry.user_id, userId), ne(pointsEntry.points, 0)))
    .orderBy(desc(pointsEntry.id))
    .limit(limit)
    .offset(offset)
}

export function listLeaders(tx: DbOrTx, limit: number) {
  return tx
    .select({ user_id: user.id, username: user.username, avatar_url: user.avatar_url, wpoints: user.wpoints })
    .from(user)
    .where(and(isNull(user.deleted_at), not(user.is_bot), user.email_verified))
    .orderBy(sql`${user.wpoints} desc nulls last`, user.id)
    .limit(limit)
}
