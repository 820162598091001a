import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import { POST_SORTS, type PostSort } from '#shared/rules/sorts.ts'
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'

const finite = v.pipe(v.number(), v.finite())

const RANK = { hot: finite, new: cursorTime, top: cursorInteger, controversial: finite }

/** The rank of 'new' is the time in milliseconds. */
export type Place = { rank: number, id: number }

const Parts = v.strictTuple([v.picklist(POST_SORTS), v.number(), cursorId])

export function writeFeedCursor(sort: PostSort, { rank, id }: Place): string {
  return encodeCursor([sort, rank, id] satisfies v.InferInput<typeof Parts>)
}

/** Throws `bad_cursor`. */
export function readFeedCursor(sort: PostSort, text: string): Place {
  const [ofSort, rank, id] = decodeCursor(text, Parts)
  if (ofSort !== sort || !v.is(RANK[sort], rank)) throw new ApiError('bad_cursor')
  return { rank, id }
}
