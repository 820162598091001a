import type { PostSort } from '#shared/api/posts.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { countPosts, findCategoryByName } from '../../categories/queries.ts'
import { countOfAuthor, findAuthorId, MOVED_SLICE, readMoved, readRange, type MovedPlace, type Scope } from './queries.ts'
import { readFeedCursor, writeFeedCursor, type FeedCursor } from './rules.ts'

/*
 * A walk through a feed skips nothing that was there when it began, though votes move posts while somebody reads.
 *
 * Pages are ranges of a rank's index, each from where the last one ended. Whatever keeps its rank is met once. A post that
 * falls may be met twice. A post that rises from below the reader's place to above it would never be met: so when the range is
 * at its end, the walk goes on through the posts whose ranks moved since it began, in the order in which they last moved, whether
 * met or not. `moved_in` holds the transaction that moved a rank, and the first page says which was the oldest transaction it
 * could not see the end of: every later move bears that number or a higher one, however late it is committed. A post that
 * moves again gets a higher number only, so it moves ahead of this second part and is met there still; when that part is at
 * its end too, everything was met. The time of a post does not move, so 'new' needs none of this.
 */

/** Slices of moves that one page looks through, at most; a page may stay short of its limit for it. */
const SLICES = 4

type Page = { ids: number[], next: FeedCursor | null }

/** Up to `room` posts of the scope that moved after a place, not those just met, and where to go on. */
async function takeMoved(tx: DbOrTx, scope: Scope, from: MovedPlace, room: number, met: number[]): Promise<Page> {
  const ids: number[] = []
  let place = from
  for (let slice = 0; slice < SLICES; slice += 1) {
    const rows = await readMoved(tx, scope, place)
    for (const row of rows) {
      if (row.is_within && !met.includes(row.id)) {
        if (ids.length === room) return { ids, next: { moved: place } }
        ids.push(row.id)
      }
      place = { moved_in: row.moved_in, id: row.id }
    }
    if (rows.length < MOVED_SLICE) return { ids, next: null }
  }
  return { ids, next: { moved: place } }
}

async function takePage(
  tx: DbOrTx, scope: Scope, sort: PostSort, { limit, offset }: { limit: number, offset: number }, cursor: FeedCursor | null,
): Promise<Page> {
  if (cursor && 'moved' in cursor) return takeMoved(tx, scope, cursor.moved, limit, [])
  // One row more than asked for tells whether anything follows.
  const rows = await readRange(tx, scope, sort, cursor?.at ?? null, { limit: limit + 1, offset })
  const page = rows.slice(0, limit)
  const ids = page.map((row) => row.id)
  const last = page.at(-1)
  if (last && rows.length > limit) {
    return { ids, next: { at: { rank: last.rank, id: last.id }, since: cursor?.since ?? last.horizon } }
  }
  // A walk of one page saw everything at one moment.
  if (!cursor || sort === 'new') return { ids, next: null }
  const moved = await takeMoved(tx, scope, { moved_in: cursor.since, id: 0 }, limit - ids.length, ids)
  return { ids: [...ids, ...moved.ids], next: moved.next }
}

export type FeedInput = {
  sort: PostSort
  nsfw: boolean
  limit: number
  /** For a first page only; a cursor knows its place. */
  offset: number
  cursor?: string
  category?: string
  author?: string
}

const NOTHING = { ids: [], total: 0, next_cursor: null }

/** The ids of a page of a feed, how many posts the feed has, and the cursor of the next page (null at the end). */
export async function readFeed(
  tx: DbOrTx, { sort, nsfw, category, author, cursor, ...page }: FeedInput, viewerId: number | null,
): Promise<{ ids: number[], total: number, next_cursor: string | null }> {
  const place = cursor === undefined ? null : readFeedCursor(sort, cursor)
  const home = category === undefined ? null : await findCategoryByName(tx, category)
  const authorId = author === undefined ? null : await findAuthorId(tx, author)
  if (category !== undefined && home?.is_nsfw !== nsfw) return NOTHING
  if (author !== undefined && authorId === null) return NOTHING
  const scope: Scope = { nsfw, categoryId: home?.id ?? null, authorId, viewerId }
  const { ids, next } = await takePage(tx, scope, sort, page, place)
  const total = authorId !== null ? await countOfAuthor(tx, scope) : home ? home.post_count : await countPosts(tx, nsfw)
  return { ids, total, next_cursor: next && writeFeedCursor(sort, next) }
}
