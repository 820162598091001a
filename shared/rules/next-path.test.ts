import { expect, test } from 'bun:test'
import { safeNext } from './next-path.ts'

test('a next path of this site is returned unchanged', () => {
  expect(safeNext('/')).toBe('/')
  expect(safeNext('/post/12?comment=3#comment-3')).toBe('/post/12?comment=3#comment-3')
  expect(safeNext('/search?q=%C5%BC%C3%B3%C5%82w&next=http:%2F%2Fx')).toBe(
    '/search?q=%C5%BC%C3%B3%C5%82w&next=http:%2F%2Fx',
  )
})

test('a next URL of another site is refused', () => {
  expect(safeNext('https://evil.example/')).toBeNull()
  expect(safeNext('//evil.example')).toBeNull()
  expect(safeNext('/.//evil.example')).toBeNull()
  expect(safeNext('javascript:alert(1)')).toBeNull()
  expect(safeNext('evil.example')).toBeNull()
})

test('a path that a browser would resolve to another site is refused', () => {
  expect(safeNext('/\\evil.example')).toBeNull()
  expect(safeNext('\\/evil.example')).toBeNull()
  expect(safeNext('/\t/evil.example')).toBeNull()
  expect(safeNext('/\n/evil.example')).toBeNull()
  expect(safeNext(' //evil.example')).toBeNull()
  expect(safeNext('/a\r\nSet-Cookie: x=1')).toBeNull()
  expect(safeNext('/\u0000')).toBeNull()
})

test('a next path that is malformed or far too long is refused', () => {
  expect(safeNext(undefined)).toBeNull()
  expect(safeNext(null)).toBeNull()
  expect(safeNext(['/'])).toBeNull()
  expect(safeNext('')).toBeNull()
  expect(safeNext('/\ud800')).toBeNull()
  expect(safeNext(`/${'a'.repeat(7000)}`)).toBeNull()
})
