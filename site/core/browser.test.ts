import { afterAll, beforeEach, expect, test } from 'bun:test'
import { catalog } from '#shared/i18n/index.ts'
import { createBrowserApi } from './browser.ts'
import type { SiteInfo } from './page.ts'

const site = { normal_origin: 'http://localhost:3000', adult_origin: 'http://adult.localhost:3000' } as SiteInfo
const stored = new Map<string, string>()
const real = { fetch: globalThis.fetch, document: globalThis.document, localStorage: globalThis.localStorage }
let ended = 0

/** Fakes a rendered page, a localStorage and a server that refuses every call because the login session has ended. */
beforeEach(() => {
  ended = 0
  stored.clear()
  stored.set('token', 'abc')
  Object.assign(globalThis, {
    document: { getElementById: () => ({}) },
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      removeItem: (key: string) => stored.delete(key),
    },
    fetch: async () => new Response('{"detail":"x","code":"not_signed_in"}', { status: 401 }),
  })
})
afterAll(() => {
  Object.assign(globalThis, real)
})

const api = () =>
  createBrowserApi(catalog('pl'), site, () => {
    ended += 1
  })

test('SAVE-4 a 401 of saves.isSaved does not end the session', async () => {
  await api()
    .saves.isSaved({ post_id: 1 })
    .catch(() => {})
  expect([ended, stored.get('token')]).toEqual([0, 'abc'])
})

test('a 401 of any call but saves.isSaved ends the session', async () => {
  await api()
    .users.me()
    .catch(() => {})
  expect([ended, stored.get('token')]).toEqual([1, undefined])
})
