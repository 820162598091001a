import { and, eq, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { CommentSort } from '#shared/rules/sorts.ts'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { prepared, type Placed } from '#server/db/prepared.ts'
import { HORIZON } from '#server/db/snapshot.ts'
import { postRank } from '../../posts/table.ts'
import { user } from '../../users/table.ts'
import { commentColumns, isAuthor } from '../queries.ts'
import { comment } from '../table.ts'
import type { CommentCursor } from './rules.ts'

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

/** What changes the text of a page's query: `look` says where its walk stands, as its cursor does. */
type Shape = {
  sort: CommentSort
  isOfParent: boolean
  isMember: boolean
  look: 'first' | 'at' | 'late'
  hasLed: boolean
  hasPath: boolean
  limit: number
  offset: number
}

type Values = {
  postId: number
  parentId: number | null
  viewerId: number | null
  /** The comment that the walk began with out of turn. */
  led: number | null
  /** An array of PostgreSQL's. */
  path: string
  since: number
  /** The place of the cursor: of ranks the number, of times their text. */
  rank: number | string
  id: number
}

const RANKS: Record<CommentSort, { column: SQL, type: SQL }> = {
  best: { column: sql.raw('c.best'), type: sql`double precision` },
  top: { column: sql.raw('c.top'), type: sql`integer` },
  new: { column: sql.raw('c.created_at'), type: sql`timestamptz` },
}

const raw = (n: number) => sql.raw(String(n))

/** Which comments `c` a viewer is shown: of the people they blocked only what others replied to. */
function isShown({ viewerId }: Placed<Values>, { isMember }: Shape): SQL {
  if (!isMember) return sql`c.in_tree`
  const blocked = sql`array(select blocked_id from blockeduser where blocker_id = ${viewerId})`
  return sql`c.in_tree and (coalesce(c.author_id, 0) <> all (${blocked}) or exists (
    select 1 from comment r where r.parent_id = c.id and r.in_tree and (coalesce(r.author_id, 0) <> all (${blocked}) or r.reply_count > 0)
  ))`
}

/** How many of the walked level a page takes. */
const roomOf = ({ limit, hasPath }: Shape) => limit - (hasPath ? 1 : 0)

/** The comments that a page is about before their replies, one more than it has room for: `n` numbers them. */
function topsOf(values: Placed<Values>, shape: Shape): SQL {
  const { postId, parentId, led, since, rank, id } = values
  const { sort, look, isOfParent, hasLed, offset } = shape
  const { column, type } = RANKS[sort]
  const room = roomOf(shape)
  const siblings = sql`
    ${isOfParent ? sql`c.parent_id = ${parentId}` : sql`c.post_id = ${postId} and c.parent_id is null`}
    and ${isShown(values, shape)} ${hasLed ? sql`and c.id <> ${led}` : sql``}`
  const place = sql`(${rank}::${type}, ${id}::integer)`
  const ranked = sql`
    select id, reply_count, row_number() over (order by rank desc, id desc)::integer as n, false as is_late from (
      select c.id, c.reply_count, ${column} as rank from comment c
      where ${siblings} ${look === 'at' ? sql`and (${column}, c.id) < ${place}` : sql``}
      order by ${column} desc, c.id desc limit ${raw(room + 1)} offset ${raw(offset)}
    ) c`
  const late = (begin: SQL, passed: SQL) => sql`
    select id, reply_count, (${passed} + row_number() over (order by created_at, id))::integer as n, true as is_late from (
      select c.id, c.reply_count, c.created_at from comment c
      where ${siblings} and c.moved_in >= ${since}::bigint and c.moved_in < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        and ${begin}
      order by c.created_at, c.id limit ${raw(room + 1)}
    ) c`
  if (look === 'late') return sql`tops as materialized (${late(sql`(c.created_at, c.id) > (${rank}::timestamptz, ${id}::integer)`, sql`0`)})`
  if (look === 'first' || sort === 'new') return sql`tops as materialized (${ranked})`
  const passed = sql`(select count(*) from ranked)`
  return sql`
    ranked as materialized (${ranked}),
    tops as materialized (select * from ranked union all ${late(sql`(${column}, c.id) >= ${place} and ${passed} <= ${raw(room)}`, passed)})`
}

/** The rows of a path below each other; `leads` says that a row's reply on the path is among them. */
function pathRows(path: Placeholder): SQL {
  return sql`
    select c.id, lag(p.id) over (order by p.at), c.reply_count, 0, 0, p.at::integer, 0, p.at < cardinality(${path}::integer[]), false
    from unnest(${path}::integer[]) with ordinality p(id, at) join comment c on c.id = p.id`
}

const findPage = prepared((db, values: Placed<Values>, shape: Shape) => {
  const { hasPath } = shape
  const room = roomOf(shape)
  const { column } = RANKS[shape.sort]
  const order = sql`over (partition by tree.level order by child.position, child.rank desc, child.id desc)`
  const rows = sql`(
    with recursive ${topsOf(values, shape)},
    tree (id, under, reply_count, n, prio, level, hop, leads, is_late) as (
      select id, null::integer, reply_count, n, 0, 1, 0, false, is_late from tops where n <= ${raw(room)}
      ${hasPath ? sql`union all ${pathRows(values.path)}` : sql``}
      union all
      select * from (
        select child.id, tree.id as under, child.reply_count, row_number() ${order}::integer as n,
          greatest(tree.prio, row_number() ${order})::integer as prio, tree.level + 1, tree.hop + 1, false, false
        from tree cross join lateral (
          select id, reply_count, rank, row_number() over (order by rank desc, id desc) as position from (
            select c.id, c.reply_count, ${column} as rank from comment c
            where c.parent_id = tree.id and ${isShown(values, shape)}
              ${hasPath ? sql`and c.id <> all (${values.path}::integer[])` : sql``}
            order by ${column} desc, c.id desc limit ${raw(LIMITS.commentChildren)}
          ) c
        ) child
        where tree.reply_count > 0 and tree.prio <= ${raw(OPENED)} and tree.hop < ${raw(LEVELS)}
          and child.position <= ${raw(LIMITS.commentChildren)} - tree.leads::integer
      ) opened where n <= ${raw(LIMITS.commentRows)}
    )
    select *, (select count(*) from tops) > ${raw(room)} as is_more
    from tree order by prio, level, n limit ${raw(LIMITS.commentRows)}
  ) found`
  return db.select({
    ...commentColumns(shape.isMember ? values.viewerId : null),
    rank: { best: comment.best, top: comment.top, new: sql<number>`0` }[shape.sort],
    under: sql<number | null>`found.under`,
    n: sql<number>`found.n`,
    is_late: sql<boolean>`found.is_late`,
    is_more: sql<boolean>`found.is_more`,
    horizon: HORIZON,
    total: sql<number | null>`(select ${postRank.comment_count} from ${postRank} where ${postRank.post_id} = ${values.postId} and ${postRank.is_listed})`,
  }).from(rows).innerJoin(comment, sql`${comment.id} = found.id`).leftJoin(user, isAuthor)
})

/**
 * A page in one statement: index ranges of one walked level and, level by level, of the replies to what was found, at most 10
 * each. `prio` decides which 200 stay: the walked level and the path come first, then of every level alike whatever comes
 * earliest there, first replies before second ones. It never falls below the parent's, so nobody is shown without the parent.
 * `rank` is that of the sort (0 for time), `total` how many comments the post has, null where it is missing or deleted.
 */
export function readPage(tx: DbOrTx, { postId, parentId, sort, viewerId }: Branch, { limit, offset, path, cursor }: PageRequest) {
  const led = path[0] ?? cursor?.led ?? null
  const look = cursor === null ? 'first' : 'late' in cursor ? 'late' : cursor.at ? 'at' : 'first'
  const place = cursor === null ? null : 'late' in cursor ? cursor.late : cursor.at
  const isTime = look === 'late' || sort === 'new'
  const rank = place?.rank ?? 0
  const shape: Shape = {
    sort, look, isOfParent: parentId !== null, isMember: viewerId !== null, hasLed: led !== null, hasPath: path.length > 0,
    limit, offset: cursor ? 0 : offset,
  }
  const values: Values = {
    postId, parentId, viewerId, led, path: `{${path.join(',')}}`, since: cursor?.since ?? 0,
    rank: isTime ? new Date(rank).toISOString() : rank, id: place?.id ?? 0,
  }
  return findPage(tx, values, shape)
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
