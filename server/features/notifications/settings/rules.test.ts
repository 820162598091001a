import { describe, expect, test } from 'bun:test'
import { endOfQuiet } from './rules.ts'

const NIGHT = { from: '22:30', to: '07:00', time_zone: 'Europe/Warsaw' }
const endAt = (now: string, quiet = NIGHT) => endOfQuiet(quiet, new Date(now))?.toISOString() ?? null

describe('quiet hours of notifications', () => {
  test.each([
    ['2026-01-10T21:29:59Z', null],
    ['2026-01-10T21:30:00Z', '2026-01-11T06:00:00.000Z'],
    ['2026-01-11T05:59:59Z', '2026-01-11T06:00:00.000Z'],
    ['2026-01-11T06:00:00Z', null],
  ])('PUSH-3 quiet hours across midnight: at %s they end at %s', (now, end) => {
    expect(endAt(now)).toBe(end)
  })

  test.each([
    ['spring', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['autumn', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
  ])('PUSH-3 quiet hours end at the chosen local time on the night of a clock change in %s', (_, now, end) => {
    expect(endAt(now)).toBe(end)
  })

  test('PUSH-3 quiet hours ending at a time skipped by a clock change end within an hour of it', () => {
    const quiet = { ...NIGHT, to: '02:30' }
    expect(endAt('2026-03-28T22:00:00Z', quiet)).toBe('2026-03-29T01:30:00.000Z')
    expect(endAt('2026-03-29T00:59:00Z', quiet)).toBe('2026-03-29T01:30:00.000Z')
    expect(endAt('2026-03-29T01:00:00Z', quiet)).toBe(null)
  })

  test('PUSH-3 quiet hours in the daytime use the chosen time zone', () => {
    const quiet = { from: '12:00', to: '13:30', time_zone: 'Asia/Kathmandu' }
    expect(endAt('2026-01-10T06:14:00Z', quiet)).toBe(null)
    expect(endAt('2026-01-10T06:15:00Z', quiet)).toBe('2026-01-10T07:45:00.000Z')
  })
})
