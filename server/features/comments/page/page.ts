import { ApiError } from '#shared/api/errors.ts'
import type { CommentSort } from '#shared/rules/sorts.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import type { Reader } from '../../moderation/rights.ts'
import { getCommentTotal } from '../queries.ts'
import { asSeen } from '../rules.ts'
import { isInTree, readPage, readPath, type Branch, type PageRequest } from './queries.ts'
import { readCommentCursor, readingOrder, writeCommentCursor, type CommentCursor } from './rules.ts'

export type PageInput = {
  post_id: number
  parent_id?: number
  sort: CommentSort
  limit: number
  /** Ignored where a cursor is given. */
  offset: number
  cursor?: string
  include?: number
}

type PageRow = Awaited<ReturnType<typeof readPage>>[number]

function rankOf(row: PageRow, sort: CommentSort): number {
  return sort === 'new' ? row.created_at.getTime() : row.rank
}

function nextCursor(rows: PageRow[], sort: CommentSort, { path, cursor }: PageRequest): CommentCursor | null {
  if (!rows[0]?.has_more) return null
  const pinned = path[0] ?? cursor?.pinned ?? null
  const last = rows.filter((row) => row.shown_under === null && row.id !== pinned).sort((a, b) => a.position - b.position).at(-1)
  return { place: last ? { rank: rankOf(last, sort), id: last.id } : null, pinned }
}

/** Throws `post_not_found`, `bad_cursor`, `comment_not_found` for a parent outside the post; an `include` outside the branch is ignored. */
export async function readCommentPage(tx: DbOrTx, input: PageInput, reader: Reader) {
  const { post_id: postId, parent_id: parentId = null, sort, limit, offset, include } = input
  const cursor = input.cursor === undefined ? null : readCommentCursor(sort, input.cursor)
  const branch: Branch = { postId, parentId, sort, viewerId: reader.id, hasCredential: reader.hasCredential }
  if (parentId !== null && !await isInTree(tx, postId, parentId)) {
    await getCommentTotal(tx, postId)
    throw new ApiError('comment_not_found')
  }
  const path = include === undefined || cursor ? [] : await readPath(tx, branch, include)
  const request: PageRequest = { limit, offset, path, cursor }
  const rows = await readPage(tx, branch, request)
  const total = rows[0]?.total ?? await getCommentTotal(tx, postId)
  const next = nextCursor(rows, sort, request)
  return { total, comments: readingOrder(rows).map((row) => asSeen(row, reader)), next_cursor: next && writeCommentCursor(sort, next) }
}
