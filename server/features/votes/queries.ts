import { sql, type SQL } from 'drizzle-orm'
import type { VoteValue } from '#shared/rules/vote.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { emitChange } from '../events/changes.ts'
import { settleVote } from '../points/queries.ts'
import { isBanned } from '../moderation/index.ts'
import { isListed, isReadable } from '../posts/listed.ts'
import { postRank } from '../posts/table.ts'

export type VoteTarget = 'post' | 'comment'

type Counts = { upvotes: number; downvotes: number }

const TARGETS = {
  post: {
    column: sql.raw('post_id'),
    table: sql.raw('post_rank'),
    key: sql.raw('target.post_id'),
    votable: (id: number) => sql`select 1 from post_rank where ${postRank.post_id} = ${id} and ${isListed()}`,
    home: (id: number) => sql`select category_id from post_rank where post_id = ${id}`,
  },
  comment: {
    column: sql.raw('comment_id'),
    table: sql.raw('comment'),
    key: sql.raw('target.id'),
    votable: (id: number) => sql`
      select 1 from comment join post_rank on post_rank.post_id = comment.post_id
      where comment.id = ${id} and comment.is_listed and ${isListed()}`,
    home: (id: number) =>
      sql`select category_id from post_rank join comment on comment.post_id = post_rank.post_id where comment.id
        = ${id}`,
  },
}

const hasDownvotes = (home: SQL) => sql`(select downvotes from category where id = (${home}))`

export async function isDownvotable(tx: DbOrTx, kind: VoteTarget, targetId: number): Promise<boolean> {
  const [row] = await tx.execute<{ allowed: boolean }>(
    sql`select ${hasDownvotes(TARGETS[kind].home(targetId))} as allowed`,
  )
  return row!.allowed
}

/**
 * Locks the vote's row before it reads the old value, so that concurrent equal votes count once. Returns null if
 * nothing changed.
 */
export async function setVote(
  db: DbOrTx,
  kind: VoteTarget,
  { userId, targetId, value, now }: { userId: number; targetId: number; value: VoteValue; now: Date },
): Promise<Counts | null> {
  const { column, table, key, votable, home } = TARGETS[kind]
  const isAllowed = value === -1 ? sql`and ${hasDownvotes(home(targetId))}` : sql``
  const settled = settleVote({ kind, targetId, voterId: userId, value, now })
  const [counted] = await db.execute<Counts>(sql`
    with ballot as (
      insert into vote (user_id, ${column}, value, created_at)
      select ${userId}::integer, ${targetId}::integer, ${value}::smallint, ${now.toISOString()}::timestamptz
      where exists (${votable(targetId)} and not ${isBanned(userId, now)}) ${isAllowed}
        and (${value}::smallint <> 0 or exists (select 1 from vote where ${column} = ${targetId} and user_id
        = ${userId}))
      on conflict (${column}, user_id) where ${column} is not null
      do update set value = excluded.value where vote.value <> excluded.value
      returning coalesce(old.value, 0) as was, new.value as is_now
    ), counted as (
      update ${table} as target set
        upvotes = target.upvotes + (ballot.is_now = 1)::integer - (ballot.was = 1)::integer,
        downvotes = target.downvotes + (ballot.is_now = -1)::integer - (ballot.was = -1)::integer
      from ballot where ${key} = ${targetId} and target.is_listed
      returning target.upvotes, target.downvotes, target.author_id, ballot.is_now - ballot.was as change
    )
    select upvotes, downvotes, case when author_id <> ${userId} then ${settled} end from counted`)
  if (counted && kind === 'post') emitChange(db, { type: 'votes', post_ids: [targetId] })
  return counted ?? null
}

export async function findHome(tx: DbOrTx, kind: VoteTarget, targetId: number): Promise<number | null> {
  const [row] = await tx.execute<{ category_id: number }>(TARGETS[kind].home(targetId))
  return row?.category_id ?? null
}

export async function countsOf(tx: DbOrTx, kind: VoteTarget, targetId: number): Promise<Counts | null> {
  const { table, key, votable } = TARGETS[kind]
  const [counts] = await tx.execute<Counts>(sql`
    select target.upvotes, target.downvotes from ${table} as target where ${key} = ${targetId}
      and exists (${votable(targetId)})`)
  return counts ?? null
}

/** Also true for a comment on a removed post. */
export async function isRemoved(tx: DbOrTx, kind: VoteTarget, id: number): Promise<boolean> {
  const found =
    kind === 'post'
      ? sql`select 1 from post_rank where post_id = ${id} and is_removed and ${isReadable()}`
      : sql`select 1 from comment join post_rank on post_rank.post_id = comment.post_id
        where comment.id = ${id} and comment.deleted_at is null and (comment.removal_id is not null or is_removed)
          and ${isReadable()}`
  return (await tx.execute(found)).length > 0
}
