import { expect, test } from 'bun:test'
import { canonicalLink, domainOf } from './link-url.ts'

test.each([
  ['https://Example.ORG:443/a?utm_source=x&b=1&UTM_Medium=y#part', 'https://example.org/a?b=1'],
  ['http://example.org:80', 'http://example.org/'],
  ['https://example.org:8443/a/', 'https://example.org:8443/a/'],
  ['https://example.org/?utm_campaign=x', 'https://example.org/'],
  ['  https://example.org/a?q=a%20b+c&&d  ', 'https://example.org/a?q=a%20b+c&d'],
  ['https://example.org/żółw?ą=ć', 'https://example.org/%C5%BC%C3%B3%C5%82w?%C4%85=%C4%87'],
  ['https://żółw.pl/', 'https://xn--w-uga1v8h.pl/'],
])('WRITE-1 a link is normalized: %s', (typed, link) => {
  expect(canonicalLink(typed)).toBe(link)
  expect(canonicalLink(link)).toBe(link)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://example.org/',
  'file:///etc/passwd',
  '//example.org/',
  '/submit',
  'example.org',
  'https://',
  '',
  'https://user:secret@example.org/',
  `https://example.org/${'a'.repeat(2_000)}`,
  `https://example.org/${'ż'.repeat(700)}`,
])('WRITE-1 the text %s is not accepted as a link', (typed) => {
  expect(canonicalLink(typed)).toBeNull()
})

test('WRITE-1 the domain of a link is shown without www', () => {
  expect(domainOf('https://www.example.org:8443/a')).toBe('example.org')
  expect(domainOf('https://news.example.org/')).toBe('news.example.org')
})
