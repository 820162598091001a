import { expect, test } from 'bun:test'
import { durationText } from './duration.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('a duration is shown in the largest unit that divides it', () => {
  expect(durationText('pl', HOUR)).toBe('1 godzinę')
  expect(durationText('pl', 90 * MINUTE)).toBe('90 minut')
  expect(durationText('pl', 7 * DAY)).toBe('7 dni')
  expect(durationText('en', 1_000)).toBe('1 second')
})

test('durations of one day and of two are shown in hours', () => {
  expect(durationText('pl', DAY)).toBe('24 godziny')
  expect(durationText('pl', 2 * DAY)).toBe('48 godzin')
  expect(durationText('en', 3 * DAY)).toBe('3 days')
})

test('durations after the Polish "po" are in the locative case', () => {
  expect(durationText('pl', 365 * DAY, true)).toBe('365 dniach')
  expect(durationText('pl', HOUR, true)).toBe('1 godzinie')
})
