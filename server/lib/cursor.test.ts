import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { decodeCursor, encodeCursor } from './cursor.ts'

const Numbers = v.array(v.number())

test('decimal numbers are read from a cursor exactly as written', () => {
  const numbers = [0.1 + 0.2, 2027.001424788051, -Number.MIN_VALUE, 1 / 3, 1.7976931348623157e308]
  expect(decodeCursor(encodeCursor(numbers), Numbers)).toEqual(numbers)
})

test('a cursor needs no URL encoding', () => {
  expect(encodeCursor(['żółw?&/+', 1e21])).toMatch(/^[\w-]+$/)
})

test.each([
  '',
  'x',
  'bnVsbA',
  '%%%',
  '[1]',
  Buffer.from('{"a":').toString('base64url'),
  Buffer.from([0xff, 0xfe]).toString('base64url'),
])('a malformed cursor is refused: %p', (text) => {
  expect(() => decodeCursor(text, Numbers)).toThrow('bad_cursor')
})
