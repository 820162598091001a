import { expect, test } from 'bun:test'
import { trustLevelOf } from './trust.ts'

const DAY = 86_400_000
const now = new Date('2026-05-01T12:00:00Z')
const madeAgo = (ms: number) => new Date(now.getTime() - ms)

const basic = { created_at: madeAgo(DAY), threads: 5, active_days: 1, contributions: 3, removed: 0 }
const regular = { created_at: madeAgo(30 * DAY), threads: 0, active_days: 20, contributions: 30, removed: 0 }

test.each([
  ['one day, five threads and three contributions', {}, 1],
  ['a moment less than a day', { created_at: madeAgo(DAY - 1) }, 0],
  ['four threads', { threads: 4 }, 0],
  ['two contributions', { contributions: 2 }, 0],
  ['any share that was removed', { removed: 3 }, 1],
])('MOD-10 a member with %s, else as level 1 requires, gets the level in the table: %#', (_, change, level) => {
  expect(trustLevelOf({ ...basic, ...change }, now)).toBe(level as 0 | 1)
})

test.each([
  ['thirty days, twenty of them active, and thirty contributions', {}, 2],
  ['a moment less than thirty days', { created_at: madeAgo(30 * DAY - 1) }, 0],
  ['nineteen active days', { active_days: 19 }, 0],
  ['twenty-nine contributions', { contributions: 29 }, 0],
  ['a moment less than thirty days, with five threads', { created_at: madeAgo(30 * DAY - 1), threads: 5 }, 1],
  ['one of twenty-one removed', { contributions: 40, removed: 2 }, 2],
  ['five percent removed', { contributions: 38, removed: 2, threads: 5 }, 1],
  ['less than five percent of many removed', { contributions: 96, removed: 5 }, 2],
])('MOD-10 a member with %s, else as level 2 requires, gets the level in the table: %#', (_, change, level) => {
  expect(trustLevelOf({ ...regular, ...change }, now)).toBe(level as 0 | 1 | 2)
})
