import { expect, test } from 'bun:test'
import type { Entry } from './history.ts'
import { missedOf } from './missed-events.ts'

const commentIn = (position: number, post_id: number, id: number): Entry => ({
  position,
  id: `id ${position}`,
  changes: [{ type: 'comment', kind: 'new', post_id, id }],
})
const votesOn = (position: number, post_ids: number[]): Entry => ({
  position,
  id: `id ${position}`,
  changes: [{ type: 'votes', post_ids }],
})

const listener = { post_ids: [1, 2], since: 5 }
const nothingPending = () => Infinity

test('a reconnecting listener gets the missed comments and votes of the threads it listens to', () => {
  const entries = [
    commentIn(3, 1, 10),
    commentIn(4, 9, 11),
    commentIn(5, 1, 12),
    commentIn(6, 1, 13),
    votesOn(5, [2, 9]),
  ]
  const { threads, votedPostIds } = missedOf(listener, entries, nothingPending)
  expect([...threads.keys()]).toEqual([1])
  expect([...threads.get(1)!.new]).toEqual([10, 12])
  expect([...votedPostIds]).toEqual([2])
})

test('a reconnecting listener is not sent a comment twice if a pending update of its thread includes it', () => {
  const entries = [commentIn(3, 1, 10), commentIn(4, 1, 11), commentIn(4, 2, 20)]
  const { threads } = missedOf(listener, entries, (postId) => (postId === 1 ? 4 : Infinity))
  expect([...threads.get(1)!.new]).toEqual([10])
  expect([...threads.get(2)!.new]).toEqual([20])
})
