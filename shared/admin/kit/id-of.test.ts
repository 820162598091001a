import { expect, test } from 'bun:test'
import { idOf } from './id-of.ts'

test('a row id in the URL must be a whole number above 0', () => {
  expect(
    ['7', '2147483647', '', '0', '-1', '07', '1.5', '1e3', ' 7', '12345678901', "7' or 1=1", '٧'].map(idOf),
  ).toEqual([7, 2147483647, null, null, null, null, null, null, null, null, null, null])
})
