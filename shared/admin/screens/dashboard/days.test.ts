import { expect, test } from 'bun:test'
import { barWidth, dayName } from './days.ts'

const day = { date: '2026-11-21', users: 0, posts: 0, comments: 0, streams: 0 }

test.each([
  [{}, 0],
  [{ users: 1 }, 10],
  [{ users: 1, posts: 2, comments: 3 }, 60],
  [{ posts: 10 }, 100],
  [{ comments: 250 }, 100],
  [{ streams: 9 }, 0],
])('ADM-10 the bar of a day with %o is %i percent wide', (counts, width) => {
  expect(barWidth({ ...day, ...counts })).toBe(width)
})

test('a day is named in the language of the reader, whatever the time zone', () => {
  expect([dayName('2026-11-21', 'pl'), dayName('2026-11-21', 'pl', 'short')]).toEqual(['sob., 21 lis', '21 lis'])
  expect(dayName('2026-11-21', 'en')).toBe('Sat 21 Nov')
})
