import { sql } from 'drizzle-orm'
import type { VoteValue } from '#shared/rules/vote.ts'
import type { DbOrTx } from '#server/db/client.ts'

export type VoteTarget = 'post' | 'comment'

type Counts = { upvotes: number, downvotes: number }

/** The counts after a vote, whose they are, and what the vote added to the score. */
export type CountedVote = Counts & { author_id: number | null, change: number }

const TARGETS = {
  post: {
    column: sql.raw('post_id'),
    table: sql.raw('post_rank'),
    key: sql.raw('target.post_id'),
    votable: (id: number) => sql`select 1 from post_rank where post_id = ${id} and is_listed`,
  },
  comment: {
    column: sql.raw('comment_id'),
    table: sql.raw('comment'),
    key: sql.raw('target.id'),
    votable: (id: number) => sql`
      select 1 from comment join post_rank on post_rank.post_id = comment.post_id
      where comment.id = ${id} and comment.deleted_at is null and post_rank.is_listed`,
  },
}

/**
 * Sets a member's vote and counts it in the same statement; null where nothing changed, or nothing is there to vote on.
 * The vote's row is locked first and its old value read under that lock, so that a member who votes in several places at
 * once is counted once. Taking back a vote that was never cast leaves no row.
 */
export async function setVote(
  tx: DbOrTx, kind: VoteTarget, { userId, targetId, value, now }: { userId: number, targetId: number, value: VoteValue, now: Date },
): Promise<CountedVote | null> {
  const { column, table, key, votable } = TARGETS[kind]
  const [counted] = await tx.execute<CountedVote>(sql`
    with ballot as (
      insert into vote (user_id, ${column}, value, created_at)
      select ${userId}::integer, ${targetId}::integer, ${value}::smallint, ${now.toISOString()}::timestamptz
      where exists (${votable(targetId)})
        and (${value}::smallint <> 0 or exists (select 1 from vote where ${column} = ${targetId} and user_id = ${userId}))
      on conflict (${column}, user_id) where ${column} is not null
      do update set value = excluded.value where vote.value <> excluded.value
      returning coalesce(old.value, 0) as was, new.value as is_now
    )
    update ${table} as target set
      upvotes = target.upvotes + (ballot.is_now = 1)::integer - (ballot.was = 1)::integer,
      downvotes = target.downvotes + (ballot.is_now = -1)::integer - (ballot.was = -1)::integer
    from ballot where ${key} = ${targetId}
    returning target.upvotes, target.downvotes, target.author_id, ballot.is_now - ballot.was as change`)
  return counted ?? null
}

/** The present counts of what can be voted on; null for what is missing or deleted. */
export async function countsOf(tx: DbOrTx, kind: VoteTarget, targetId: number): Promise<Counts | null> {
  const { table, key, votable } = TARGETS[kind]
  const [counts] = await tx.execute<Counts>(sql`
    select target.upvotes, target.downvotes from ${table} as target where ${key} = ${targetId} and exists (${votable(targetId)})`)
  return counts ?? null
}
