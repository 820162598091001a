import { expect, test } from 'bun:test'
import type { Message } from '#shared/api/shapes.ts'
import { daysOf, timeOfDay } from './days.ts'

const ZONE = 'Europe/Warsaw'
const sent = (id: number, created_at: string): Message => ({
  id,
  created_at,
  sender_username: 'kasia',
  recipient_id: 2,
  content: 'Cześć',
  image_url: null,
  is_read: false,
})

test('messages are grouped by days of the given time zone, not of UTC', () => {
  const messages = [sent(1, '2026-03-10T22:59:00Z'), sent(2, '2026-03-10T23:01:00Z'), sent(3, '2026-03-11T10:00:00Z')]
  const days = daysOf(messages, Date.parse('2026-03-20T12:00:00Z'), ZONE)
  expect(days.map(({ day, messages: of }) => [day, of.map(({ id }) => id)])).toEqual([
    ['2026-03-10', [1]],
    ['2026-03-11', [2, 3]],
  ])
})

test('only today and yesterday have a name instead of a date', () => {
  const messages = [sent(1, '2026-03-08T12:00:00Z'), sent(2, '2026-03-09T12:00:00Z'), sent(3, '2026-03-10T12:00:00Z')]
  expect(daysOf(messages, Date.parse('2026-03-10T13:00:00Z'), ZONE).map(({ name }) => name)).toEqual([
    null,
    'yesterday',
    'today',
  ])
})

test('yesterday is named correctly after a day of 23 hours', () => {
  const days = daysOf([sent(1, '2026-03-29T10:00:00Z')], Date.parse('2026-03-29T22:30:00Z'), ZONE)
  expect(days).toMatchObject([{ day: '2026-03-29', name: 'yesterday' }])
})

test('an empty conversation has no days', () => {
  expect(daysOf([], 0, ZONE)).toEqual([])
})

test('the time of a message is shown in the given time zone', () => {
  expect(timeOfDay('2026-07-01T08:05:00Z', ZONE)).toBe('10:05')
})
