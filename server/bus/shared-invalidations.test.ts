import { afterAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import { createInvalidations, type CacheTag } from '#server/lib/invalidations.ts'
import { createLogger } from '#server/lib/log.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createPostgresBus } from './postgres-bus.ts'
import { shareInvalidations } from './shared-invalidations.ts'

const database = await createTestDatabase()
const buses = await Promise.all([1, 2].map(() => createPostgresBus(database.url, createLogger('silent', true))))
const [one, other] = buses.map((bus) => shareInvalidations(createInvalidations(), bus)) as [
  ReturnType<typeof createInvalidations>,
  ReturnType<typeof createInvalidations>,
]

afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()))
  await database.drop()
})

const nextAt = (invalidations: typeof one) =>
  new Promise<CacheTag[]>((resolve) => {
    const end = invalidations.subscribe((tags) => {
      end()
      resolve([...tags])
    })
  })

test('SCALE-2 an invalidation by one process removes the entry from the cache of the other process', async () => {
  const arrived = nextAt(other)
  one.publish(['post:1', 'user:2'])
  expect(await arrived).toEqual(['post:1', 'user:2'])
})

test('SCALE-2 a process ignores its own invalidations when they arrive from the bus', async () => {
  const seen: CacheTag[][] = []
  const end = one.subscribe((tags) => seen.push([...tags]))
  const otherEvent = nextAt(other)
  one.publish(['post:3'])
  await otherEvent
  const arrived = nextAt(one)
  other.publish(['post:4'])
  await arrived
  end()
  expect(seen).toEqual([['post:3'], ['post:4']])
})

test('SCALE-2 an invalidation with more tags than fit into a bus message empties every cache', async () => {
  const arrived = nextAt(other)
  one.publish(Array.from({ length: 1_000 }, (_, at) => `post:${at}` as const))
  expect(await arrived).toEqual(['*'])
})

test('SCALE-2 a lost bus connection empties every cache, since messages may have been missed', async () => {
  const arrived = Promise.all([nextAt(one), nextAt(other)])
  const admin = postgres(database.url, { max: 1 })
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'watek bus' and datname
    = current_database()`
  await admin.end()
  expect(await arrived).toEqual([['*'], ['*']])
})
