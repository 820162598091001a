import { sql } from 'drizzle-orm'
import { GRANTED_LEVEL } from '#shared/rules/trust.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import type { ContentRef } from '../content/queries.ts'
import { isFirstPost } from './queries.ts'
import type { AuthorFacts } from './rules.ts'

export const BATCH_SIZE = 100
/** New comments are looked for in the newest posts of a community: THREADS per query, MAX_THREADS in all. */
const THREADS = 5_000
const MAX_THREADS = 20_000
/** One query lists the new comments of LISTED_THREADS threads, at most LISTED comments. */
const LISTED_THREADS = 50
const LISTED = 1_000

/** The position for keyset pagination by time; `at` is a Unix time in ms. */
type PlaceInTime = { at: number; id: number }

/** A null `categoryId` means the whole site. */
type Range = { categoryId: number | null; since: Date }

const millisecondsOf = (column: string) => sql`extract(epoch from ${sql.raw(column)})::double precision * 1000`
const time = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`
const isBelow = (below: PlaceInTime | null) =>
  below === null ? sql`true` : sql`(created_at, id) < (${time(below.at)}, ${below.id})`

/** Each page starts after the last row of the previous page (keyset pagination). */
async function* pagesOf<Row extends PlaceInTime>(
  size: number,
  read: (below: Row | null) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  let below: Row | null = null
  for (let isMore = true; isMore;) {
    const page: Row[] = await read(below)
    if (page.length > 0) yield page
    isMore = page.length === size
    below = page.at(-1) ?? null
  }
}

/** A null `categoryId` lists the whole site, including deleted texts. */
const listNewest = (tx: DbOrTx, kind: ContentRef['kind'], { categoryId, since }: Range) =>
  pagesOf<PlaceInTime>(BATCH_SIZE, (below) =>
    tx.execute<PlaceInTime>(sql`
  select id, ${millisecondsOf('created_at')} as at from ${sql.identifier(kind)}
  where created_at >= ${time(since.getTime())} and ${isBelow(below)}
    and ${categoryId === null ? sql`true` : sql`category_id = ${categoryId} and deleted_at is null`}
  order by created_at desc, id desc limit ${BATCH_SIZE}`),
  )

/** `is_active` is true for posts with comments since the given time. */
const listThreads = (tx: DbOrTx, categoryId: number, since: Date) =>
  pagesOf(THREADS, (below: PlaceInTime | null) =>
    tx.execute<PlaceInTime & { is_active: boolean }>(sql`
  -- Not by exists, for which the planner may read the new comments of the whole site.
  select page.id, ${millisecondsOf('page.created_at')} as at,
    (select true from comment where post_id = page.id and comment.created_at >= ${time(since.getTime())}
      limit 1) is not null as is_active
  from (
    select id, created_at from post where category_id = ${categoryId} and deleted_at is null and ${isBelow(below)}
      order by created_at desc, id desc limit ${THREADS}
  ) page order by page.created_at desc, page.id desc`),
  )

/** Yields the new comments on the given posts, thread by thread. */
const listCommentsOf = (tx: DbOrTx, postIds: number[], since: Date) =>
  pagesOf(LISTED, (below: (PlaceInTime & { thread: number }) | null) =>
    tx.execute<PlaceInTime & { thread: number }>(sql`
  select found.id, ${millisecondsOf('found.created_at')} as at, thread.place::integer as thread
  from unnest(${sql.param(postIds)}::integer[]) with ordinality thread (id, place)
  cross join lateral (
    select id, created_at from comment where post_id = thread.id and created_at >= ${time(since.getTime())}
      and (thread.place > ${below?.thread ?? 0} or ${isBelow(below)})
    order by created_at desc, id desc limit ${LISTED}
  ) found
  where thread.place >= ${below?.thread ?? 0}
  order by thread.place, found.created_at desc, found.id desc limit ${LISTED}`),
  )

async function* listComments(
  tx: DbOrTx,
  { categoryId, since }: Range & { categoryId: number },
  onCut: () => void,
): AsyncGenerator<PlaceInTime[]> {
  let listed = 0
  for await (const threads of listThreads(tx, categoryId, since)) {
    if (listed >= MAX_THREADS) return onCut()
    listed += threads.length
    const ids = threads.flatMap(({ id, is_active }) => (is_active ? [id] : []))
    for (let at = 0; at < ids.length; at += LISTED_THREADS)
      yield* listCommentsOf(tx, ids.slice(at, at + LISTED_THREADS), since)
  }
}

type HistoryContent = {
  id: number
  at: number
  title: string
  text: string
  link: string | null
  excerpt: string
  username: string | null
  author: AuthorFacts | null
}

/** Leaves out deleted texts, and those whose post or community is deleted. */
function readContents(tx: DbOrTx, kind: ContentRef['kind'], ids: number[]) {
  return tx.execute<HistoryContent>(sql`
    select thing.id, ${millisecondsOf('thing.created_at')} as at, post.title, thing.content as text,
      ${kind === 'post' ? sql`post.link_url` : sql`null`} as link, thing.excerpt,
      case when author.deleted_at is null then author.username end as username,
      case when author.id is not null then json_build_object(
        'author_age_days', floor(extract(epoch from thing.created_at - author.created_at) / 86400), 'author_karma',
          author.karma,
        'author_trust', case when author.is_admin then ${GRANTED_LEVEL}::integer else author.trust_level end,
        'is_first_post',
          ${kind === 'post' ? isFirstPost(sql`thing.author_id`, sql`thing.id`) : sql`false`}) end as author
    from ${sql.identifier(kind)} thing
    join post on post.id = ${kind === 'post' ? sql`thing.id` : sql`thing.post_id`} and post.deleted_at is null
    join category home on home.id = post.category_id and home.deleted_at is null
    left join "user" author on author.id = thing.author_id
    where thing.id = any (${sql.param(ids)}::integer[]) and thing.deleted_at is null`)
}

/**
 * Yields texts in batches, newest first. Comments of one community are listed thread by thread, so that comments of
 * other communities are not read. Calls `onCut` if older threads are left out.
 */
export async function* readHistory(
  tx: DbOrTx,
  kind: ContentRef['kind'],
  range: Range,
  onCut: () => void,
): AsyncGenerator<HistoryContent[]> {
  const places =
    kind === 'comment' && range.categoryId !== null
      ? listComments(tx, { ...range, categoryId: range.categoryId }, onCut)
      : listNewest(tx, kind, range)
  for await (const page of places) {
    for (let at = 0; at < page.length; at += BATCH_SIZE)
      yield await readContents(
        tx,
        kind,
        page.slice(at, at + BATCH_SIZE).map(({ id }) => id),
      )
  }
}
