import { expect, test } from 'bun:test'
import { pageEntries } from '#site/routes.tsx'
import { isAccountPage, isUserPage } from './account-pages.ts'

const pages = await Promise.all(
  pageEntries.flatMap(({ paths, module }) => paths.map(async (path) => ({ path, guard: (await module()).page.guard }))),
)
const filled = (path: string) => path.replace(/:\w+/g, 'ktos')

test('isUserPage is true exactly for pages whose guard requires a session', () => {
  const wrong = pages.filter(({ path, guard }) => isUserPage(filled(path)) !== (guard === 'user'))
  expect(wrong).toEqual([])
})

test("isAccountPage is true for every page with the guard 'guest'", () => {
  expect(pages.filter(({ path, guard }) => guard === 'guest' && !isAccountPage(path))).toEqual([])
})

test('isUserPage ignores query, fragment and trailing slashes', () => {
  expect(['/submit?community=kolej', '/saved#x', '/messages/', '/conversation/anna?x=1'].map(isUserPage)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['/', '/post/1', '/u/anna', '/conversation', '/submitted'].map(isUserPage)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})
