import { expect, test } from 'bun:test'
import type { QueueItem } from '#shared/api/queue.ts'
import {
  answersTo,
  isClaimed,
  isOpen,
  neighbour,
  nextOpen,
  pruned,
  putBack,
  refreshed,
  withMore,
  without,
  type QueuePage,
} from './queue-list.ts'

const at = (n: number) => new Date(n * 60_000).toISOString()

function item(id: number, part: Partial<QueueItem> = {}): QueueItem {
  return {
    id,
    kind: 'reports',
    target: {
      type: 'post',
      id,
      title: `Post ${id}`,
      excerpt: '',
      image_url: null,
      url: `/post/${id}`,
      author: null,
      category: null,
    },
    reports: [],
    messages: [],
    reports_count: 1,
    held_by: null,
    appeal: null,
    appealed: null,
    notice: null,
    registration: null,
    modmail_id: null,
    author: null,
    claimed_by: null,
    claimed_until: null,
    waiting_since: at(id),
    status: 'open',
    refusal: null,
    ...part,
  }
}
const page = (ids: number[], next_cursor: string | null = null, total = ids.length): QueuePage => ({
  items: ids.map((id) => item(id)),
  total,
  next_cursor,
})
const seen = ({ items }: QueuePage) => items.map(({ id, status }) => (status === 'open' ? id : -id))

test('MOD-4 a decided case leaves the moderation queue; an undone one returns once, below the open case', () => {
  const left = without(page([1, 2, 3, 4]), 1)
  expect([seen(left), left.total]).toEqual([[2, 3, 4], 3])
  expect(seen(putBack(left, item(1), 0, 3))).toEqual([2, 3, 1, 4])
  expect(seen(putBack(left, item(1), 0, null))).toEqual([1, 2, 3, 4])
  expect(seen(putBack(page([1, 2]), item(2), 0, null))).toEqual([1, 2])
})

test('MOD-4 the case to open next is the nearest open one below, else above', () => {
  const items = [item(1), item(2, { status: 'decided' }), item(3), item(4)]
  expect(neighbour(items, 0, isOpen)?.id).toBe(3)
  expect(neighbour(items, 3, isOpen)?.id).toBe(3)
  expect(neighbour(items, 2, ({ id }) => id === 1)?.id).toBe(1)
  expect(neighbour([item(1)], 0, isOpen)).toBeNull()
})

test('MOD-4 reloading the moderation queue moves no case: new ones come last, those decided by others stay', () => {
  const now = refreshed(page([1, 2, 3]), page([2, 4, 5]), new Set([4]))
  expect(seen(now)).toEqual([-1, 2, -3, 5])
  expect(seen(pruned(now, 1))).toEqual([-1, 2, 5])
  // Case 3 may be on a later page of the reloaded queue, so it stays.
  expect(seen(refreshed(page([1, 2, 3], 'more'), page([1, 2], 'next'), new Set()))).toEqual([1, 2, 3])
  expect(refreshed(page([1, 2, 3], 'more'), page([1, 2], 'next'), new Set()).next_cursor).toBe('more')
  expect(seen(withMore(page([1, 2]), page([2, 3])))).toEqual([1, 2, 3])
})

test('MOD-4 each kind of moderation case has its own decisions; only an existing post or comment is removable', () => {
  expect(answersTo(item(1))).toEqual({ keep: 'keep', remove: 'remove' })
  expect(answersTo(item(1, { kind: 'held' }))).toEqual({ keep: 'approve', remove: 'remove' })
  expect(answersTo(item(1, { kind: 'appeals' }))).toEqual({ keep: 'uphold', remove: 'overturn' })
  expect(answersTo(item(1, { target: { ...item(1).target, type: 'category' } })).remove).toBe('resolve')
  expect(answersTo(item(1, { target: { ...item(1).target, title: '' } })).remove).toBeNull()
})

test('MOD-4 a moderation case claimed by another moderator counts as taken until the claim expires', () => {
  const claimed = item(1, { claimed_by: { username: 'ada' }, claimed_until: at(10) })
  expect([isClaimed(claimed, 'ada', 0), isClaimed(claimed, 'ola', 0), isClaimed(claimed, 'ola', 11 * 60_000)]).toEqual([
    false,
    true,
    false,
  ])
  expect(isClaimed({ ...claimed, claimed_by: null }, null, 0)).toBe(true)
})

test('moving up and down the moderation queue skips cases decided by others', () => {
  const items = [item(1), item(2, { status: 'decided' }), item(3)]
  expect(nextOpen(items, 0, 1)?.id).toBe(3)
  expect(nextOpen(items, 2, -1)?.id).toBe(1)
  expect(nextOpen(items, 2, 1)).toBeNull()
  expect(nextOpen(items, 0, -1)).toBeNull()
})

test('moving down the moderation queue selects its first case if none is selected; moving up does nothing', () => {
  expect(nextOpen([item(1), item(2)], -1, 1)?.id).toBe(1)
  expect(nextOpen([item(1), item(2)], -1, -1)).toBeNull()
})
