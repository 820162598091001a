import { describe, expect, test } from 'bun:test'
import { exactTime, relativeTime } from './relative-time.ts'

const now = Date.parse('2026-01-01T00:00:00.000Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ago = (ms: number) => relativeTime(new Date(now - ms), now, 'pl')

describe('relativeTime', () => {
  test('TIME-2 a time less than 60 seconds ago is shown in seconds', () => {
    expect(ago(0)).toBe('0 s temu')
    expect(ago(59 * SECOND)).toBe('59 s temu')
    expect(ago(60 * SECOND - 1)).toBe('59 s temu')
  })

  test('TIME-2 a time from 1 to 59 minutes ago is shown in minutes', () => {
    expect(ago(60 * SECOND)).toBe('1 min temu')
    expect(ago(HOUR - 1)).toBe('59 min temu')
  })

  test('TIME-2 a time from 1 to 23 hours ago is shown in hours', () => {
    expect(ago(HOUR)).toBe('1 h temu')
    expect(ago(DAY - 1)).toBe('23 h temu')
  })

  test('TIME-3 a time from 1 to 29 days ago is shown in days', () => {
    expect(ago(DAY)).toBe('1 d temu')
    expect(ago(30 * DAY - 1)).toBe('29 d temu')
  })

  test('TIME-3 a time from 30 to 359 days ago is shown in months of 30 days', () => {
    expect(ago(30 * DAY)).toBe('1 mo temu')
    expect(ago(360 * DAY - 1)).toBe('11 mo temu')
  })

  test('TIME-1,3 a time 360 or more days ago is shown in years of 360 days, never as 0 years', () => {
    expect(ago(360 * DAY)).toBe('1 r temu')
    expect(ago(719 * DAY)).toBe('1 r temu')
    expect(ago(720 * DAY)).toBe('2 r temu')
  })

  test('TIME-1 English relative times have the units of the Polish ones, except y for years, and the word ago', () => {
    expect(relativeTime(new Date(now - 5 * SECOND), now, 'en')).toBe('5 s ago')
    expect(relativeTime(new Date(now - 5 * MINUTE), now, 'en')).toBe('5 min ago')
    expect(relativeTime(new Date(now - 5 * HOUR), now, 'en')).toBe('5 h ago')
    expect(relativeTime(new Date(now - 5 * DAY), now, 'en')).toBe('5 d ago')
    expect(relativeTime(new Date(now - 60 * DAY), now, 'en')).toBe('2 mo ago')
    expect(relativeTime(new Date(now - 800 * DAY), now, 'en')).toBe('2 y ago')
  })

  test('a time in the future is shown as 0 seconds ago', () => {
    expect(ago(-5 * DAY)).toBe('0 s temu')
  })

  test('a relative time accepts an ISO string as well as a Date', () => {
    expect(relativeTime('2025-12-31T22:00:00.000Z', now, 'pl')).toBe('2 h temu')
  })
})

describe('exactTime', () => {
  test('an exact time is written as YYYY-MM-DD HH:MM:SS', () => {
    expect(exactTime('2026-03-04T05:06:07.890Z', 'UTC')).toBe('2026-03-04 05:06:07')
  })

  test('an exact time follows the time zone, including daylight saving', () => {
    expect(exactTime('2026-01-15T12:00:00.000Z', 'Europe/Warsaw')).toBe('2026-01-15 13:00:00')
    expect(exactTime('2026-07-15T12:00:00.000Z', 'Europe/Warsaw')).toBe('2026-07-15 14:00:00')
  })

  test('midnight is written as 00 of the new day', () => {
    expect(exactTime('2025-12-31T23:00:00.000Z', 'Europe/Warsaw')).toBe('2026-01-01 00:00:00')
  })

  test('an exact time without a time zone uses the zone of this machine', () => {
    expect(exactTime(new Date(2026, 0, 2, 3, 4, 5))).toBe('2026-01-02 03:04:05')
  })
})
