import { afterAll, beforeEach, expect, test } from 'bun:test'
import type { Viewer } from '#server/context.ts'
import { createStreamSlots } from '#server/features/events/stream-slots.ts'
import { createLogger } from '#server/lib/log.ts'
import { connectRedis } from './connection.ts'
import { createRedisStreamSlots } from './stream-slots.ts'
import { missingRedis, startRedis } from './testing/redis-server.ts'

const missing = missingRedis()
const server = missing === null ? await startRedis() : null
const redis = server && connectRedis(server.url, createLogger('silent', true))

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

const member = (id: number) => ({ id }) as Viewer
/** Two simulated processes share a Redis. */
const open = () =>
  [1, 2].map(() => createStreamSlots(1, createRedisStreamSlots(redis!))) as [
    ReturnType<typeof createStreamSlots>,
    ReturnType<typeof createStreamSlots>,
  ]
const statusOf = (taken: Promise<unknown>) =>
  taken.then(
    () => 200,
    ({ status }: { status: number }) => status,
  )

test.skipIf(missing !== null)(
  `Redis is installed for the tests that count event streams${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    expect(redis!.isUp()).toBe(true)
  },
)

test.skipIf(!redis)('SCALE-2 processes together allow six streams per account, twenty per IPv4 network', async () => {
  const [one, other] = open()
  const slots = await Promise.all(
    [1, 2, 3].flatMap((at) => [one.take(member(1), `192.0.2.${at}`), other.take(member(1), `192.0.2.${10 + at}`)]),
  )
  expect(await Promise.all([one, other].map((process) => statusOf(process.take(member(1), '192.0.2.20'))))).toEqual([
    429, 429,
  ])
  other.release(slots[1]!)
  await Bun.sleep(0)
  while ((await statusOf(one.take(member(1), '192.0.2.20'))) !== 200) await Bun.sleep(5)
  const atOnce = await Promise.all(
    Array.from({ length: 30 }, (_, at) => statusOf((at % 2 ? one : other).take(null, '198.51.100.1'))),
  )
  expect(atOnce.filter((status) => status === 200)).toHaveLength(20)
})

test.skipIf(!redis)('SCALE-2 event stream slots of a dead process expire, renewed ones do not', async () => {
  const [one, other] = open()
  const slots = await Promise.all([1, 2, 3, 4, 5, 6].map((at) => one.take(member(2), `203.0.113.${at}`)))
  await redis!.run((client) =>
    client.send('ZADD', ['watek:streams:account 2', ...slots.flatMap(({ id }) => ['1', id])]),
  )
  one.renew(slots.slice(1))
  while (
    Number((await redis!.run((client) => client.send('ZCOUNT', ['watek:streams:account 2', '2', '+inf'])))!.result) < 5
  )
    await Bun.sleep(5)
  expect(await Promise.all([1, 2].map((at) => statusOf(other.take(member(2), `203.0.113.${10 + at}`))))).toEqual([
    200, 429,
  ])
})

test.skipIf(!redis)('SCALE-2 each process counts its own event streams while Redis is down', async () => {
  const [one] = open()
  await server!.stop()
  const statuses = await Promise.all(
    Array.from({ length: 7 }, (_, at) => statusOf(one.take(member(3), `192.0.2.${at}`))),
  )
  await server!.start()
  expect(statuses.toSorted()).toEqual([...Array(6).fill(200), 429])
})
