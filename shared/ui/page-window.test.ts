import { expect, test } from 'bun:test'
import { pageWindow } from './page-window.ts'

test.each([
  [1, 3, 7, [1, 2, 3]],
  [1, 20, 7, [1, 2, 3, 4, 5, 6, 7]],
  [10, 20, 7, [7, 8, 9, 10, 11, 12, 13]],
  [20, 20, 7, [14, 15, 16, 17, 18, 19, 20]],
  [4, 20, 6, [1, 2, 3, 4, 5, 6]],
  [1, 1, 7, [1]],
  [3, 20, 7, [1, 2, 3, 4, 5, 6, 7]],
  [19, 20, 7, [14, 15, 16, 17, 18, 19, 20]],
  [-5, 20, 7, [1, 2, 3, 4, 5, 6, 7]],
  [99, 20, 7, [14, 15, 16, 17, 18, 19, 20]],
])('SAVED-1 the pagination of page %d of %d shows at most %d buttons', (page, pageCount, max, expected) => {
  expect(pageWindow(page, pageCount, max)).toEqual(expected)
})
