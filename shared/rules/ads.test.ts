import { expect, test } from 'bun:test'
import { isAdAfterComment, isAdAfterPost } from './ads.ts'

const first12 = Array.from({ length: 13 }, (_, index) => index)

test('an ad is placed after every 5th top-level comment under a post', () => {
  expect(first12.filter((n) => isAdAfterComment(n, false))).toEqual([5, 10])
})

test('an ad is placed after every 3rd top-level comment under a post of an NSFW community', () => {
  expect(first12.filter((n) => isAdAfterComment(n, true))).toEqual([3, 6, 9, 12])
})

test('an ad is placed after every 4th post on a community page', () => {
  expect(first12.filter((n) => isAdAfterPost(n, false))).toEqual([4, 8, 12])
})

test('an ad is placed after every 2nd post on the page of an NSFW community', () => {
  expect(first12.filter((n) => isAdAfterPost(n, true))).toEqual([2, 4, 6, 8, 10, 12])
})
