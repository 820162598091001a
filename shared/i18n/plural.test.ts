import { expect, test } from 'bun:test'
import { counted, formatNumber, plural } from './plural.ts'

const posts = { pl: { one: 'post', few: 'posty', many: 'postów' }, en: { one: 'post', other: 'posts' } }

test('Polish counts 1 post, 2 posty, 5 postów', () => {
  expect([0, 1, 2, 4, 5, 12, 21, 22, 25, 112].map((n) => plural('pl', n, posts.pl))).toEqual([
    'postów',
    'post',
    'posty',
    'posty',
    'postów',
    'postów',
    'postów',
    'posty',
    'postów',
    'postów',
  ])
})

test('English counts 1 post, 2 posts', () => {
  expect([0, 1, 2].map((n) => plural('en', n, posts.en))).toEqual(['posts', 'post', 'posts'])
})

test('a number is joined to its word by a no-break space and grouped by the rules of the language', () => {
  expect(counted('pl', 5, posts.pl)).toBe('5 postów')
  expect(counted('en', 12_345, posts.en)).toBe('12,345 posts')
  expect(formatNumber('pl', 12_345)).toBe('12\u00a0345')
  expect([formatNumber('pl', 11.7), formatNumber('en', 11.7)]).toEqual(['11,7', '11.7'])
})
