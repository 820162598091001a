import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import { POST_SORTS, WINDOWS, type PostSort, type Window } from '#shared/rules/sorts.ts'
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'

const finite = v.pipe(v.number(), v.finite())

const RANK = { hot: finite, new: cursorTime, top: cursorInteger, controversial: finite }

/** In the sort order 'new', the rank is the time in milliseconds. */
export type Place = { rank: number; id: number }

const Parts = v.strictTuple([v.picklist(POST_SORTS), v.number(), cursorId])

export function writeFeedCursor(sort: PostSort, { rank, id }: Place): string {
  return encodeCursor([sort, rank, id] satisfies v.InferInput<typeof Parts>)
}

/** Throws `bad_cursor` also for a cursor of another sort order. */
export function readFeedCursor(sort: PostSort, text: string): Place {
  const [ofSort, rank, id] = decodeCursor(text, Parts)
  if (ofSort !== sort || !v.is(RANK[sort], rank)) throw new ApiError('bad_cursor')
  return { rank, id }
}

const DAY_MS = 24 * 60 * 60 * 1_000

const WINDOW_MS: Record<Exclude<Window, 'all'>, number> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
}

export function windowStart(window: Window, now: Date): Date | null {
  return window === 'all' ? null : new Date(now.getTime() - WINDOW_MS[window])
}

/**
 * Returns the oldest creation time of posts with each value of `post_rank.age`, except the last, which has no limit.
 */
export function ageLimits(now: Date): Date[] {
  return WINDOWS.flatMap((window) => windowStart(window, now) ?? [])
}
