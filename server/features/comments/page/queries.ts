import { and, eq, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { CommentSort } from '#shared/rules/sorts.ts'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { builtQuery, type Placeholders } from '#server/db/driver/built-query.ts'
import { sharedRead } from '#server/db/driver/shared-read.ts'
import { mayModerate, type Reader, readerVariant } from '../../moderation/index.ts'
import { isReadable } from '../../posts/listed.ts'
import { postRank } from '../../posts/table.ts'
import { user } from '../../users/table.ts'
import { commentColumns, isAuthor, ofPost } from '../queries.ts'
import { comment } from '../table.ts'
import { isByTime, type CommentCursor } from './rules.ts'

/** Replies are read for at most `MAX_EXPANDED` comments per level, and on `MAX_LEVELS` levels below the first. */
const MAX_EXPANDED = 60
const MAX_LEVELS = 12

/** Maximum number of ancestors shown above an included comment; if there are more, the middle ones are left out. */
const MAX_PATH = 100
const MAX_PATH_STEPS = 1_000

/** The comments that a page starts from: the top level of a post, or with `parentId` the replies of that comment. */
export type Branch = {
  postId: number
  parentId: number | null
  sort: CommentSort
  viewerId: number | null
  hasCredential?: boolean
}

export type PageRequest = {
  limit: number
  offset: number
  /** Ids of the comments from the first level of the page down to the included comment, if there is one. */
  path: number[]
  cursor: CommentCursor | null
}

type Shape = {
  sort: CommentSort
  isOfParent: boolean
  isMember: boolean
  hasCredential: boolean
  isFirst: boolean
  hasPinned: boolean
  hasPath: boolean
  limit: number
  offset: number
}

type Values = {
  postId: number
  parentId: number | null
  viewerId: number | null
  /** Id of the top-level comment above the included one, which the first page showed out of order. */
  pinned: number | null
  path: string
  /** Rank of the last comment on the previous page; for the sorts 'new' and 'old' its time as an ISO string. */
  rank: number | string
  id: number
}

type Direction = { order: SQL; isAfter: SQL }

const DESCENDING: Direction = { order: sql.raw('desc'), isAfter: sql.raw('<') }
const ASCENDING: Direction = { order: sql.raw('asc'), isAfter: sql.raw('>') }

const RANKS: Record<CommentSort, Direction & { column: SQL; type: SQL }> = {
  best: { column: sql.raw('c.best'), type: sql`double precision`, ...DESCENDING },
  top: { column: sql.raw('c.top'), type: sql`integer`, ...DESCENDING },
  new: { column: sql.raw('c.created_at'), type: sql`timestamptz`, ...DESCENDING },
  old: { column: sql.raw('c.created_at'), type: sql`timestamptz`, ...ASCENDING },
  controversial: { column: sql.raw('c.controversial'), type: sql`double precision`, ...DESCENDING },
}

const BY_TIME = sql<number>`0`.as('rank')

const raw = (n: number) => sql.raw(String(n))

const PATH = raw(-1)
const FIRST = raw(0)

const columnOfPost = (column: string, { postId }: Placeholders<Values>) =>
  sql`(select ${sql.raw(column)} from post_rank where post_id = ${postId})`

/**
 * A comment that waits for a moderator's approval is shown to its author and to moderators, and without its text to
 * others once it has replies. A comment by a member whom the viewer blocked is shown only if others replied to it.
 */
function isShown(values: Placeholders<Values>, shape: Shape): SQL {
  const { viewerId } = values
  const { isMember } = shape
  const isReleased = sql`(c.held_at is null or c.reply_count > 0${isMember ? sql` or c.author_id = ${viewerId}` : sql``}
    or ${mayModerate(columnOfPost('category_id', values), viewerId, shape)})`
  if (!isMember) return sql`c.in_tree and ${isReleased}`
  const blocked = sql`array(select blocked_id from blockeduser where blocker_id = ${viewerId})`
  return sql`c.in_tree and ${isReleased} and (coalesce(c.author_id, 0) <> all (${blocked}) or exists (
    select 1 from comment r where r.parent_id = c.id and r.in_tree and (coalesce(r.author_id, 0) <> all (${blocked})
      or r.reply_count > 0)
  ))`
}

/** `octet_length` returns the size without reading values that PostgreSQL stores out of line (TOAST). */
const BYTES = sql.raw('octet_length(c.content) + octet_length(c.content_html) as bytes')

const firstLevelLimit = ({ limit, hasPath }: Shape) => limit - (hasPath ? 1 : 0)

/** Selects the comments of the first level, plus one that shows whether another page follows. */
function firstLevel(values: Placeholders<Values>, shape: Shape): SQL {
  const { postId, parentId, pinned, rank, id } = values
  const { sort, isFirst, isOfParent, hasPinned, offset } = shape
  const { column, type, order, isAfter } = RANKS[sort]
  return sql`
    select id, reply_count, bytes, row_number() over (order by rank ${order}, id ${order})::integer as position from (
      select c.id, c.reply_count, ${BYTES}, ${column} as rank from comment c
      where ${isOfParent ? sql`c.parent_id = ${parentId}` : sql`c.post_id = ${postId} and c.parent_id is null`}
        and ${isShown(values, shape)} ${hasPinned ? sql`and c.id <> ${pinned}` : sql``}
        ${isFirst ? sql`` : sql`and (${column}, c.id) ${isAfter} (${rank}::${type}, ${id}::integer)`}
      order by ${column} ${order}, c.id ${order} limit ${raw(firstLevelLimit(shape) + 1)} offset ${raw(offset)}
    ) c`
}

function pathRows(path: Placeholder): SQL {
  return sql`
    select c.id, lag(p.id) over (order by p.at) as shown_under, c.reply_count, ${BYTES}, 0 as position,
      ${PATH} as priority, p.at::integer as level,
      0 as steps, p.at < cardinality(${path}::integer[]) as has_reply_on_path
    from unnest(${path}::integer[]) with ordinality p(id, at) join comment c on c.id = p.id`
}

const findPage = builtQuery((db, values: Placeholders<Values>, shape: Shape) => {
  const { hasPath } = shape
  const max = firstLevelLimit(shape)
  const { column, order } = RANKS[shape.sort]
  const inLevel = sql`over (partition by tree.level order by reply.position, reply.rank ${order}, reply.id ${order})`
  const page = sql`(
    with recursive first_level as materialized (${firstLevel(values, shape)}),
    tree as (
      select id, null::integer as shown_under, reply_count, bytes, position, ${FIRST} as priority, 1 as level,
        0 as steps, false as has_reply_on_path
      from first_level where position <= ${raw(max)}
      ${hasPath ? sql`union all ${pathRows(values.path)}` : sql``}
      union all
      select id, shown_under, reply_count, bytes, position, priority, level, steps, has_reply_on_path from (
        select reply.id, tree.id as shown_under, reply.reply_count, reply.bytes,
          row_number() ${inLevel}::integer as position,
          greatest(tree.priority, row_number() ${inLevel})::integer as priority, tree.level + 1 as level,
            tree.steps + 1 as steps,
          false as has_reply_on_path
        from tree cross join lateral (
          select id, reply_count, bytes, rank, row_number() over (order by rank ${order}, id ${order}) as position
            from (
            select c.id, c.reply_count, ${BYTES}, ${column} as rank from comment c
            where c.parent_id = tree.id and ${isShown(values, shape)}
              ${hasPath ? sql`and c.id <> all (${values.path}::integer[])` : sql``}
            order by ${column} ${order}, c.id ${order} limit ${raw(LIMITS.commentChildren)}
          ) c
        ) reply
        where tree.reply_count > 0 and tree.priority <= ${raw(MAX_EXPANDED)} and tree.steps < ${raw(MAX_LEVELS)}
          and reply.position <= ${raw(LIMITS.commentChildren)} - tree.has_reply_on_path::integer
      ) replies where position <= ${raw(LIMITS.commentRows)}
    )
    select id, shown_under, position,
      (select count(*) from first_level) > count(*) filter (where priority = ${FIRST}) over () as has_more
    from (
      select id, shown_under, position, priority, sum(bytes) over (order by priority, level, position) as bytes_so_far
      from tree order by priority, level, position limit ${raw(LIMITS.commentRows)}
    ) best where priority = ${PATH} or bytes_so_far <= ${raw(LIMITS.commentPageBytes)}
  ) page`
  const total = sql<
    number | null
  >`(select ${postRank.comment_count} from ${postRank} where ${postRank.post_id} = ${values.postId}
    and ${isReadable()})`
  const place = { categoryId: columnOfPost('category_id', values), isRemoved: columnOfPost('is_removed', values) }
  return db
    .select({
      ...commentColumns(values.viewerId, shape, place),
      rank: { best: comment.best, top: comment.top, controversial: comment.controversial, new: BY_TIME, old: BY_TIME }[
        shape.sort
      ],
      shown_under: sql<number | null>`page.shown_under`,
      position: sql<number>`page.position`,
      has_more: sql<boolean>`page.has_more`,
      total: total.as('total'),
    })
    .from(page)
    .innerJoin(comment, sql`${comment.id} = page.id`)
    .leftJoin(user, isAuthor)
})

const findSharedPage = sharedRead((tx, { values, shape }: { values: Values; shape: Shape }) =>
  findPage(tx, values, shape),
)

/**
 * Reads at most 10 replies per comment, 200 comments and 1 MB, in this order: the path to an included comment, the
 * first level, then on each level the first replies, the second replies and so on.
 */
export function readPage(
  tx: DbOrTx,
  { postId, parentId, sort, viewerId, hasCredential = false }: Branch,
  { limit, offset, path, cursor }: PageRequest,
) {
  const pinned = path[0] ?? cursor?.pinned ?? null
  const place = cursor?.place ?? null
  const rank = place?.rank ?? 0
  const shape: Shape = {
    sort,
    isFirst: place === null,
    isOfParent: parentId !== null,
    isMember: viewerId !== null,
    hasCredential,
    hasPinned: pinned !== null,
    hasPath: path.length > 0,
    limit,
    offset: cursor ? 0 : offset,
  }
  const values: Values = {
    postId,
    parentId,
    viewerId,
    pinned,
    path: `{${path.join(',')}}`,
    rank: isByTime(sort) ? new Date(rank).toISOString() : rank,
    id: place?.id ?? 0,
  }
  return viewerId === null ? findSharedPage(tx, { values, shape }) : findPage(tx, values, shape)
}

/** Returns the ids of the comments from the first level down to the given one, without the middle of a long path. */
export async function readPath(tx: DbOrTx, { postId, parentId }: Branch, id: number): Promise<number[]> {
  const rows = await tx.execute<{ id: number; parent_id: number | null; bytes: number }>(sql`
    with recursive up as (
      select c.id, c.parent_id, ${BYTES}, 1 as steps from comment c where id = ${id} and post_id = ${postId} and in_tree
      union all
      select c.id, c.parent_id, ${BYTES}, up.steps + 1 as steps from up join comment c on c.id = up.parent_id
      where up.parent_id is distinct from ${parentId}::integer and up.steps < ${raw(MAX_PATH_STEPS)}
    )
    select id, parent_id, bytes from up order by steps desc`)
  if (rows.length === 0 || rows[0]!.parent_id !== parentId) return []
  const head = rows.slice(0, LIMITS.commentDepth)
  let bytesLeft = LIMITS.commentPageBytes - head.reduce((sum, { bytes }) => sum + bytes, 0)
  const tail = rows.slice(LIMITS.commentDepth).slice(LIMITS.commentDepth - MAX_PATH)
  const start = tail.findLastIndex(({ bytes }) => (bytesLeft -= bytes) < 0) + 1
  return [...head, ...tail.slice(start)].map(({ id }) => id)
}

export async function isInTree(tx: DbOrTx, postId: number, id: number): Promise<boolean> {
  const rows = await tx
    .select({ id: comment.id })
    .from(comment)
    .where(and(eq(comment.id, id), eq(comment.post_id, postId), comment.in_tree))
  return rows.length > 0
}

/** Returns up to `count - 1` ancestors of a comment, topmost first, followed by the comment itself. */
export function readLine(tx: DbOrTx, id: number, count: number, reader: Reader) {
  const line = sql`(
    with recursive up as (
      select c.id, c.parent_id, 1 as steps from comment c where c.id = ${id} and c.in_tree
      union all
      select c.id, c.parent_id, up.steps + 1 as steps from up join comment c on c.id = up.parent_id where up.steps
        < ${count}
    ) select id, steps from up
  ) line`
  return tx
    .select(commentColumns(reader.id ?? 0, readerVariant(reader), ofPost))
    .from(line)
    .innerJoin(comment, sql`${comment.id} = line.id`)
    .innerJoin(postRank, and(eq(postRank.post_id, comment.post_id), isReadable()))
    .leftJoin(user, isAuthor)
    .orderBy(sql`line.steps desc`)
}
