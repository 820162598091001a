import { expect, test } from 'bun:test'
import { paths } from './paths.ts'

test('a page without parameters has a URL without a query', () => {
  expect(paths.home()).toBe('/')
  expect(paths.login()).toBe('/login')
  expect(paths.submit(null)).toBe('/submit')
  expect(paths.saved(1)).toBe('/saved')
  expect(paths.post(12)).toBe('/post/12')
})

test('parameters are encoded in the query', () => {
  expect(paths.home('new')).toBe('/?sort=new')
  expect(paths.login('/post/1?a=b&c')).toBe('/login?next=%2Fpost%2F1%3Fa%3Db%26c')
  expect(paths.search('żółw & co')).toBe('/search?q=%C5%BC%C3%B3%C5%82w%20%26%20co')
  expect(paths.verifyEmailLogin('t+k', 'jan+x@example.com')).toBe(
    '/verify-email-login?token=t%2Bk&email=jan%2Bx%40example.com',
  )
  expect(paths.messages('Ala_1')).toBe('/messages?to=Ala_1')
})

test('names are encoded in the path', () => {
  expect(paths.user('Ala_1')).toBe('/u/Ala_1')
  expect(paths.category('a/../b')).toBe('/r/a%2F..%2Fb')
})

test('the link to a comment names it in the query for the server and in the fragment for the browser', () => {
  expect(paths.post(12, 34)).toBe('/post/12?comment=34#comment-34')
})
