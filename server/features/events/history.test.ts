import { expect, test } from 'bun:test'
import { createHistory } from './history.ts'

test('LIVE-6 a message between processes that arrives twice is recorded once, also after a reset', () => {
  const history = createHistory(10)
  expect(history.add('a', [])).not.toBeNull()
  expect(history.add('a', [])).toBeNull()
  history.reset()
  expect(history.positionOf('a')).toBeNull()
  expect(history.add('a', [])).toBeNull()
  expect(history.add('b', [])).not.toBeNull()
})

test('LIVE-6 a reconnecting event stream cannot continue from an event that is no longer in the history', () => {
  const history = createHistory(2)
  const ids = ['a', 'b', 'c', 'd']
  for (const id of ids) history.add(id, [])
  expect(ids.map((id) => history.positionOf(id) === null)).toEqual([true, false, false, false])
  expect(history.after(history.positionOf('b')!).map(({ id }) => id)).toEqual(['c', 'd'])
})
