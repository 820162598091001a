import { expect, test } from 'bun:test'
import { createHistory } from './history.ts'
import type { Listener } from './listeners.ts'
import { createOutbox } from './outbox.ts'

function outboxOf(pending: Record<number, number> = {}) {
  const history = createHistory(10)
  for (const id of ['a', 'b', 'c']) history.add(id, [])
  return createOutbox({
    listeners: { remove: () => {} },
    viewers: { leave: () => {} },
    history,
    releaseSlot: () => {},
    pendingSince: (postId) => pending[postId] ?? Infinity,
  })
}

const listenerOf = (...post_ids: number[]) => ({ post_ids }) as Partial<Listener> as Listener

test('LIVE-6 a stream that continues from an event id does not repeat thread updates sent before it', () => {
  expect(outboxOf().idFor(listenerOf(1), 1)).toBe('a.c')
  expect(outboxOf().idFor(listenerOf(1), 3)).toBe('c')
  expect(outboxOf().idFor(listenerOf(), 1)).toBe('a')
})

test('LIVE-6 an event id repeats the changes of a thread that are not sent yet', () => {
  expect(outboxOf({ 1: 2 }).idFor(listenerOf(1), 3)).toBe('c.a')
  expect(outboxOf({ 1: 3 }).idFor(listenerOf(1, 2), 1)).toBe('a.b')
  expect(outboxOf({ 1: 2 }).idFor(listenerOf(2), 3)).toBe('c')
})

test('LIVE-6 an event id covers no thread change that arrived after the given position', () => {
  expect(outboxOf().idFor(listenerOf(1), 1, 1)).toBe('a')
})
