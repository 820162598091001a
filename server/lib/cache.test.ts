import { expect, test } from 'bun:test'
import { createCache } from './cache.ts'

function createTimedCache(options: { maxEntries?: number; maxBytes?: number } = {}) {
  const clock = { time: 1_000 }
  const cache = createCache<string>({
    ttlMs: 100,
    maxEntries: 3,
    sizeOf: (value) => value.length,
    now: () => clock.time,
    ...options,
  })
  return { cache, clock }
}

test('a cache entry expires after its TTL', () => {
  const { cache, clock } = createTimedCache()
  cache.set('a', 'one')
  clock.time += 99
  expect(cache.get('a')).toBe('one')
  clock.time += 1
  expect(cache.get('a')).toBeUndefined()
})

test('the least recently used cache entry is evicted beyond the maximum number of entries', () => {
  const { cache } = createTimedCache()
  for (const key of ['a', 'b', 'c']) cache.set(key, key)
  cache.get('a')
  cache.set('d', 'd')
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'd'])
})

test('cache entries are evicted beyond the maximum of bytes, and a larger value is not cached', () => {
  const { cache } = createTimedCache({ maxBytes: 5 })
  cache.set('a', 'aaa')
  cache.set('b', 'bbb')
  cache.set('c', 'cccccc')
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.bytes]).toEqual([undefined, 'bbb', undefined, 3])
})

test('setting a cache key again replaces its value and restarts its TTL', () => {
  const { cache, clock } = createTimedCache()
  cache.set('a', 'one')
  clock.time += 60
  cache.set('a', 'other')
  clock.time += 60
  expect([cache.get('a'), cache.size, cache.bytes]).toEqual(['other', 1, 5])
})

test('concurrent callers for one cache key share one load', async () => {
  const { cache } = createTimedCache()
  const { promise, resolve } = Promise.withResolvers<string>()
  let loads = 0
  const load = () =>
    cache.load('a', () => {
      loads += 1
      return promise
    })
  const answers = [load(), load(), load()]
  resolve('one')
  expect(await Promise.all([...answers, load()])).toEqual(['one', 'one', 'one', 'one'])
  expect(loads).toBe(1)
})

test('a failed load rejects for all its callers and is not cached', async () => {
  const { cache } = createTimedCache()
  const failing = [1, 2].map(() =>
    cache.load('a', () => Promise.reject(new Error('away'))).catch((error: Error) => error.message),
  )
  expect(await Promise.all(failing)).toEqual(['away', 'away'])
  expect(await cache.load('a', async () => 'back')).toBe('back')
})

test('deleteWhere deletes every cache entry that matches, and no other', () => {
  const { cache } = createTimedCache()
  for (const key of ['a', 'b', 'c']) cache.set(key, key)
  cache.deleteWhere((value) => value !== 'b')
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.bytes]).toEqual([undefined, 'b', undefined, 1])
})

test.each(['delete', 'clear'] as const)(
  'a load that began before a %s passes its value to its callers, but is not cached',
  async (method) => {
    const { cache } = createTimedCache()
    const { promise, resolve } = Promise.withResolvers<string>()
    const before = cache.load('a', () => promise)
    cache[method]('a')
    const after = cache.load('a', async () => 'new')
    resolve('old')
    expect([await before, await after, cache.get('a')]).toEqual(['old', 'new', 'new'])
  },
)
