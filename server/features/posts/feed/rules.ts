import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import { POST_SORTS, type PostSort } from '#shared/rules/sorts.ts'
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

type Place = { rank: number, id: number }

/** Above every post by time. */
export const TOP: Place = { rank: LAST_TIME, id: LAST_ID }

/**
 * Where a walk through a feed goes on: at a place in the order of its sort ('first'), or by time in its second look at what moved
 * meanwhile ('second'). `since` is the horizon of the walk's first page.
 */
export type FeedCursor = { look: 'first' | 'second', place: Place, since: number }

const Parts = v.strictTuple([v.picklist(['first', 'second']), v.picklist(POST_SORTS), v.number(), id, transaction])

export function writeFeedCursor(sort: PostSort, { look, place, since }: FeedCursor): string {
  const parts: v.InferInput<typeof Parts> = [look, sort, place.rank, place.id, since]
  return encodeCursor(parts)
}

/** Reads a cursor of this sort; throws `bad_cursor` for another's. */
export function readFeedCursor(sort: PostSort, text: string): FeedCursor {
  const [look, ofSort, rank, postId, since] = decodeCursor(text, Parts)
  if (ofSort !== sort || !v.is(RANK[look === 'first' ? sort : 'new'], rank)) throw new ApiError('bad_cursor')
  return { look, place: { rank, id: postId }, since }
}
