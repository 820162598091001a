import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import { POST_SORTS, type PostSort } from '#shared/api/posts.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursor.ts'

const LAST_ID = 2_147_483_647
const LAST_TIME = Date.UTC(9999, 0)

const whole = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))
const id = whole(LAST_ID)
const transaction = whole(Number.MAX_SAFE_INTEGER)

const RANK = {
  hot: v.pipe(v.number(), v.finite()),
  new: whole(LAST_TIME),
  top: v.pipe(v.number(), v.integer(), v.minValue(-LAST_ID), v.maxValue(LAST_ID)),
  controversial: v.pipe(v.number(), v.finite()),
}

/**
 * Where a walk through a feed goes on: `at` in the order of the ranks, and once that is at its end `moved` among the posts whose
 * ranks moved meanwhile. `since` is the horizon of the walk's first page.
 */
export type FeedCursor =
  | { at: { rank: number, id: number }, since: number }
  | { moved: { moved_in: number, id: number } }

const Parts = v.union([
  v.strictTuple([v.literal('at'), v.picklist(POST_SORTS), v.number(), id, transaction]),
  v.strictTuple([v.literal('moved'), v.picklist(POST_SORTS), transaction, id]),
])

export function writeFeedCursor(sort: PostSort, cursor: FeedCursor): string {
  const parts: v.InferInput<typeof Parts> = 'at' in cursor
    ? ['at', sort, cursor.at.rank, cursor.at.id, cursor.since]
    : ['moved', sort, cursor.moved.moved_in, cursor.moved.id]
  return encodeCursor(parts)
}

/** Reads a cursor of this sort; throws `bad_cursor` for another's. */
export function readFeedCursor(sort: PostSort, text: string): FeedCursor {
  const parts = decodeCursor(text, Parts)
  if (parts[1] !== sort) throw new ApiError('bad_cursor')
  if (parts[0] === 'moved') return { moved: { moved_in: parts[2], id: parts[3] } }
  if (!v.is(RANK[sort], parts[2])) throw new ApiError('bad_cursor')
  return { at: { rank: parts[2], id: parts[3] }, since: parts[4] }
}
