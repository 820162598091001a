import { expect, test } from 'bun:test'
import { createPace } from './pace.ts'

test("IMP-32 slow probe queries halve the import's batches and add pauses, fast ones restore full speed", () => {
  const pace = createPace(1)
  expect([pace.rows(), pace.restOf(200)]).toEqual([500, 0])
  for (const expected of [
    [250, 50],
    [125, 100],
    [100, 150],
    [100, 200],
    [100, 200],
  ]) {
    pace.note(4)
    expect([pace.rows(), pace.restOf(200)]).toEqual(expected)
  }
  for (let at = 0; at < 8; at += 1) pace.note(1.2)
  expect([pace.rows(), pace.restOf(200)]).toEqual([500, 0])
})

test('IMP-32 a fast probe query becomes the standard for later ones, and a slower one reduces the batch size', () => {
  const pace = createPace(10)
  pace.note(1)
  pace.note(3)
  expect(pace.rows()).toBe(250)
})

test("IMP-32 probe queries slower by only half a millisecond do not reduce the import's batch size", () => {
  const pace = createPace(0.1)
  pace.note(0.6)
  expect(pace.rows()).toBe(500)
})
