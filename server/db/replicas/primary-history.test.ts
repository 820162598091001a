import { expect, test } from 'bun:test'
import { createPrimaryHistory } from './primary-history.ts'

test('a replica is late if it lacks a write that the primary made longer ago than the allowed time', () => {
  let time = 0
  const history = createPrimaryHistory(5_000, () => time)
  expect(history.isLate(10n)).toBe(true)
  history.add(10n)
  time = 4_999
  history.add(20n)
  expect(history.isLate(5n)).toBe(false)
  time = 5_000
  expect(history.isLate(9n)).toBe(true)
  expect(history.isLate(10n)).toBe(false)
  time = 9_999
  history.add(30n)
  expect(history.isLate(19n)).toBe(true)
  expect(history.isLate(20n)).toBe(false)
})

test('the first WAL position read after a failed read marks the primary as reachable again', () => {
  const history = createPrimaryHistory(5_000, () => 0)
  expect(history.add(1n)).toBe('known')
  history.miss()
  expect(history.add(2n)).toBe('back')
  expect(history.add(3n)).toBe('known')
})
