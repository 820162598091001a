import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { createLogger } from '#server/lib/log.ts'
import { createMemoryRateStore, type Counter, type RateStore } from '#server/lib/rate-limit.ts'
import { connectRedis } from './connection.ts'
import { createRedisRateStore } from './rate-store.ts'
import { missingRedis, startRedis } from './testing/redis-server.ts'

const log = createLogger('silent', true)
const missing = missingRedis()
const server = missing === null ? await startRedis() : null
const redis = server && connectRedis(server.url, log)
afterAll(async () => {
  redis?.close()
  await server?.stop()
})

const untilUp = async () => {
  while (!(await redis!.run((client) => client.send('PING', [])))) await Bun.sleep(10)
}
beforeEach(async () => {
  if (redis) await untilUp()
})

test.skipIf(missing !== null)(
  `Redis is installed for the tests of its rate store${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    expect(redis!.isUp()).toBe(true)
  },
)

const counter = (key: string, max: number, windowMs = 60_000): Counter => ({ rule: 'test', key, max, windowMs })

const stores: [string, () => RateStore][] = [
  ['in memory', () => createMemoryRateStore()],
  ...(redis
    ? [['in Redis', () => createRedisRateStore(redis, createMemoryRateStore())] satisfies [string, () => RateStore]]
    : []),
]

describe.each(stores)('SCALE-2 a rate store %s', (name, create) => {
  const store = create()

  test('a rate store allows the maximum of calls in a window, then returns the time left in it', async () => {
    const once = [counter(`${name} full`, 3)]
    expect([await store.take(once), await store.take(once), await store.take(once)]).toEqual([0, 0, 0])
    const wait = await store.take(once)
    expect(wait).toBeGreaterThan(50_000)
    expect(wait).toBeLessThanOrEqual(60_000)
  })

  test('a rate store counts a call in none of its windows if one of them is full', async () => {
    const [open, full] = [counter(`${name} open`, 2), counter(`${name} used`, 1)]
    await store.take([full])
    expect(await store.take([open, full])).toBeGreaterThan(0)
    expect([await store.take([open]), await store.take([open])]).toEqual([0, 0])
  })

  test('a rate store can check a limit without counting', async () => {
    const once = [counter(`${name} looked at`, 1)]
    expect([await store.check(once), await store.check(once), await store.take(once)]).toEqual([0, 0, 0])
    expect(await store.check(once)).toBeGreaterThan(0)
  })

  test('a rate store can undo a count, once and never below zero', async () => {
    const twice = [counter(`${name} given back`, 2)]
    await store.giveBack(twice)
    expect([await store.take(twice), await store.take(twice)]).toEqual([0, 0])
    await store.giveBack(twice)
    expect(await store.take(twice)).toBe(0)
    expect(await store.take(twice)).toBeGreaterThan(0)
  })

  test('a rate store starts a new count once the window has ended', async () => {
    const short = [counter(`${name} short`, 1, 30)]
    expect(await store.take(short)).toBe(0)
    while ((await store.take(short)) > 0) await Bun.sleep(5)
    expect(await store.check(short)).toBeGreaterThan(0)
  })

  test('a rate store allows exactly its limit out of a hundred simultaneous calls', async () => {
    const waits = await Promise.all(Array.from({ length: 100 }, () => store.take([counter(`${name} crowd`, 10)])))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
  })
})

test.skipIf(!redis)(
  'SCALE-2 a process counts locally while Redis is down, and in Redis again once it is back',
  async () => {
    const store = createRedisRateStore(redis!, createMemoryRateStore())
    const once = [counter('away', 1)]
    await server!.stop()
    expect(await store.take(once)).toBe(0)
    expect(await store.take(once)).toBeGreaterThan(0)
    await server!.start()
    await untilUp()
    expect(await store.take(once)).toBe(0)
  },
)

test.skipIf(!redis)('SCALE-2 a Redis that does not respond delays one request briefly and no other', async () => {
  const store = createRedisRateStore(redis!, createMemoryRateStore())
  process.kill(server!.pid(), 'SIGSTOP')
  try {
    const waits = await Promise.all(Array.from({ length: 5 }, () => store.take([counter('stalled', 3)])))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
    expect(redis!.isUp()).toBe(false)
  } finally {
    process.kill(server!.pid(), 'SIGCONT')
  }
})
