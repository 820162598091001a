import { expect, test } from 'bun:test'
import { pageButtons, pageCount } from './pages.ts'

test('a list fills as many pages as its items need, an empty one still has one', () => {
  expect(pageCount(0, 20)).toBe(1)
  expect(pageCount(20, 20)).toBe(1)
  expect(pageCount(21, 20)).toBe(2)
})

test('up to seven pages all have a button', () => {
  expect(pageButtons(1, 1)).toEqual([1])
  expect(pageButtons(2, 3)).toEqual([1, 2, 3])
  expect(pageButtons(7, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('SAVED-1 seven of more pages have a button, the current one in the middle', () => {
  expect(pageButtons(10, 20)).toEqual([7, 8, 9, 10, 11, 12, 13])
})

test('near an end the seven stay inside the list', () => {
  expect(pageButtons(1, 20)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pageButtons(3, 20)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pageButtons(19, 20)).toEqual([14, 15, 16, 17, 18, 19, 20])
  expect(pageButtons(20, 20)).toEqual([14, 15, 16, 17, 18, 19, 20])
})

test('a page outside the list gets the buttons of the nearest end', () => {
  expect(pageButtons(-5, 20)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pageButtons(99, 20)).toEqual([14, 15, 16, 17, 18, 19, 20])
  expect(pageButtons(1, 0)).toEqual([1])
})
