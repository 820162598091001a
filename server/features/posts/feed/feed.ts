import type { PostSort } from '#shared/rules/sorts.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { countPosts, findCategoryByName } from '../../categories/queries.ts'
import { countOfAuthor, findAuthorId, readMoved, readRange, type Place, type Scope } from './queries.ts'
import { readFeedCursor, TOP, writeFeedCursor, type FeedCursor } from './rules.ts'

/*
 * A walk through a feed skips nothing that was there when it began, though votes move posts while somebody reads.
 *
 * Pages are ranges of a rank's index, each from where the last one ended. Whatever keeps its rank is met once. A post that falls may
 * be met twice. A post that rises from below the reader's place to above it would never be met: so when the ranges are at their
 * end, the walk takes a second look through the same feed by time, which does not move, at the posts whose ranks moved since it
 * began, met or not. A post's `moved_in` names the transaction that moved it last, and the first page says which was the oldest
 * transaction whose end it could not see: what moves later bears that number or a higher one, however late it is committed and
 * however often it moves again. So everything that moved is found, once, and the second look has an end under any traffic.
 * 'new' is by time itself and needs none.
 */

/** Slices that one page of the second look goes through, at most; beyond, a page may stay short of its limit. */
const SLICES = 5

type Page = { ids: number[], next: FeedCursor | null }

/** Up to `room` posts that moved since the walk began, not those just met, and where to go on. */
async function lookAgain(tx: DbOrTx, scope: Scope, from: { place: Place, since: number }, room: number, met: number[]): Promise<Page> {
  const ids: number[] = []
  const goOn = (at: Place): FeedCursor => ({ look: 'second', place: at, since: from.since })
  let place = from.place
  for (let slice = 0; slice < SLICES; slice += 1) {
    const { moved, next } = await readMoved(tx, scope, place, from.since)
    for (const found of moved) {
      if (met.includes(found.id)) continue
      if (ids.length === room) return { ids, next: goOn(place) }
      ids.push(found.id)
      place = found
    }
    if (!next) return { ids, next: null }
    place = next
  }
  return { ids, next: goOn(place) }
}

async function takePage(
  tx: DbOrTx, scope: Scope, sort: PostSort, { limit, offset }: { limit: number, offset: number }, cursor: FeedCursor | null,
): Promise<Page> {
  if (cursor?.look === 'second') return lookAgain(tx, scope, cursor, limit, [])
  // One row more than asked for tells whether anything follows.
  const rows = await readRange(tx, scope, sort, cursor?.place ?? null, { limit: limit + 1, offset })
  const page = rows.slice(0, limit)
  const ids = page.map((row) => row.id)
  const last = page.at(-1)
  if (last && rows.length > limit) return { ids, next: { look: 'first', place: last, since: cursor?.since ?? last.horizon } }
  // A walk of one page saw everything at one moment.
  if (!cursor || sort === 'new') return { ids, next: null }
  const again = await lookAgain(tx, scope, { place: TOP, since: cursor.since }, limit - ids.length, ids)
  return { ids: [...ids, ...again.ids], next: again.next }
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
