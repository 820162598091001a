import { expect, test } from 'bun:test'
import type { Comment } from '#shared/api/shapes.ts'
import type { Thread } from './thread.ts'
import { waysIn } from './ways.ts'

const thread = (...given: [id: number, parent: number | null][]): Thread => ({
  comments: given.map(([id, parent_id]) => ({ id, parent_id }) as Comment),
  total: given.length,
  next_cursor: null,
  replies: {},
})

/* Tree: 1 ─ 2 ─ 3, 1 ─ 4, 5. */
const five = thread([1, null], [2, 1], [3, 2], [4, 1], [5, null])

test('A11Y-4 keyboard links lead to the next, previous, sibling, parent and next new comment', () => {
  const ways = waysIn(five, null, ({ id }) => id === 5)
  expect(ways(2)).toEqual({ next: 3, previous: 1, nextSibling: 4, previousSibling: undefined, parent: 1, nextNew: 5 })
  expect(ways(1)).toEqual({
    next: 2,
    previous: undefined,
    nextSibling: 5,
    previousSibling: undefined,
    parent: undefined,
    nextNew: 5,
  })
  expect(ways(5)).toEqual({
    next: undefined,
    previous: 4,
    nextSibling: undefined,
    previousSibling: 1,
    parent: undefined,
    nextNew: undefined,
  })
})

test("A11Y-4 keyboard links on the page of a comment's replies lead only to comments shown there", () => {
  const ways = waysIn(thread([2, 1], [3, 2], [4, 1]), 1, () => false)
  expect(ways(2)).toMatchObject({ next: 3, nextSibling: 4, parent: undefined })
  expect(ways(3)).toMatchObject({ parent: 2, next: 4 })
})
