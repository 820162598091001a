import { ApiError } from '#shared/api/errors.ts'
import type { CommentSort } from '#shared/rules/sorts.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { getCommentTotal } from '../queries.ts'
import { asSeen } from '../rules.ts'
import { isInTree, readPage, readPath, type Branch, type PageRequest } from './queries.ts'
import { readCommentCursor, readingOrder, writeCommentCursor, type CommentCursor } from './rules.ts'

/*
 * A walk through comments skips nothing that was there when it began, though votes move comments while somebody reads. It is
 * the walk of the feeds (`posts/feed/feed.ts`) with a shorter second part: a comment that rises from below the reader's place to
 * above it is not met among the ranks, so when those are at their end, the walk passes once more, by age, over those whose ranks
 * moved since it began (`moved_in`). Age does not move: whoever is met there or was at rest until then was met.
 */

export type PageInput = {
  post_id: number
  parent_id?: number
  sort: CommentSort
  limit: number
  /** For a first page only; a cursor knows its place. */
  offset: number
  cursor?: string
  include?: number
}

type PageRow = Awaited<ReturnType<typeof readPage>>[number]

function rankOf(row: PageRow, sort: CommentSort): number {
  return sort === 'new' ? row.created_at.getTime() : row.rank
}

/** Where the walk goes on after a page, null at its end. */
function nextCursor(rows: PageRow[], sort: CommentSort, { path, cursor }: PageRequest): CommentCursor | null {
  if (!rows[0]?.is_more) return null
  const led = path[0] ?? cursor?.led ?? null
  const last = rows.filter((row) => row.under === null && row.id !== led).sort((a, b) => a.n - b.n).at(-1)
  const since = cursor?.since ?? rows[0].horizon
  if (!last) return { at: null, since, led }
  if (last.is_late) return { late: { rank: last.created_at.getTime(), id: last.id }, since, led }
  return { at: { rank: rankOf(last, sort), id: last.id }, since, led }
}

/**
 * A page of comments in reading order, how many the post has, and the cursor of the next page (null at the end). Throws
 * `post_not_found`, `comment_not_found` for a parent that is not in the post's tree, `bad_cursor`. An `include` that is not there
 * is passed over.
 */
export async function readCommentPage(tx: DbOrTx, input: PageInput, viewerId: number | null) {
  const { post_id: postId, parent_id: parentId = null, sort, limit, offset, include } = input
  const cursor = input.cursor === undefined ? null : readCommentCursor(sort, input.cursor)
  const branch: Branch = { postId, parentId, sort, viewerId }
  if (parentId !== null && !await isInTree(tx, postId, parentId)) {
    await getCommentTotal(tx, postId)
    throw new ApiError('comment_not_found')
  }
  const path = include === undefined || cursor ? [] : await readPath(tx, branch, include)
  const request: PageRequest = { limit, offset, path, cursor }
  const rows = await readPage(tx, branch, request)
  const total = rows[0]?.total ?? await getCommentTotal(tx, postId)
  const next = nextCursor(rows, sort, request)
  return { total, comments: readingOrder(rows).map(asSeen), next_cursor: next && writeCommentCursor(sort, next) }
}
