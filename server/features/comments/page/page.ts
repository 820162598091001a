import { ApiError } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import type { CommentSort } from '#shared/rules/sorts.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import type { Reader } from '../../moderation/index.ts'
import { getCommentTotal } from '../queries.ts'
import { presentComment } from '../rules.ts'
import { isInTree, readLine, readPage, readPath, type Branch, type PageRequest } from './queries.ts'
import { isByTime, readCommentCursor, readingOrder, writeCommentCursor, type CommentCursor } from './rules.ts'

type PageInput = {
  post_id: number
  parent_id?: number
  sort: CommentSort
  limit: number
  /** Number of comments to skip; ignored with a cursor. */
  offset: number
  cursor?: string
  include?: number
}

type PageRow = Awaited<ReturnType<typeof readPage>>[number]

function rankOf(row: PageRow, sort: CommentSort): number {
  return isByTime(sort) ? row.created_at.getTime() : row.rank
}

function nextCursor(rows: PageRow[], sort: CommentSort, { path, cursor }: PageRequest): CommentCursor | null {
  if (!rows[0]?.has_more) return null
  const pinned = path[0] ?? cursor?.pinned ?? null
  const last = rows
    .filter((row) => row.shown_under === null && row.id !== pinned)
    .sort((a, b) => a.position - b.position)
    .at(-1)
  return { place: last ? { rank: rankOf(last, sort), id: last.id } : null, pinned }
}

/** Ignores the comment `include` if it is outside the listed branch. Throws `bad_cursor`, `comment_not_found`. */
export async function readCommentPage(tx: DbOrTx, input: PageInput, reader: Reader) {
  const { post_id: postId, parent_id: parentId = null, sort, limit, offset, include } = input
  const cursor = input.cursor === undefined ? null : readCommentCursor(sort, input.cursor)
  const branch: Branch = { postId, parentId, sort, viewerId: reader.id, hasCredential: reader.hasCredential }
  if (parentId !== null && !(await isInTree(tx, postId, parentId))) {
    await getCommentTotal(tx, postId, reader)
    throw new ApiError('comment_not_found')
  }
  const path = include === undefined || cursor ? [] : await readPath(tx, branch, include)
  const request: PageRequest = { limit, offset, path, cursor }
  const rows = await readPage(tx, branch, request)
  const total = rows[0]?.total ?? (await getCommentTotal(tx, postId, reader))
  const next = nextCursor(rows, sort, request)
  return {
    total,
    comments: readingOrder(rows).map((row) => presentComment(row, reader)),
    next_cursor: next && writeCommentCursor(sort, next),
  }
}

/** Returns a comment with up to `levels` ancestors and its first replies. Throws `comment_not_found`. */
export async function readContext(tx: DbOrTx, id: number, levels: number, reader: Reader) {
  const line = await readLine(tx, id, levels + 1, reader)
  const self = line.at(-1)
  if (!self || (self.is_held && !self.can_moderate && self.author_id !== (reader.id ?? 0)))
    throw new ApiError('comment_not_found')
  const branch: Branch = {
    postId: self.post_id,
    parentId: id,
    sort: 'best',
    viewerId: reader.id,
    hasCredential: reader.hasCredential,
  }
  const replies = await readPage(tx, branch, { limit: LIMITS.commentChildren, offset: 0, path: [], cursor: null })
  const direct = readingOrder(replies.filter((reply) => reply.shown_under === null))
  return {
    comments: [...line, ...direct].map((row) => presentComment(row, reader)),
    has_more_above: line[0]!.parent_id !== null,
    post_id: self.post_id,
  }
}
