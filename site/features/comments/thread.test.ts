import { expect, test } from 'bun:test'
import type { Comment } from '#shared/api/shapes.ts'
import {
  newestUnknown,
  repliesLeft,
  rowsBelow,
  threadOf,
  treeOf,
  withArrived,
  withPage,
  withRemoved,
  withReplies,
  type Row,
  type ThreadNode,
} from './thread.ts'

function comment(id: number, parent_id: number | null = null, more: Partial<Comment> = {}): Comment {
  return {
    id,
    parent_id,
    post_id: 1,
    content: `c${id}`,
    content_html: `<p>c${id}</p>`,
    lang: null,
    depth: 1,
    author: 'ania',
    is_ai: false,
    author_id: 7,
    author_avatar_url: null,
    created_at: '2025-11-21T10:00:00.000Z',
    edited_at: null,
    upvotes: 0,
    downvotes: 0,
    image_url: null,
    video_url: null,
    captions_url: null,
    captions_lang: null,
    video_alt: '',
    user_vote: 0,
    is_deleted: false,
    is_blocked: false,
    is_held: false,
    removal: null,
    can: { edit: false, delete: false, moderate: false },
    is_new: false,
    permalink: '',
    reply_count: 0,
    ...more,
  }
}

const page = (comments: Comment[], next_cursor: string | null = null) => ({
  comments,
  total: comments.length,
  next_cursor,
})

const shape = (nodes: ThreadNode[]): unknown => nodes.map((node) => [node.comment.id, shape(node.replies)])

const named = (rows: Row[]) =>
  rows.map((row) => (row.kind === 'more' ? `more of ${row.parent.id}: ${row.left}` : `${row.node.comment.id}`))

/** A chain of `length` comments, each a reply to the one before. */
const chain = (length: number): Comment[] =>
  Array.from({ length }, (_, at) => comment(at + 1, at === 0 ? null : at, { reply_count: at + 1 < length ? 1 : 0 }))

test('treeOf nests a flat list of comments and keeps the order', () => {
  expect(shape(treeOf([comment(1), comment(2, 1), comment(3, 2), comment(4, 1), comment(5)], null))).toEqual([
    [
      1,
      [
        [2, [[3, []]]],
        [4, []],
      ],
    ],
    [5, []],
  ])
})

test('treeOf with a base makes the replies of that comment the first level', () => {
  expect(shape(treeOf([comment(2, 1), comment(3, 2), comment(4, 1)], 1))).toEqual([
    [2, [[3, []]]],
    [4, []],
  ])
})

test('treeOf attaches a comment without its parent to the comment before it', () => {
  expect(shape(treeOf([comment(1), comment(2, 1), comment(9, 8)], null))).toEqual([[1, [[2, [[9, []]]]]]])
})

test('a comment repeated by a later page is not duplicated', () => {
  const thread = withPage(threadOf(page([comment(1), comment(2)], 'a')), page([comment(2), comment(3)]))
  expect(thread.comments.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(thread.next_cursor).toBeNull()
})

test('the number of replies left to load is counted from reply_count, and is 0 after the last page', () => {
  const thread = threadOf(page([comment(1, null, { reply_count: 3 }), comment(2, 1)]))
  expect(repliesLeft(thread, treeOf(thread.comments, null)[0]!)).toBe(2)
  const further = withReplies(thread, 1, page([comment(2, 1), comment(3, 1)], 'b'))
  expect(repliesLeft(further, treeOf(further.comments, null)[0]!)).toBe(1)
  const whole = withReplies(further, 1, page([]))
  expect(repliesLeft(whole, treeOf(whole.comments, null)[0]!)).toBe(0)
})

test('one more reply is offered while the server has a next page, even if reply_count is reached', () => {
  const thread = withReplies(threadOf(page([comment(1, null, { reply_count: 1 })])), 1, page([comment(2, 1)], 'b'))
  expect(repliesLeft(thread, treeOf(thread.comments, null)[0]!)).toBe(1)
})

test('replies on the upper levels stay nested', () => {
  const thread = threadOf(page(chain(5)))
  expect(named(rowsBelow(thread, treeOf(thread.comments, null)[0]!, 1))).toEqual(['2'])
})

test('replies below the fifth level are listed on it, and name the comment that they reply to', () => {
  const thread = threadOf(page([...chain(7), comment(8, 4)]))
  const fourth = treeOf(thread.comments, null)[0]!.replies[0]!.replies[0]!.replies[0]!
  const rows = rowsBelow(thread, fourth, 4)
  expect(named(rows)).toEqual(['5', '6', '7', '8'])
  expect(rows.map((row) => row.kind === 'comment' && row.inReplyTo?.id)).toEqual([undefined, 5, 6, undefined])
})

test('the link to more replies on the fifth level follows the comment they belong to', () => {
  const thread = threadOf(
    page([...chain(5), comment(6, 4)].map((row) => (row.id === 5 ? { ...row, reply_count: 2 } : row))),
  )
  const fourth = treeOf(thread.comments, null)[0]!.replies[0]!.replies[0]!.replies[0]!
  expect(named(rowsBelow(thread, fourth, 4))).toEqual(['5', 'more of 5: 2', '6'])
})

test("LIVE-2 new comments come first on their level and increase their parent's reply_count", () => {
  const thread = threadOf(page([comment(1, null, { reply_count: 1 }), comment(2, 1), comment(3)]))
  const after = withArrived(
    thread,
    [comment(10), comment(11, 10), comment(12, 1), comment(3), comment(9)],
    new Set([10, 11, 12]),
  )
  expect(shape(treeOf(after.comments, null))).toEqual([
    [10, [[11, []]]],
    [
      1,
      [
        [12, []],
        [2, []],
      ],
    ],
    [3, []],
  ])
  expect(after.comments.find(({ id }) => id === 1)!.reply_count).toBe(2)
})

test('LIVE-2 a new comment is added together with its parent if the page lacks that', () => {
  const after = withArrived(
    threadOf(page([comment(1)])),
    [comment(5), comment(6, 5), comment(10, 6), comment(7)],
    new Set([10]),
  )
  expect(shape(treeOf(after.comments, null))).toEqual([
    [5, [[6, [[10, []]]]]],
    [1, []],
  ])
})

test('a deleted comment with replies becomes a tombstone without text', () => {
  const thread = withRemoved(threadOf(page([comment(1, null, { reply_count: 1 }), comment(2, 1)])), 1)
  expect(thread.comments[0]).toMatchObject({ id: 1, is_deleted: true, content: '', content_html: '', author: null })
  expect(thread.total).toBe(1)
})

test('deleting the last reply also removes the tombstones above it', () => {
  const deleted = comment(2, 1, { is_deleted: true, reply_count: 1 })
  const thread = withRemoved(
    { ...threadOf(page([comment(1, null, { reply_count: 1 }), deleted, comment(3, 2)])), total: 2 },
    3,
  )
  expect(thread.comments.map(({ id, reply_count }) => [id, reply_count])).toEqual([[1, 0]])
  expect(thread.total).toBe(1)
})

test('a comment deleted twice is subtracted from the number of comments once', () => {
  const once = withRemoved({ ...threadOf(page([comment(1, null, { reply_count: 1 }), comment(2, 1)])), total: 2 }, 1)
  expect(withRemoved(once, 1)).toBe(once)
})

test('LIVE-2 if the total of comments grew by n, the newest n unknown comments count as new', () => {
  const found = [
    comment(3),
    comment(9, 3),
    comment(7),
    comment(9, 3),
    comment(8, null, { is_deleted: true }),
    comment(5),
  ]
  const isExpected = (id: number) => id === 3
  expect(newestUnknown(found, isExpected, 2)).toEqual([
    { comment_id: 9, parent_id: 3 },
    { comment_id: 7, parent_id: null },
  ])
  expect(newestUnknown(found, isExpected, -1)).toEqual([])
})
