import { and, eq, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { Poll } from '#shared/api/shapes.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isListed } from '../posts/listed.ts'
import { post, postRank } from '../posts/table.ts'
import { pollOption, pollVote } from './table.ts'

/** Selects a post's poll as JSON; null if the post has none. */
export function pollColumn(viewerId: Placeholder | number | null): SQL<Poll | null> {
  const mine =
    viewerId === null
      ? sql`null::integer`
      : sql`(select option_id from poll_vote where poll_vote.post_id = ${post.id} and poll_vote.user_id = ${viewerId})`
  return sql<Poll | null>`case when ${post.poll_closes_at} is not null then (
    select json_build_object(
      'options', json_agg(json_build_object(
        'id', o.id, 'text', o.text, 'votes', case when ballot.option_id is not null or ${post.poll_closes_at} <= now()
          then o.votes end
      ) order by o.id),
      'total_votes', sum(o.votes),
      'closes_at', to_char(${post.poll_closes_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'is_closed', ${post.poll_closes_at} <= now(),
      'my_option_id', ballot.option_id
    ) from poll_option o, (select ${mine} as option_id) as ballot where o.post_id = ${post.id} group by ballot.option_id
  ) end`.as('poll') as unknown as SQL<Poll | null>
}

export async function insertPollOptions(tx: DbOrTx, postId: number, options: string[]): Promise<void> {
  await tx.insert(pollOption).values(options.map((text) => ({ post_id: postId, text })))
}

/**
 * One statement inserts the vote and increments the count, so that of two concurrent votes of a member only one counts.
 * Returns false if the vote was not counted.
 */
export async function castPollVote(
  tx: DbOrTx,
  { postId, optionId, userId, now }: { postId: number; optionId: number; userId: number; now: Date },
): Promise<boolean> {
  const counted = await tx.execute(sql`
    with ballot as (
      insert into poll_vote (post_id, option_id, user_id, created_at)
      select ${pollOption.post_id}, ${pollOption.id}, ${userId}::integer, ${now.toISOString()}::timestamptz
      from ${pollOption} join ${post} on ${post.id} = ${pollOption.post_id} join ${postRank} on ${postRank.post_id}
        = ${post.id}
      where ${pollOption.id} = ${optionId} and ${pollOption.post_id} = ${postId} and ${post.poll_closes_at} > now()
        and ${isListed()}
      on conflict do nothing returning option_id
    )
    update poll_option set votes = poll_option.votes + 1 from ballot where poll_option.id = ballot.option_id
      returning poll_option.id`)
  return counted.length > 0
}

export async function findPoll(tx: DbOrTx, postId: number, viewerId: number): Promise<{ poll: Poll | null } | null> {
  const [row] = await tx
    .select({ poll: pollColumn(viewerId) })
    .from(postRank)
    .innerJoin(post, eq(post.id, postRank.post_id))
    .where(and(eq(postRank.post_id, postId), isListed()))
  return row ?? null
}

export async function deletePolls(tx: DbOrTx, postIds: number[]): Promise<void> {
  const ids = sql`any (${sql.param(postIds)}::integer[])`
  await tx.delete(pollVote).where(sql`${pollVote.post_id} = ${ids}`)
  await tx.delete(pollOption).where(sql`${pollOption.post_id} = ${ids}`)
}
