import { expect, test } from 'bun:test'
import { parseRange } from './range.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-200', { start: 0, end: 99 }],
  ['bytes= 5 - 9', { start: 5, end: 9 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-5', 'none'],
  ['bytes=-', 'none'],
  ['bytes=0-1,5-6', 'none'],
  ['lines=0-5', 'none'],
  ['bytes=a-b', 'none'],
  ['', 'none'],
  [undefined, 'none'],
] as const)('the header Range: %p for a file of 100 bytes is parsed as %p', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range)
})

test('a Range header for an empty file is unsatisfiable', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable')
})
