import { afterAll, describe, expect, test } from 'bun:test'
import postgres from 'postgres'
import { eq } from 'drizzle-orm'
import { createPostgresBus } from '#server/bus/postgres-bus.ts'
import { createRedisBus } from '#server/bus/redis-bus.ts'
import { createDb } from '#server/db/driver/client.ts'
import { session } from '#server/features/auth/table.ts'
import { createApp } from '#server/http/app.ts'
import { createLogger } from '#server/lib/log.ts'
import { connectRedis } from '#server/redis/connection.ts'
import { missingRedis, startRedis } from '#server/redis/testing/redis-server.ts'
import { createServices } from '#server/services.ts'
import { createTestApp } from '#server/test/app.ts'
import { readEvents, type EventStream } from '#server/test/event-stream.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'

/* Two apps with pools and buses of their own, as two processes have them, on one database. */

const t = await createTestApp()
const log = createLogger('silent', true)
const missing = missingRedis()
const redisServer = missing === null ? await startRedis() : null
const disposers: (() => unknown)[] = []

afterAll(async () => {
  for (const dispose of disposers.toReversed()) await dispose()
  await redisServer?.stop()
})

async function openApp(kind: 'PostgreSQL' | 'Redis') {
  const direct = await createPostgresBus(t.url, log)
  const redis = kind === 'Redis' ? connectRedis(redisServer!.url, log) : null
  const bus = redis ? await createRedisBus(redis, direct) : direct
  const database = createDb(t.url, { max: 4 })
  const services = createServices({ config: t.config, db: database.db, log, bus })
  const app = createApp(services)
  disposers.push(() => database.close(), () => redis?.close(), () => bus.close(), () => services.events.close())

  async function call(token: string, method: string, path: string, body: object = {}): Promise<void> {
    const answer = await app.request(path, {
      method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, ...(method !== 'DELETE' && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  }

  async function listen(token: string | null, topics: string, lastEventId?: string): Promise<EventStream> {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(lastEventId && { 'last-event-id': lastEventId }) }
    const stream = readEvents(await app.request(`/api/events?topics=${topics}`, { headers }))
    disposers.push(stream.close)
    await stream.next('hello')
    return stream
  }

  return { services, call, listen }
}

async function fixture() {
  const [author, writer] = [await createUser(t.db), await createUser(t.db)]
  const post = await createPost(t.db, { author, category: await createCategory(t.db) })
  const [authors, writers] = [await t.bearerOf(author), await t.bearerOf(writer)]
  return { author, writer, post, authors, writers }
}

type App = Awaited<ReturnType<typeof openApp>>

/** Until a message of each app has reached the other: a subscription takes a moment to reach Redis. */
async function untilConnected(one: App, other: App): Promise<void> {
  const member = await createUser(t.db)
  const token = await t.bearerOf(member)
  for (const [from, to] of [[one, other], [other, one]] as const) {
    const stream = await to.listen(token, 'me')
    while (!stream.received.some(({ name }) => name === 'notification')) {
      from.services.events.publish({ type: 'notifications', user_id: member.id })
      await Bun.sleep(10)
    }
    await stream.close()
  }
}

const kinds: ('PostgreSQL' | 'Redis')[] = redisServer ? ['PostgreSQL', 'Redis'] : ['PostgreSQL']

test.skipIf(missing !== null)(`Redis is there to carry events${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  expect(redisServer).not.toBeNull()
})

describe.each(kinds)('through %s', async (kind) => {
  const [one, other] = [await openApp(kind), await openApp(kind)]
  await untilConnected(one, other)

  test('LIVE-9 what is written on one process reaches the streams of the other', async () => {
    const { author, writer, post, authors, writers } = await fixture()
    const stream = await other.listen(authors, `me,post:${post.id}`)
    await one.call(writers, 'POST', '/api/comments', { post_id: post.id, content: 'Z pierwszego' })
    expect((await stream.next('notification')).data).toMatchObject({ unread_count: 1, notification: { content: 'Z pierwszego' } })
    expect((await stream.next('thread')).data.new).toMatchObject([{ author: writer.username }])
    await one.call(writers, 'POST', `/api/votes/${post.id}`, { value: 1 })
    expect((await stream.next('post')).data).toMatchObject({ upvotes: 1 })
    await one.call(writers, 'POST', '/api/messages', { recipient_id: author.id, content: 'I wiadomość' })
    expect((await stream.next('message')).data).toMatchObject({ with: writer.username, kind: 'new' })
  })

  test('a logout on one process ends the streams of the other', async () => {
    const { authors } = await fixture()
    const stream = await other.listen(authors, 'me')
    await one.call(authors, 'POST', '/api/auth/logout')
    await stream.next('signed_out')
    await stream.ended
  })

  test('LIVE-8 whom a member blocks on one process, the streams of the other leave out', async () => {
    const { author, writer, post, authors, writers } = await fixture()
    const stream = await other.listen(writers, `post:${post.id}`)
    await one.call(writers, 'POST', `/api/users/${author.id}/block`)
    await one.call(authors, 'POST', '/api/comments', { post_id: post.id, content: 'Niechciany' })
    await one.call(writers, 'POST', '/api/comments', { post_id: post.id, content: 'Własny' })
    expect((await stream.next('thread')).data.new).toMatchObject([{ author: writer.username }])
  })

  test('LIVE-6 a stream that breaks on one process continues on the other', async () => {
    const { post, authors, writers } = await fixture()
    const stream = await one.listen(authors, `me,post:${post.id}`)
    await one.call(writers, 'POST', '/api/comments', { post_id: post.id, content: 'Był' })
    const { id } = await stream.next('thread')
    await stream.close()
    await one.call(writers, 'POST', '/api/comments', { post_id: post.id, content: 'Przegapiony' })
    const again = await other.listen(authors, `me,post:${post.id}`, id)
    expect((await again.next('notification')).data.notification).toMatchObject({ content: 'Przegapiony' })
    await again.next('thread')
    expect(again.received.map(({ name }) => name)).toEqual(['hello', 'notification', 'thread'])
  })

  test('LIVE-6 after messages may have been lost everybody reads again, and ended sessions are noticed', async () => {
    const { authors, writers, writer } = await fixture()
    const [stream, ended] = [await other.listen(authors, 'me'), await other.listen(writers, 'me')]
    const { id } = stream.received[0]!
    await t.db.delete(session).where(eq(session.user_id, writer.id))
    const admin = postgres(t.url, { max: 1 })
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'watek bus' and datname = current_database()`
    await admin.end()
    expect((await stream.next('resync')).data).toEqual({ topics: ['me'] })
    await ended.next('signed_out')
    const again = await other.listen(authors, 'me', id)
    await again.next('resync')
  })
})
