import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import { COMMENT_SORTS, type CommentSort } from '#shared/rules/sorts.ts'
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'

const finite = v.pipe(v.number(), v.finite())

const RANK = { best: finite, top: cursorInteger, controversial: finite, new: cursorTime, old: cursorTime }

export const isByTime = (sort: CommentSort): boolean => sort === 'new' || sort === 'old'

type Place = { rank: number; id: number }

/** The page begins after the comment at `place`; `pinned` is a comment that the first page showed out of order. */
export type CommentCursor = { place: Place | null; pinned: number | null }

const Parts = v.strictTuple([
  v.picklist(COMMENT_SORTS),
  v.nullable(v.strictTuple([v.number(), cursorId])),
  v.nullable(cursorId),
])

export function writeCommentCursor(sort: CommentSort, { place, pinned }: CommentCursor): string {
  return encodeCursor([sort, place && [place.rank, place.id], pinned] satisfies v.InferInput<typeof Parts>)
}

/** Throws `bad_cursor` if the text is not a cursor of this sort. */
export function readCommentCursor(sort: CommentSort, text: string): CommentCursor {
  const [ofSort, pair, pinned] = decodeCursor(text, Parts)
  const place = pair && { rank: pair[0], id: pair[1] }
  if (ofSort !== sort || (place && !v.is(RANK[sort], place.rank))) throw new ApiError('bad_cursor')
  return { place, pinned }
}

type Node = { id: number; shown_under: number | null; position: number }

export function readingOrder<Row extends Node>(rows: Row[]): Row[] {
  const replies = Map.groupBy(rows, (row) => row.shown_under)
  const lastFirst = (id: number | null) => (replies.get(id) ?? []).sort((a, b) => b.position - a.position)
  // Uses a stack instead of recursion, because comment branches may be deeper than the call stack allows.
  const stack = lastFirst(null)
  const ordered: Row[] = []
  for (let row = stack.pop(); row; row = stack.pop()) {
    ordered.push(row)
    stack.push(...lastFirst(row.id))
  }
  return ordered
}
