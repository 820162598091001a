import { expect, test } from 'bun:test'
import type { Services } from '#server/context.ts'
import { createCallerOf } from '#server/http/request.ts'
import { loadConfig } from '#server/config.ts'
import { visitorKey } from './page-request.ts'

const callerOf = createCallerOf({
  config: loadConfig({ NODE_ENV: 'development' }),
  settings: { value: (key: string) => (key === 'languages' ? ['pl', 'en'] : 'pl') } as never,
})

const services = { settings: { value: () => [] }, now: () => new Date() } as unknown as Services

/** Returns the cache key of a Polish request to the safe-for-work host. */
function keyOf(path: string, headers: Record<string, string> = {}): string | null {
  const request = new Request(`http://localhost${path}`, { headers })
  return visitorKey({ services }, request, callerOf(request, undefined))
}

test("the cache key of a visitor's page has adult or normal host, language, age confirmation, theme and URL", () => {
  expect(keyOf('/r/ogrod?sort=new')).toBe('normal pl false off light /r/ogrod?sort=new')
  expect(keyOf('/', { cookie: 'adult_ok=1' })).toBe('normal pl true off light /')
  expect(keyOf('/', { cookie: 'theme=dark' })).toBe('normal pl false off dark /')
})

test.each([
  ['a session cookie', '/', { cookie: 'session=x' }],
  ['an empty session cookie', '/', { cookie: 'session=' }],
  ['an Authorization header', '/', { authorization: 'Basic x' }],
  ['the address of the panel', '/admin', {}],
  ['the address of a page of the panel', '/admin/users', {}],
  ['the address of the panel in another spelling', '/ADMIN', {}],
  ['the encoded address of the panel', '/%61dmin/users', {}],
] as const)('a request with %s is not answered from the page cache of visitors', (_, path, headers) => {
  expect(keyOf(path, headers)).toBeNull()
})

test("a path that merely starts like the panel's is cached for visitors", () => {
  expect(keyOf('/administracja')).toBe('normal pl false off light /administracja')
})
