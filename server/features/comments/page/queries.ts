import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { CommentSort } from '#shared/rules/sorts.ts'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { user } from '../../users/table.ts'
import { commentColumns, isAuthor } from '../queries.ts'
import { comment } from '../table.ts'
import type { CommentCursor, Place } from './rules.ts'

/** Replies are looked for under so many comments of a level, at most, and at so many levels below what is walked. */
const OPENED = 60
const LEVELS = 12

/** A path of pinned comments is shown up to this length: its first levels and its end. */
const PATH = 100
const PATH_HOPS = 1_000

/** What a page is cut out of: the top level of a post, or with `parentId` the replies of a comment. */
export type Branch = { postId: number, parentId: number | null, sort: CommentSort, viewerId: number | null }

export type PageRequest = {
  limit: number
  offset: number
  /** From a comment of the walked level down to the one that must be shown; empty for none. */
  path: number[]
  cursor: CommentCursor | null
}

const RANKS: Record<CommentSort, { column: SQL, value: (rank: number) => SQL }> = {
  best: { column: sql.raw('c.best'), value: (rank) => sql`${rank}::double precision` },
  top: { column: sql.raw('c.top'), value: (rank) => sql`${rank}::integer` },
  new: { column: sql.raw('c.created_at'), value: timeValue },
}

function timeValue(milliseconds: number): SQL {
  return sql`${new Date(milliseconds).toISOString()}::timestamptz`
}

function idList(ids: number[]): SQL {
  return sql`${`{${ids.join(',')}}`}::integer[]`
}

const raw = (n: number) => sql.raw(String(n))

/** Which comments `c` a viewer is shown: of the people they blocked only what others replied to. */
function isShown(viewerId: number | null): SQL {
  if (viewerId === null) return sql`c.in_tree`
  const blocked = sql`array(select blocked_id from blockeduser where blocker_id = ${viewerId})`
  return sql`c.in_tree and (coalesce(c.author_id, 0) <> all (${blocked}) or exists (
    select 1 from comment r where r.parent_id = c.id and r.in_tree and (coalesce(r.author_id, 0) <> all (${blocked}) or r.reply_count > 0)
  ))`
}

/** The comments that a page is about before their replies, one more than `room`: `n` numbers them. */
function topsOf({ postId, parentId, sort, viewerId }: Branch, { offset, path, cursor }: PageRequest, room: number): SQL {
  const { column, value } = RANKS[sort]
  const led = path[0] ?? cursor?.led
  const siblings = sql`
    ${parentId === null ? sql`c.post_id = ${postId} and c.parent_id is null` : sql`c.parent_id = ${parentId}`}
    and ${isShown(viewerId)} ${led ? sql`and c.id <> ${led}` : sql``}`
  const ranked = (after: Place | null) => sql`
    select id, reply_count, row_number() over (order by rank desc, id desc)::integer as n, false as is_late from (
      select c.id, c.reply_count, ${column} as rank from comment c
      where ${siblings} ${after ? sql`and (${column}, c.id) < (${value(after.rank)}, ${after.id}::integer)` : sql``}
      order by ${column} desc, c.id desc limit ${raw(room + 1)} offset ${raw(cursor ? 0 : offset)}
    ) c`
  const late = (since: number, begin: SQL, passed: SQL) => sql`
    select id, reply_count, (${passed} + row_number() over (order by created_at, id))::integer as n, true as is_late from (
      select c.id, c.reply_count, c.created_at from comment c
      where ${siblings} and c.moved_in >= ${since}::bigint and c.moved_in < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        and ${begin}
      order by c.created_at, c.id limit ${raw(room + 1)}
    ) c`
  if (!cursor) return sql`tops as materialized (${ranked(null)})`
  if ('late' in cursor) {
    const begin = sql`(c.created_at, c.id) > (${timeValue(cursor.late.rank)}, ${cursor.late.id}::integer)`
    return sql`tops as materialized (${late(cursor.since, begin, sql`0`)})`
  }
  if (sort === 'new' || !cursor.at) return sql`tops as materialized (${ranked(cursor.at)})`
  const passed = sql`(select count(*) from ranked)`
  const isAhead = sql`(${column}, c.id) >= (${value(cursor.at.rank)}, ${cursor.at.id}::integer) and ${passed} <= ${raw(room)}`
  return sql`
    ranked as materialized (${ranked(cursor.at)}),
    tops as materialized (select * from ranked union all ${late(cursor.since, isAhead, passed)})`
}

/** The rows of a path below each other; `leads` says that a row's reply on the path is among them. */
function pathRows(path: number[]): SQL {
  return sql`
    select c.id, lag(p.id) over (order by p.at), c.reply_count, 0, 0, p.at::integer, 0, p.at < ${raw(path.length)}, false
    from unnest(${idList(path)}) with ordinality p(id, at) join comment c on c.id = p.id`
}

/**
 * A page in one statement: index ranges of one walked level and, level by level, of the replies to what was found, at most 10
 * each. `prio` decides which 200 stay: the walked level and the path come first, then of every level alike whatever comes
 * earliest there, first replies before second ones. It never falls below the parent's, so nobody is shown without the parent.
 */
export async function readPage(tx: DbOrTx, branch: Branch, request: PageRequest) {
  const { path } = request
  const room = request.limit - (path.length > 0 ? 1 : 0)
  const { column } = RANKS[branch.sort]
  const order = sql`over (partition by tree.level order by child.position, child.rank desc, child.id desc)`
  const rows = sql`(
    with recursive ${topsOf(branch, request, room)},
    tree (id, under, reply_count, n, prio, level, hop, leads, is_late) as (
      select id, null::integer, reply_count, n, 0, 1, 0, false, is_late from tops where n <= ${raw(room)}
      ${path.length > 0 ? sql`union all ${pathRows(path)}` : sql``}
      union all
      select * from (
        select child.id, tree.id as under, child.reply_count, row_number() ${order}::integer as n,
          greatest(tree.prio, row_number() ${order})::integer as prio, tree.level + 1, tree.hop + 1, false, false
        from tree cross join lateral (
          select id, reply_count, rank, row_number() over (order by rank desc, id desc) as position from (
            select c.id, c.reply_count, ${column} as rank from comment c
            where c.parent_id = tree.id and ${isShown(branch.viewerId)}
              ${path.length > 0 ? sql`and c.id <> all (${idList(path)})` : sql``}
            order by ${column} desc, c.id desc limit ${raw(LIMITS.commentChildren)}
          ) c
        ) child
        where tree.reply_count > 0 and tree.prio <= ${raw(OPENED)} and tree.hop < ${raw(LEVELS)}
          and child.position <= ${raw(LIMITS.commentChildren)} - tree.leads::integer
      ) opened where n <= ${raw(LIMITS.commentRows)}
    )
    select *, (select count(*) from tops) > ${raw(room)} as is_more,
      pg_snapshot_xmin(pg_current_snapshot())::text::double precision as horizon
    from tree order by prio, level, n limit ${raw(LIMITS.commentRows)}
  ) found`
  return tx.select({
    ...commentColumns(branch.viewerId),
    best: comment.best,
    top: comment.top,
    under: sql<number | null>`found.under`,
    n: sql<number>`found.n`,
    is_late: sql<boolean>`found.is_late`,
    is_more: sql<boolean>`found.is_more`,
    horizon: sql<number>`found.horizon`,
  }).from(rows).innerJoin(comment, sql`${comment.id} = found.id`).leftJoin(user, isAuthor)
}

/**
 * The ids from a comment of the walked level down to `id`, empty where it is not below it. Of a path longer than 100 the
 * middle, all of it on the last level, is left out.
 */
export async function readPath(tx: DbOrTx, { postId, parentId }: Branch, id: number): Promise<number[]> {
  const rows = await tx.execute<{ id: number, parent_id: number | null }>(sql`
    with recursive up as (
      select id, parent_id, 1 as hop from comment where id = ${id} and post_id = ${postId} and in_tree
      union all
      select c.id, c.parent_id, up.hop + 1 from up join comment c on c.id = up.parent_id
      where up.parent_id is distinct from ${parentId}::integer and up.hop < ${raw(PATH_HOPS)}
    )
    select id, parent_id from up order by hop desc`)
  if (rows.length === 0 || rows[0]!.parent_id !== parentId) return []
  const ids = rows.map((row) => row.id)
  return ids.length <= PATH ? ids : [...ids.slice(0, LIMITS.commentDepth), ...ids.slice(LIMITS.commentDepth - PATH)]
}

/** Whether a comment of that post is in its tree. */
export async function isInTree(tx: DbOrTx, postId: number, id: number): Promise<boolean> {
  const rows = await tx.select({ id: comment.id }).from(comment).where(and(eq(comment.id, id), eq(comment.post_id, postId), comment.in_tree))
  return rows.length > 0
}
