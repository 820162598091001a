import { expect, test } from 'bun:test'
import { idOf } from './id-of.ts'

test('an address names a row by a whole number above 0 only', () => {
  expect(
    ['7', '2147483647', '', '0', '-1', '07', '1.5', '1e3', ' 7', '12345678901', "7' or 1=1", '٧'].map(idOf),
  ).toEqual([7, 2147483647, null, null, null, null, null, null, null, null, null, null])
})
