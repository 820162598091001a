import { expect, test } from 'bun:test'
import { pageCount } from './pages.ts'

test('a list fills as many pages as its items need, an empty one has one page', () => {
  expect(pageCount(0, 20)).toBe(1)
  expect(pageCount(20, 20)).toBe(1)
  expect(pageCount(21, 20)).toBe(2)
})
