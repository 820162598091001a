import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import { readCookies } from '#server/http/cookies.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { visitorKey } from './page-request.ts'

/** The cache key of a request to the normal variant in Polish. */
async function keyOf(path: string, headers: Record<string, string> = {}): Promise<string | null> {
  const app = new Hono<HttpEnv>()
  let key: string | null = null
  app.get('*', (c) => {
    c.set('variant', 'normal')
    c.set('lang', 'pl')
    c.set('cookies', readCookies(c.req.header('cookie')))
    key = visitorKey(c)
    return c.body(null)
  })
  await app.request(path, { headers })
  return key
}

test('a visitor\'s page is cached by variant, language, confirmed age, path and query', async () => {
  expect(await keyOf('/r/ogrod?sort=new')).toBe('normal pl false /r/ogrod?sort=new')
  expect(await keyOf('/', { cookie: 'adult_ok=1' })).toBe('normal pl true /')
})

test.each([
  ['a session cookie', '/', { cookie: 'session=x' }],
  ['an empty session cookie', '/', { cookie: 'session=' }],
  ['an Authorization header', '/', { authorization: 'Basic x' }],
  ['the panel', '/admin', {}],
  ['a page of the panel', '/admin/users', {}],
] as const)('%s makes a page its reader\'s own', async (_, path, headers) => {
  expect(await keyOf(path, headers)).toBeNull()
})

test('a path that only begins like the panel\'s is a visitor\'s', async () => {
  expect(await keyOf('/administracja')).toBe('normal pl false /administracja')
})
