import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import { COMMENT_SORTS, type CommentSort } from '#shared/rules/sorts.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursor.ts'

const LAST_ID = 2_147_483_647

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

/** An id in a cursor. */
export const cursorId = whole(0, LAST_ID)

/** A moment in a cursor, in milliseconds. */
export const cursorTime = whole(0, Date.UTC(9999, 0))

const RANK = { best: v.pipe(v.number(), v.finite()), top: whole(-LAST_ID, LAST_ID), new: cursorTime }

/** A place among siblings: the value of the sort's rank (of 'new' the time in milliseconds) and the id of a comment. */
export type Place = { rank: number, id: number }

/**
 * Where a walk through comments goes on: `at` in the order of the ranks, and once that is at its end `late`, by age, among
 * those whose ranks moved since it began. `since` is the horizon of the first page, `led` the comment that the first page
 * began with out of turn.
 */
export type CommentCursor = { since: number, led: number | null } & ({ at: Place | null } | { late: Place })

const Parts = v.strictTuple([
  v.picklist(COMMENT_SORTS),
  v.picklist(['at', 'late']),
  v.nullable(v.strictTuple([v.number(), cursorId])),
  whole(0, Number.MAX_SAFE_INTEGER),
  v.nullable(cursorId),
])

export function writeCommentCursor(sort: CommentSort, cursor: CommentCursor): string {
  const place = 'late' in cursor ? cursor.late : cursor.at
  const parts: v.InferInput<typeof Parts> = [
    sort, 'late' in cursor ? 'late' : 'at', place && [place.rank, place.id], cursor.since, cursor.led,
  ]
  return encodeCursor(parts)
}

/** Reads a cursor of this sort; throws `bad_cursor` for another's. */
export function readCommentCursor(sort: CommentSort, text: string): CommentCursor {
  const [ofSort, part, pair, since, led] = decodeCursor(text, Parts)
  const place = pair && { rank: pair[0], id: pair[1] }
  const rank = part === 'late' ? cursorTime : RANK[sort]
  if (ofSort !== sort || (place && !v.is(rank, place.rank))) throw new ApiError('bad_cursor')
  if (part === 'at') return { at: place, since, led }
  if (!place || sort === 'new') throw new ApiError('bad_cursor')
  return { late: place, since, led }
}

type Node = { id: number, under: number | null, n: number }

/** Comments in the order in which they are read: each followed by its replies, siblings by `n`. */
export function readingOrder<Row extends Node>(rows: Row[]): Row[] {
  const replies = new Map<number | null, Row[]>()
  for (const row of rows) {
    const siblings = replies.get(row.under)
    if (siblings) siblings.push(row)
    else replies.set(row.under, [row])
  }
  // A stack with the next row on top: branches may be deeper than calls can nest.
  const lastFirst = (under: number | null) => (replies.get(under) ?? []).sort((a, b) => b.n - a.n)
  const waiting = lastFirst(null)
  const ordered: Row[] = []
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    ordered.push(row)
    waiting.push(...lastFirst(row.id))
  }
  return ordered
}
