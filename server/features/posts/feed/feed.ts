import type { PostSort } from '#shared/rules/sorts.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { findCategoryByName } from '../../categories/queries.ts'
import { loadCards, type Card } from '../queries.ts'
import { countFeed, findAuthorId, readMoved, readRange, type Place, type Scope } from './queries.ts'
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

type Found = { ids: number[], next: FeedCursor | null }

/** `total` is null where the page did not come upon it. */
type Page = { posts: Card[], total: number | null, next: FeedCursor | null }

/** Up to `room` posts that moved since the walk began, not those just met, and where to go on. */
async function lookAgain(tx: DbOrTx, scope: Scope, from: { place: Place, since: number }, room: number, met: number[]): Promise<Found> {
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
  const second = async (place: Place, since: number, room: number, met: number[]) => {
    const { ids, next } = await lookAgain(tx, scope, { place, since }, room, met)
    return { posts: await loadCards(tx, ids, scope.viewerId), next }
  }
  if (cursor?.look === 'second') return { ...await second(cursor.place, cursor.since, limit, []), total: null }
  // One row more than asked for tells whether anything follows.
  const rows = await readRange(tx, scope, sort, cursor?.place ?? null, { limit: limit + 1, offset })
  const page = rows.slice(0, limit)
  const posts = page.filter((row) => row.is_there)
  const total = rows[0]?.total ?? null
  const last = page.at(-1)
  if (last && rows.length > limit) {
    return { posts, total, next: { look: 'first', place: { rank: last.rank, id: last.id }, since: cursor?.since ?? last.horizon } }
  }
  // A walk of one page saw everything at one moment.
  if (!cursor || sort === 'new') return { posts, total, next: null }
  const again = await second(TOP, cursor.since, limit - page.length, page.map((row) => row.id))
  return { posts: [...posts, ...again.posts], total, next: again.next }
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

const NOTHING = { posts: [], total: 0, next_cursor: null }

/** A page of a feed as the viewer (null for a visitor) sees it, how many posts the feed has, and the cursor of the next page (null at the end). */
export async function readFeed(
  tx: DbOrTx, { sort, nsfw, category, author, cursor, ...page }: FeedInput, viewerId: number | null,
): Promise<{ posts: Card[], total: number, next_cursor: string | null }> {
  const place = cursor === undefined ? null : readFeedCursor(sort, cursor)
  const home = category === undefined ? null : await findCategoryByName(tx, category)
  const authorId = author === undefined ? null : await findAuthorId(tx, author)
  if (category !== undefined && home?.is_nsfw !== nsfw) return NOTHING
  if (author !== undefined && authorId === null) return NOTHING
  const scope: Scope = { nsfw, categoryId: home?.id ?? null, authorId, viewerId }
  const { posts, total, next } = await takePage(tx, scope, sort, page, place)
  return { posts, total: total ?? await countFeed(tx, scope), next_cursor: next && writeFeedCursor(sort, next) }
}
