import { afterAll, describe, expect, test } from 'bun:test'
import postgres from 'postgres'
import { loadConfig } from '#server/config.ts'
import { createEvents } from '#server/features/events/events.ts'
import { createInvalidations, type CacheTag } from '#server/lib/invalidations.ts'
import { createLogger } from '#server/lib/log.ts'
import { connectRedis } from '#server/redis/connection.ts'
import { missingRedis, startRedis } from '#server/redis/testing/redis-server.ts'
import { createTestDatabase } from '#server/test/database.ts'
import type { Bus } from './bus.ts'
import { createPostgresBus } from './postgres-bus.ts'
import { createRedisBus } from './redis-bus.ts'
import { shareInvalidations } from './shared-invalidations.ts'

const log = createLogger('silent', true)
const database = await createTestDatabase()
const missing = missingRedis()
const redisServer = missing === null ? await startRedis() : null
const disposers: (() => unknown)[] = []

afterAll(async () => {
  for (const dispose of disposers) await dispose()
  await redisServer?.stop()
  await database.drop()
})

test.skipIf(missing !== null)(
  `Redis is installed for the tests of its bus${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    expect(redisServer).not.toBeNull()
  },
)

async function openBus(kind: 'PostgreSQL' | 'Redis'): Promise<Bus> {
  const direct = await createPostgresBus(database.url, log)
  if (kind === 'PostgreSQL') {
    disposers.push(direct.close)
    return direct
  }
  const redis = connectRedis(redisServer!.url, log)
  const bus = await createRedisBus(redis, direct, log)
  disposers.push(() => bus.close(), redis.close)
  return bus
}

function collect(bus: Bus) {
  const [messages, gaps]: [string[], number[]] = [[], []]
  bus.subscribe(
    (message) => messages.push(message),
    () => gaps.push(messages.length),
  )
  return { messages, gaps }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await Bun.sleep(5)
}

/** A Redis subscription takes a moment to start, so messages are published until every receiver has got one. */
async function untilConnected(from: Bus, ...receivers: { messages: string[] }[]): Promise<void> {
  while (!receivers.every(({ messages }) => messages.includes('hello'))) {
    await from.publish('hello')
    await Bun.sleep(10)
  }
}

const kinds: ('PostgreSQL' | 'Redis')[] = redisServer ? ['PostgreSQL', 'Redis'] : ['PostgreSQL']

describe.each(kinds)('SCALE-2 a message bus over %s', (kind) => {
  test('a bus delivers a message to every process, the sender included, in order', async () => {
    const [one, other] = [await openBus(kind), await openBus(kind)]
    const [atOne, atOther] = [collect(one), collect(other)]
    await untilConnected(one, atOne, atOther)
    for (const message of ['first', 'second', 'third']) await one.publish(message)
    await until(() => [atOne, atOther].every(({ messages }) => messages.includes('third')))
    expect([atOne, atOther].map(({ messages }) => messages.filter((message) => message !== 'hello'))).toEqual([
      ['first', 'second', 'third'],
      ['first', 'second', 'third'],
    ])
  })

  test('a bus delivers nothing after the subscription has ended', async () => {
    const bus = await openBus(kind)
    const messages: string[] = []
    const end = bus.subscribe(
      (message) => messages.push(message),
      () => {},
    )
    const other = collect(bus)
    end()
    await untilConnected(bus, other)
    expect(messages).toEqual([])
  })

  test('a bus reports a gap and continues after its connection to PostgreSQL was lost', async () => {
    const bus = await openBus(kind)
    const seen = collect(bus)
    await untilConnected(bus, seen)
    const admin = postgres(database.url, { max: 1 })
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'watek bus' and datname
      = current_database()`
    await admin.end()
    await until(() => seen.gaps.length > 0)
    seen.messages.length = 0
    await untilConnected(bus, seen)
  })
})

const UNREADABLE = [
  'not json',
  '',
  '{',
  'null',
  '7',
  '"text"',
  '[]',
  '{}',
  '{"type":"other"}',
  '{"type":"changes"}',
  '{"type":"changes","id":"a","changes":null}',
  '' +
    '{"type":"changes","id":"b","changes":[null,{"type":"votes"},' +
    '{"type":"votes","post_ids":7},{"type":"comment","kind":"new","post_id":"x","id":1}]}',
  '{"type":"invalidate","from":"a","tags":7,"lsn":null}',
  '{"type":"invalidate","from":"a","tags":["post:1"],"lsn":"no number"}',
]

describe.each(kinds)('SCALE-2 hostile messages on the channel of %s', (kind) => {
  test('a hostile message on the channel of the bus crashes no process, and the next message arrives', async () => {
    const [one, other] = [await openBus(kind), await openBus(kind)]
    const atOther = collect(other)
    const config = loadConfig({
      DATABASE_URL: database.url,
      SESSION_SECRET: 'x'.repeat(40),
      ADMIN_PASSWORD: 'Staff-password-1',
    })
    const events = createEvents({ bus: other, db: database.db, config, log, now: () => new Date() })
    const invalidations = shareInvalidations(createInvalidations(), other, {
      hold: () => () => {},
      raiseFloor: () => {},
      currentLsn: async () => 0n,
    })
    const invalidated: CacheTag[] = []
    invalidations.subscribe((tags) => invalidated.push(...tags))
    await untilConnected(one, atOther)
    for (const message of UNREADABLE) await one.publish(message)
    await one.publish('{"type":"invalidate","from":"a","tags":["post:7"],"lsn":"1f"}')
    await one.publish('{"type":"changes","id":"c","changes":[{"type":"post","post_id":7}]}')
    await until(() => invalidated.length > 0 && events.lastId() === 'c')
    expect(invalidated).toEqual(['post:7'])
    events.close()
  })
})

test('SCALE-2 no message is lost if only the connection that publishes it breaks', async () => {
  const [one, other] = [await openBus('PostgreSQL'), await openBus('PostgreSQL')]
  const atOther = collect(other)
  await untilConnected(one, atOther)
  const admin = postgres(database.url, { max: 1 })
  const sent: string[] = []
  for (let round = 0; round < 5; round += 1) {
    const messages = Array.from({ length: 20 }, (_, at) => `${round} ${at}`)
    sent.push(...messages)
    await Promise.all([
      ...messages.map((message) => one.publish(message)),
      admin`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'watek bus' and datname = current_database() and query like '%pg_notify%'`,
    ])
  }
  await admin.end()
  await until(() => sent.every((message) => atOther.messages.includes(message)))
  expect(atOther.gaps).toEqual([])
})

test.skipIf(!redisServer)(
  'SCALE-2 messages go through PostgreSQL while Redis is down, and through Redis again afterwards',
  async () => {
    const [one, other] = [await openBus('Redis'), await openBus('Redis')]
    const atOther = collect(other)
    await untilConnected(one, atOther)
    await redisServer!.stop()
    await one.publish('by PostgreSQL')
    await until(() => atOther.messages.includes('by PostgreSQL'))
    await redisServer!.start()
    await until(() => atOther.gaps.length > 0)
    const listener = new Bun.RedisClient(redisServer!.url)
    const raw: string[] = []
    await listener.subscribe('watek', (message) => raw.push(message))
    while (!raw.includes('by Redis')) {
      await one.publish('by Redis')
      await Bun.sleep(20)
    }
    listener.close()
    expect(atOther.messages).toContain('by Redis')
  },
)
