import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/driver/client.ts'

/* Each recount compares and repairs in one statement, so that no concurrent change is lost or reported as wrong. */

/** A counter that was wrong: `off` is the correct value minus the stored value. */
export type Drift = { counter: string; id: number; off: number }

type DriftRow = { id: number } & Record<string, number>

const BATCH_SIZE = 20_000

type Recount = {
  table: 'post_rank' | 'comment' | 'category' | 'user'
  key: 'post_id' | 'id'
  counters: string[]
  /** Selects the `id` and the error of each counter for the rows in a range of keys. */
  drift: (within: (column: string) => SQL) => SQL
}

const POSTS: Recount = {
  table: 'post_rank',
  key: 'post_id',
  counters: ['upvotes', 'downvotes', 'comment_count'],
  drift: (within) => sql`
    select post_id as id, coalesce(up, 0) - upvotes as upvotes, coalesce(down, 0) - downvotes as downvotes,
      coalesce(written, 0) - comment_count as comment_count
    from post_rank
    left join (
      select post_id, count(*) filter (where value = 1) as up, count(*) filter (where value = -1) as down
      from vote where ${within('post_id')} group by post_id
    ) v using (post_id)
    left join (
      select post_id, count(*) as written from comment where ${within('post_id')} and is_listed group by post_id
    ) c using (post_id)
    where ${within('post_id')}`,
}

const COMMENTS: Recount = {
  table: 'comment',
  key: 'id',
  counters: ['upvotes', 'downvotes'],
  drift: (within) => sql`
    select id, coalesce(up, 0) - upvotes as upvotes, coalesce(down, 0) - downvotes as downvotes
    from comment
    left join (
      select comment_id as id, count(*) filter (where value = 1) as up, count(*) filter (where value = -1) as down
      from vote where ${within('comment_id')} group by comment_id
    ) v using (id)
    where ${within('id')}`,
}

const REPLIES: Recount = {
  table: 'comment',
  key: 'id',
  counters: ['reply_count'],
  drift: (within) => sql`
    select id, coalesce(replies, 0) - reply_count as reply_count
    from comment
    left join (select parent_id as id, count(*) as replies from comment where ${within('parent_id')} and in_tree
      group by parent_id) r using (id)
    where ${within('id')}`,
}

const CATEGORIES: Recount = {
  table: 'category',
  key: 'id',
  counters: ['post_count', 'member_count'],
  drift: (within) => sql`
    select id, coalesce(posts, 0) - post_count as post_count, coalesce(members, 0) - member_count as member_count
    from category
    left join (select category_id as id, count(*) as posts from post_rank where ${within('category_id')} and is_listed
      group by category_id) p using (id)
    left join (select category_id as id, count(*) as members from categorymembership where ${within('category_id')}
      group by category_id) m using (id)
    where ${within('id')} and deleted_at is null`,
}

const USERS: Recount = {
  table: 'user',
  key: 'id',
  counters: ['wpoints', 'follower_count', 'following_count'],
  drift: (within) => sql`
    select id, coalesce(earned, 0) - wpoints as wpoints, coalesce(followers, 0) - follower_count as follower_count,
      coalesce(followed, 0) - following_count as following_count
    from "user"
    left join (select user_id as id, sum(points) as earned from points_entry where ${within('user_id')}
      group by user_id) e using (id)
    left join (select followed_id as id, count(*) as followers from follow where ${within('followed_id')}
      group by followed_id) f using (id)
    left join (select follower_id as id, count(*) as followed from follow where ${within('follower_id')}
      group by follower_id) g using (id)
    where ${within('id')} and deleted_at is null`,
}

const isLeftOut = (kind: string, id: string) =>
  sql`exists (select 1 from points_entry where cause = ${`${kind}_removal`} and cause_id = ${sql.raw(id)} and is_open)`

/** Recounts karma from all votes at once, because no index finds the votes for the posts and comments of one author. */
const KARMA: Recount = {
  table: 'user',
  key: 'id',
  counters: ['karma'],
  drift: () => sql`
    select id, coalesce(given, 0) - karma as karma
    from "user"
    left join (
      select author_id as id, sum(value) as given from (
        select r.author_id, v.value from vote v join post_rank r on r.post_id = v.post_id where r.author_id
          <> v.user_id and not ${isLeftOut('post', 'r.post_id')}
        union all
        select c.author_id, v.value from vote v join comment c on c.id = v.comment_id where c.author_id <> v.user_id
          and not ${isLeftOut('comment', 'c.id')}
      ) votes group by author_id
    ) k using (id)
    where deleted_at is null`,
}

const list = (parts: string[], separator: string) => sql.raw(parts.join(separator))

async function repair(db: Db, { table, key, counters, drift }: Recount, from: number, to: number): Promise<Drift[]> {
  const within = (column: string) => sql`${sql.raw(column)} > ${from} and ${sql.raw(column)} <= ${to}`
  const rows = await db.execute<DriftRow>(sql`
    with off as (
      select * from (${drift(within)}) drift where ${list(
        counters.map((counter) => `${counter} <> 0`),
        ' or ',
      )}
    )
    update ${sql.identifier(table)} as target set ${list(
      counters.map((counter) => `${counter} = target.${counter} + off.${counter}`),
      ', ',
    )}
    from off where target.${sql.identifier(key)} = off.id
    returning off.id, ${list(
      counters.map((counter) => `off.${counter}::integer`),
      ', ',
    )}`)
  return rows.flatMap((row) =>
    counters
      .filter((counter) => row[counter] !== 0)
      .map((counter) => ({ counter: `${table}.${counter}`, id: row.id, off: row[counter]! })),
  )
}

async function repairAll(db: Db, recount: Recount, signal?: AbortSignal): Promise<Drift[]> {
  const [last] = await db.execute<{ id: number }>(
    sql`select coalesce(max(${sql.identifier(recount.key)}), 0) as id from ${sql.identifier(recount.table)}`,
  )
  const found: Drift[] = []
  for (let from = 0; from < last!.id; from += BATCH_SIZE) {
    signal?.throwIfAborted()
    found.push(...(await repair(db, recount, from, from + BATCH_SIZE)))
  }
  return found
}

export async function recountCounters(db: Db, signal?: AbortSignal): Promise<Drift[]> {
  const found: Drift[] = []
  for (const recount of [POSTS, COMMENTS, CATEGORIES, USERS]) found.push(...(await repairAll(db, recount, signal)))
  // A repaired reply count may remove a deleted comment from the tree, which changes the reply count of its parent.
  for (let off = await repairAll(db, REPLIES, signal); off.length > 0; off = await repairAll(db, REPLIES, signal))
    found.push(...off)
  signal?.throwIfAborted()
  return [...found, ...(await repair(db, KARMA, 0, 0))]
}
