import { expect, test } from 'bun:test'
import { slugWords } from './slug-words.ts'

test.each([
  ['/forum/jaki-rower-do-miasta-t10.html', 'jaki rower do miasta'],
  ['/t/jaki-rower/12/3', 'jaki rower'],
  ['/topic/12/jaki-rower-do-miasta/4', 'jaki rower do miasta'],
  ['/showthread.php?12-Jaki-rower', 'Jaki rower'],
  ['/forum/%C5%BC%C3%B3%C5%82ty+chleb', 'żółty chleb'],
  ['/wszystko-o-rowerach/jaki_rower_2024', 'wszystko o rowerach'],
  ['/rower', 'rower'],
  ['/forum/viewtopic.php?f=2&t=10', ''],
  ['/viewtopic.php?t=10&p=102', ''],
  ['/category/2/rowery', 'rowery'],
  ['/%E0%A4%A', ''],
  ['/', ''],
])('the slug of %s has the search words "%s"', (address, words) => {
  const { pathname, search } = new URL(address, 'https://forum.example.org')
  expect(slugWords(pathname, search)).toBe(words)
})

test('a URL with a thousand words gives only its first eight as search words', () => {
  expect(slugWords(`/${'rower-'.repeat(1_000)}`)).toBe('rower rower rower rower rower rower rower rower')
})
