import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import { LIMITS, PAGE } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { category } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { isListed } from '../posts/listed.ts'
import { post, postRank } from '../posts/table.ts'
import { user } from '../users/table.ts'
import type { Discussion, Quoted } from './prompts.ts'

/** `is_bot` is false if a member has the bot's user name. */
export async function findBot(tx: DbOrTx, username: string) {
  const [row] = await tx
    .select({
      id: user.id,
      username: user.username,
      karma: user.karma,
      is_bot: user.is_bot,
      deleted_at: user.deleted_at,
    })
    .from(user)
    .where(eq(sql`lower(${user.username})`, username.toLowerCase()))
  return row ?? null
}

/** Restores the bot's account if staff deleted it. Returns null if a member has the bot's user name. */
export async function ensureBot(
  tx: DbOrTx,
  username: string,
  now: Date,
): Promise<{ id: number; username: string } | null> {
  const known = await findBot(tx, username)
  if (known && known.deleted_at === null) return known.is_bot ? known : null
  await tx
    .insert(user)
    .values({ username, email: null, password_hash: null, is_bot: true, email_verified: true, created_at: now })
    .onConflictDoNothing()
  await tx
    .update(user)
    .set({ deleted_at: null, email_verified: true })
    .where(and(eq(sql`lower(${user.username})`, username.toLowerCase()), user.is_bot))
  const made = await findBot(tx, username)
  return made?.is_bot ? made : null
}

const MAX_QUOTED_PARENTS = 4

type Line = Quoted & { id: number; parent_id: number | null; is_listed: boolean }

export async function readDiscussion(
  tx: DbOrTx,
  commentId: number,
): Promise<Discussion & { post_id: number; author_id: number | null; category_id: number }> {
  const [at] = await tx
    .select({
      post_id: comment.post_id,
      author_id: comment.author_id,
      category_id: post.category_id,
      community: category.display_name,
      title: post.title,
      text: post.content,
      author: user.username,
    })
    .from(comment)
    .innerJoin(postRank, and(eq(postRank.post_id, comment.post_id), isListed()))
    .innerJoin(post, eq(post.id, comment.post_id))
    .innerJoin(category, eq(category.id, post.category_id))
    .leftJoin(user, and(eq(user.id, post.author_id), isNull(user.deleted_at)))
    .where(and(eq(comment.id, commentId), comment.is_listed))
  if (!at) throw new ApiError('comment_not_found')
  const lines = await tx.execute<Line>(sql`
    with recursive line as (
      select id, parent_id, author_id, content, is_listed, 0 as step from comment where id = ${commentId}
      union all
      select c.id, c.parent_id, c.author_id, c.content, c.is_listed, step + 1 from line join comment c on c.id
        = line.parent_id
      where step < ${MAX_QUOTED_PARENTS}
    )
    select line.id, line.content as text, u.username as author, line.is_listed
    from line left join "user" u on u.id = line.author_id and u.deleted_at is null order by step desc`)
  const said = lines
    .filter((line) => line.is_listed || line.id === commentId)
    .map(({ author, text }) => ({ author, text }))
  return {
    post_id: at.post_id,
    author_id: at.author_id,
    category_id: at.category_id,
    community: at.community,
    title: at.title,
    post: { author: at.author, text: at.text },
    above: said.slice(0, -1),
    comment: said.at(-1)!,
  }
}

/** Returns false if the bot has answered, even if the answer is deleted; concurrent calls wait for the transaction. */
export async function lockUnanswered(tx: DbOrTx, botId: number, commentId: number): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.botAnswer}, ${commentId})`)
  const [answer] = await tx
    .select({ id: comment.id })
    .from(comment)
    .where(and(eq(comment.parent_id, commentId), eq(comment.author_id, botId)))
    .limit(1)
  return answer === undefined
}

/** Chooses a community where the bot has never posted, or else the one where it posted longest ago. */
export async function chooseCommunity(tx: DbOrTx, botId: number) {
  const [row] = await tx.execute<{ id: number; name: string; display_name: string; description: string }>(sql`
    select id, name, display_name, description from category
    left join (select category_id, max(id) as last_post from post where author_id = ${botId}
      group by category_id) as own on own.category_id = category.id
    where deleted_at is null and not is_nsfw and posting = 'members' and allow_bot
    order by last_post nulls first, member_count desc, id limit 1`)
  if (!row) throw new ApiError('category_not_found')
  return row
}

export async function recentTitles(tx: DbOrTx, categoryId: number): Promise<string[]> {
  const rows = await tx
    .select({ title: post.title })
    .from(postRank)
    .innerJoin(post, eq(post.id, postRank.post_id))
    .where(and(eq(postRank.category_id, categoryId), postRank.is_listed))
    .orderBy(desc(postRank.created_at), desc(postRank.post_id))
    .limit(PAGE.recent)
  return rows.map(({ title }) => title)
}

export async function readBotStats(tx: DbOrTx, botId: number) {
  const own = and(eq(postRank.author_id, botId), isListed())
  const total_posts = await tx.$count(postRank, and(own, inArray(postRank.is_nsfw, [false, true])))
  const [comments] = await tx
    .select({ total: count() })
    .from(comment)
    .innerJoin(postRank, eq(postRank.post_id, comment.post_id))
    .where(and(eq(comment.author_id, botId), comment.is_listed, isListed()))
  const recent_posts = await tx
    .select({
      id: post.id,
      title: post.title,
      upvotes: postRank.upvotes,
      comments: postRank.comment_count,
      created_at: post.created_at,
    })
    .from(postRank)
    .innerJoin(post, eq(post.id, postRank.post_id))
    .where(own)
    .orderBy(desc(postRank.created_at), desc(postRank.post_id))
    .limit(PAGE.recent)
  return { total_posts, total_comments: comments!.total, recent_posts }
}

/** Lists unanswered comments, oldest first: under the bot's posts, below its comments, or with a mention of the bot. */
export async function listPending(tx: DbOrTx, botId: number, limit: number) {
  return tx.execute<{ id: number; author: string | null; post_title: string; content: string; created_at: string }>(sql`
    select c.id, u.username as author, p.title as post_title, left(c.content, ${LIMITS.excerpt}::integer) as content,
      to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
    from (
      select id from comment where post_id in (select post_id from post_rank where author_id = ${botId} and is_listed)
      union
      select id from comment where parent_id in (select id from comment where author_id = ${botId})
      union
      select comment_id from notification where user_id = ${botId} and kind = 'mention' and comment_id is not null
    ) as meant
    join comment c on c.id = meant.id
    join post_rank r on r.post_id = c.post_id and r.is_listed
    join post p on p.id = c.post_id
    join category k on k.id = p.category_id and k.deleted_at is null and k.allow_bot
    left join "user" u on u.id = c.author_id and u.deleted_at is null
    where c.is_listed and c.author_id is distinct from ${botId}
      and not exists (select from comment answer where answer.parent_id = c.id and answer.author_id = ${botId})
    order by c.id limit ${limit}`)
}

/** Keeps the permission locked until the transaction ends. Throws `bot_not_allowed`. */
export async function requireBotAllowed(tx: DbOrTx, categoryId: number): Promise<void> {
  const [row] = await tx
    .select({ allow_bot: category.allow_bot })
    .from(category)
    .where(eq(category.id, categoryId))
    .for('key share')
  if (!row?.allow_bot) throw new ApiError('bot_not_allowed')
}
