import { expect, test } from 'bun:test'
import { tokenLife, tokenOfFragment } from './start.ts'

const fragment = (value: unknown) => `#auth=${encodeURIComponent(JSON.stringify(value))}`

test('LOGIN-9 a token in the fragment #auth is accepted on localhost only', () => {
  const hash = fragment({ token: 'abc', user: { id: 1 }, user_id: 1, username: 'anna' })
  expect(['localhost', 'adult.localhost', '127.0.0.1'].map((host) => tokenOfFragment(hash, host))).toEqual([
    'abc',
    'abc',
    'abc',
  ])
  expect(['watek.example', 'localhost.example', '10.0.0.1'].map((host) => tokenOfFragment(hash, host))).toEqual([
    null,
    null,
    null,
  ])
})

test('the JSON in the fragment #auth may lack URL encoding', () => {
  expect(tokenOfFragment('#auth={"token":"abc"}', 'localhost')).toBe('abc')
})

test('a fragment without a valid token is ignored', () => {
  const hashes = [
    '',
    '#comments',
    '#auth=',
    '#auth=null',
    '#auth=[]',
    '#auth={',
    '#auth=%E0%A4%A',
    fragment({ token: 7 }),
    fragment({ token: '' }),
  ]
  expect(hashes.map((hash) => tokenOfFragment(hash, 'localhost'))).toEqual(hashes.map(() => null))
})

test("a token's lifetime is read from its payload; an unreadable token gets that of a short session", () => {
  const token = `x.${btoa(JSON.stringify({ exp: 5_000 })).replaceAll('=', '')}.x`
  expect(tokenLife(token, 4_000_000)).toBe(1_000_000)
  expect(tokenLife('no token', 0)).toBe(86_400_000)
})
