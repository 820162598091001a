import 'fake-indexeddb/auto'
import { afterAll, beforeEach, expect, test } from 'bun:test'
import type { Runtime } from '#site/core/page.ts'
import { fetchAhead } from './fetch-ahead.ts'

const asked: string[] = []
const line = { connection: {} as object, onLine: true, locks: { request: runAtOnce } }
async function runAtOnce(_: string, __: object, run: (lock: object) => Promise<void>): Promise<void> {
  await run({})
}

const before = { navigator: globalThis.navigator, fetch: globalThis.fetch }
Object.defineProperty(globalThis, 'navigator', { value: line, configurable: true, writable: true })
globalThis.fetch = (async (path: string) => {
  asked.push(path)
  return { redirected: true }
}) as unknown as typeof fetch
afterAll(() => {
  Object.defineProperty(globalThis, 'navigator', { value: before.navigator, configurable: true, writable: true })
  globalThis.fetch = before.fetch
})
beforeEach(() => void (asked.length = 0))

const runtime = {
  variant: 'normal',
  api: { posts: { list: async () => ({ posts: [{ id: 7 }], next_cursor: null }) } },
} as unknown as Runtime

test('OFF-4 feeds and threads are fetched ahead on an unmetered connection', async () => {
  line.connection = { saveData: false, type: 'wifi' }
  await fetchAhead(runtime)
  expect(asked).toEqual(expect.arrayContaining(['/', '/offline', '/post/7']))
})

test.each([{ saveData: true }, { type: 'cellular' }])(
  'OFF-4 nothing is fetched ahead on a metered connection: %j',
  async (connection) => {
    line.connection = connection
    await fetchAhead(runtime)
    expect(asked).toEqual([])
  },
)
