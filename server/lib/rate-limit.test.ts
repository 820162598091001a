import { expect, test } from 'bun:test'
import { createMemoryRateStore, createRateLimiter, MAX_COUNTERS, type Counter } from './rate-limit.ts'

const counter = (key: string | number, rule = 'test'): Counter => ({ rule, key: String(key), max: 1, windowMs: 60_000 })

test('rate limit counters are bounded, and those of one rule never evict those of another', async () => {
  const store = createMemoryRateStore(() => 0)
  await store.take([counter('kept', 'other')])
  await Promise.all(Array.from({ length: MAX_COUNTERS + 1_000 }, (_, n) => store.take([counter(n)])))
  expect(store.size).toBe(MAX_COUNTERS + 1)
  expect(await store.check([counter('kept', 'other')])).toBe(60_000)
  expect(await store.check([counter(0)])).toBe(0)
  expect(await store.check([counter(MAX_COUNTERS + 999)])).toBe(60_000)
})

test('an expired rate limit counter is removed at the next call by any caller', async () => {
  let time = 0
  const store = createMemoryRateStore(() => time)
  await Promise.all(Array.from({ length: 100 }, (_, n) => store.take([counter(n)])))
  time = 60_000
  await store.take([counter('next')])
  expect(store.size).toBe(1)
})

test('a refused or merely checked call leaves no rate limit counter', async () => {
  const store = createMemoryRateStore(() => 0)
  await store.take([counter('blocked')])
  await Promise.all(Array.from({ length: 100 }, (_, n) => store.take([counter('blocked'), counter(`made up ${n}`)])))
  await store.check([counter('looked at')])
  expect(store.size).toBe(1)
})

test('a rate limit counter stores a short hash of its key, equal for any case, not the text itself', async () => {
  const keys: string[] = []
  const store = {
    ...createMemoryRateStore(),
    take: async (counters: Counter[]) => {
      keys.push(...counters.map(({ key }) => key))
      return 0
    },
  }
  const limiter = createRateLimiter(1, store)
  for (const email of ['Kasia@example.org', 'kasia@EXAMPLE.org', `${'x'.repeat(10_000)}@example.org`])
    await limiter.take('reset_mail', { email })
  expect(keys[0]).toBe(keys[1]!)
  expect(keys.map((key) => key.length)).toEqual([23, 23, 23])
  expect(keys.join()).not.toContain('kasia')
})

test('larger IPv6 networks have larger rate limits', async () => {
  const limiter = createRateLimiter(
    1,
    createMemoryRateStore(() => 0),
  )
  const ask = (address: string) => limiter.tryTake('reset_mail', { address })
  const fromOne = await Promise.all(Array.from({ length: 11 }, () => ask('2001:db8::1')))
  const fromHouseholds = await Promise.all(Array.from({ length: 31 }, (_, n) => ask(`2001:db8:0:${n + 1}::1`)))
  expect(fromOne.filter((wait) => wait === 0)).toHaveLength(10)
  expect(fromHouseholds.filter((wait) => wait === 0)).toHaveLength(30)
})

test('a rate limit rule with two windows for one key counts a call in both or in none', async () => {
  let time = 0
  const limiter = createRateLimiter(
    1,
    createMemoryRateStore(() => time),
  )
  const passed: number[] = []
  for (let quarter = 0; quarter < 96; quarter += 1) {
    time = quarter * 15 * 60_000
    const waits = await Promise.all(
      Array.from({ length: 20 }, () => limiter.tryTake('known_browser_code', { browser: 'one' })),
    )
    passed.push(waits.filter((wait) => wait === 0).length)
  }
  expect(passed).toEqual([10, 10, 10, ...Array(93).fill(0)])
  expect(await limiter.tryTake('known_browser_code', { browser: 'other' })).toBe(0)
  time = 24 * 60 * 60_000
  expect(await limiter.tryTake('known_browser_code', { browser: 'one' })).toBe(0)
})
