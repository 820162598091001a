import { afterAll, describe, expect, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { eq } from 'drizzle-orm'
import { createPostgresBus } from '#server/bus/postgres-bus.ts'
import { createRedisBus } from '#server/bus/redis-bus.ts'
import { ROOT } from '#server/commands/console.ts'
import { createDb } from '#server/db/driver/client.ts'
import { session } from '#server/features/auth/table.ts'
import { comment } from '#server/features/comments/table.ts'
import { createApp } from '#server/http/app.ts'
import { createLogger } from '#server/lib/log.ts'
import { connectRedis } from '#server/redis/connection.ts'
import { missingRedis, startRedis } from '#server/redis/testing/redis-server.ts'
import { createServices } from '#server/services.ts'
import { LIMITS } from '#shared/limits.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { readEvents, type EventStream, type ReceivedEvent } from '#server/test/event-stream.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'
import { startProcess } from './serve.ts'

/* Two apps simulate two server processes: they use one database, but each has its own connections and its own bus. */

const t = await createTestApp()
const log = createLogger('silent', true)
const missing = missingRedis()
const redisServer = missing === null ? await startRedis() : null
const disposers: (() => unknown)[] = []

afterAll(async () => {
  for (const dispose of disposers.toReversed()) await dispose()
  await redisServer?.stop()
})

type Get = (path: string, headers: Record<string, string>) => Response | Promise<Response>

const headersOf = (token: string | null, lastEventId: string | null = null) => ({
  ...(token && { authorization: `Bearer ${token}` }),
  ...(lastEventId && { 'last-event-id': lastEventId }),
})

async function openApp(kind: 'PostgreSQL' | 'Redis') {
  const direct = await createPostgresBus(t.url, log)
  const redis = kind === 'Redis' ? connectRedis(redisServer!.url, log) : null
  const bus = redis ? await createRedisBus(redis, direct, log) : direct
  const database = createDb(t.url, { max: 4 })
  const services = createServices({ config: t.config, db: database.db, log, bus })
  const app = createApp(services)
  disposers.push(
    () => database.close(),
    () => redis?.close(),
    () => bus.close(),
    () => services.events.close(),
  )

  async function call<T>(token: string, method: string, path: string, body: object = {}): Promise<T> {
    const answer = await app.request(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method !== 'DELETE' && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as T
  }

  const get: Get = (path, headers) => app.request(path, { headers })

  async function listen(token: string | null, topics: string, lastEventId?: string): Promise<EventStream> {
    const stream = readEvents(await get(`/api/events?topics=${topics}`, headersOf(token, lastEventId)))
    disposers.push(stream.close)
    await stream.next('hello')
    return stream
  }

  const comment = async (token: string, post: { id: number }, content: string) =>
    (await call<{ id: number }>(token, 'POST', '/api/comments', { post_id: post.id, content })).id

  return { services, get, call, comment, listen }
}

async function fixture() {
  const [author, writer] = [await createUser(t.db), await createUser(t.db)]
  const post = await createPost(t.db, { author, category: await createCategory(t.db) })
  const [authors, writers] = [await t.bearerOf(author), await t.bearerOf(writer)]
  return { author, writer, post, authors, writers }
}

type App = Awaited<ReturnType<typeof openApp>>

/** Follows a thread as the site does: after a break it resumes at the next of `servers`, after a resync it reloads. */
function follow(servers: Get[], token: string, postId: number) {
  const [received, notified, known] = [[] as number[], [] as number[], new Set<number>()]
  const opened = Promise.withResolvers<void>()
  let lastEventId: string | null = null
  let stream: EventStream | null = null
  let [isStopped, unread, resyncs] = [false, 0, 0]

  async function readAgain(): Promise<void> {
    const rows = await t.db.select({ id: comment.id }).from(comment).where(eq(comment.post_id, postId))
    for (const { id } of rows) known.add(id)
    resyncs += 1
  }

  function receive({ id, name, data }: ReceivedEvent): void {
    lastEventId = id
    if (name === 'hello') opened.resolve()
    if (name === 'resync') void readAgain()
    if (name === 'notification') {
      unread = data.unread_count
      if (data.notification) notified.push(data.notification.id)
    }
    if (name !== 'thread') return
    for (const { comment_id } of data.new) {
      received.push(comment_id)
      known.add(comment_id)
    }
  }

  async function run(): Promise<void> {
    for (let at = 0; !isStopped; at += 1) {
      try {
        stream = readEvents(
          await servers[at % servers.length]!(`/api/events?topics=me,post:${postId}`, headersOf(token, lastEventId)),
          receive,
        )
        await stream.ended
      } catch {
        await Bun.sleep(5)
      }
    }
  }

  const running = run()
  return {
    received,
    notified,
    opened: opened.promise,
    resyncs: () => resyncs,
    until: async (isTrue: (now: { unread: number; known: ReadonlySet<number> }) => boolean) => {
      while (!isTrue({ unread, known })) await Bun.sleep(5)
    },
    async stop(): Promise<void> {
      isStopped = true
      await stream?.close()
      await running
    },
  }
}

/** Writes comments, three at a time, until `stop`, which returns their ids. */
function writeOn(send: (content: string) => Promise<number>) {
  const written: number[] = []
  let isStopped = false
  const writers = Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      for (let at = 0; !isStopped; at += 1) written.push(await send(`${name} ${at}`))
    }),
  )
  return {
    async untilWritten(more: number): Promise<void> {
      const wanted = written.length + more
      while (written.length < wanted) await Bun.sleep(5)
    },
    async stop(): Promise<number[]> {
      isStopped = true
      await writers
      return written
    },
  }
}

/** Waits until all apps have noticed that messages may have been lost; a late resync would disturb the test. */
async function afterGap(apps: App[], breakSomething: () => Promise<void>): Promise<void> {
  const token = await t.bearerOf(await createUser(t.db))
  const streams = await Promise.all(apps.map((app) => app.listen(token, 'me')))
  await breakSomething()
  for (const stream of streams) {
    await stream.next('resync')
    await stream.close()
  }
}

async function breakBuses(): Promise<void> {
  const admin = postgres(t.url, { max: 1 })
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'watek bus' and datname
    = current_database()`
  await admin.end()
}

/** Unread notifications are counted only up to the number that the badge shows. */
const countedTo = (unread: number) => Math.min(unread, LIMITS.badge + 1)

const twice = (ids: number[]) => ids.filter((id, at) => ids.indexOf(id) !== at)

/** Waits until both apps get each other's messages, because a subscription takes a moment to reach Redis. */
async function untilConnected(one: App, other: App): Promise<void> {
  const member = await createUser(t.db)
  const token = await t.bearerOf(member)
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const stream = await to.listen(token, 'me')
    while (!stream.received.some(({ name }) => name === 'notification')) {
      from.services.events.publish({ type: 'notifications', user_id: member.id })
      await Bun.sleep(10)
    }
    await stream.close()
  }
}

const kinds: ('PostgreSQL' | 'Redis')[] = redisServer ? ['PostgreSQL', 'Redis'] : ['PostgreSQL']

test.skipIf(missing !== null)(
  `Redis is installed for the tests that carry events over it${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    expect(redisServer).not.toBeNull()
  },
)

describe.each(kinds)('events over %s', async (kind) => {
  const [one, other] = [await openApp(kind), await openApp(kind)]
  await untilConnected(one, other)

  test('LIVE-9 a change written on one process reaches the event streams of the other', async () => {
    const { author, writer, post, authors, writers } = await fixture()
    const stream = await other.listen(authors, `me,post:${post.id}`)
    await one.call(writers, 'POST', '/api/comments', { post_id: post.id, content: 'Z pierwszego' })
    expect((await stream.next('notification')).data).toMatchObject({
      unread_count: 1,
      notification: { content: 'Z pierwszego' },
    })
    expect((await stream.next('thread')).data.new).toMatchObject([{ author: writer.username }])
    await one.call(writers, 'POST', `/api/votes/${post.id}`, { value: 1 })
    expect((await stream.next('post')).data).toMatchObject({ upvotes: 1 })
    await one.call(writers, 'POST', '/api/messages', { recipient_id: author.id, content: 'I wiadomość' })
    expect((await stream.next('message')).data).toMatchObject({ with: writer.username, kind: 'new' })
  })

  test('LIVE-7 a logout on one process ends the event streams of the other', async () => {
    const { authors } = await fixture()
    const stream = await other.listen(authors, 'me')
    await one.call(authors, 'POST', '/api/auth/logout')
    await stream.next('signed_out')
    await stream.ended
  })

  test('LIVE-8 event streams of one process leave out authors blocked on the other', async () => {
    const { author, writer, post, authors, writers } = await fixture()
    const stream = await other.listen(writers, `post:${post.id}`)
    await one.call(writers, 'POST', `/api/users/${author.id}/block`)
    await one.call(authors, 'POST', '/api/comments', { post_id: post.id, content: 'Niechciany' })
    await one.call(writers, 'POST', '/api/comments', { post_id: post.id, content: 'Własny' })
    expect((await stream.next('thread')).data.new).toMatchObject([{ author: writer.username }])
  })

  test('LIVE-6 an event stream that breaks on one process continues on the other', async () => {
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

  test('LIVE-6 LIVE-7 clients resync after lost bus messages, or are signed out if their session ended', async () => {
    const { authors, writers, writer } = await fixture()
    const [stream, ended] = [await other.listen(authors, 'me'), await other.listen(writers, 'me')]
    const { id } = stream.received[0]!
    await t.db.delete(session).where(eq(session.user_id, writer.id))
    await afterGap([one, other], breakBuses)
    expect((await stream.next('resync')).data).toEqual({ topics: ['me'] })
    await ended.next('signed_out')
    const again = await other.listen(authors, 'me', id)
    await again.next('resync')
  })

  test('LIVE-6 LIVE-9 event streams whose connections break under load repeat no event and miss none', async () => {
    const { post, authors, writers } = await fixture()
    const reader = follow([other.get], authors, post.id)
    await reader.opened
    const writing = writeOn((content) => one.comment(writers, post, content))
    await writing.untilWritten(15)
    await afterGap([one, other], breakBuses)
    if (kind === 'Redis') {
      await writing.untilWritten(15)
      await afterGap([one, other], async () => {
        await redisServer!.stop()
        await writing.untilWritten(15)
        await redisServer!.start()
      })
    }
    await writing.untilWritten(15)
    const written = await writing.stop()
    await reader.until(({ known }) => written.every((id) => known.has(id)))
    const last = await one.comment(writers, post, 'Ostatni')
    await reader.until(({ known, unread }) => known.has(last) && unread === countedTo(written.length + 1))
    await reader.stop()
    expect([twice(reader.received), twice(reader.notified)]).toEqual([[], []])
  })
})

test('LIVE-6 LIVE-9 event streams miss no event and repeat none when a server is killed under load', async () => {
  const [one, other] = [await openApp('PostgreSQL'), await openApp('PostgreSQL')]
  const { post, authors, writers } = await fixture()
  await mkdir(t.config.dataDir, { recursive: true })
  const killed = await startProcess({
    DATABASE_URL: t.url,
    DATA_DIR: t.config.dataDir,
    SESSION_SECRET: t.config.sessionSecret,
    ADMIN_PASSWORD,
  })
  disposers.push(killed.stop)
  const resumed = Promise.withResolvers<void>()
  const reader = follow(
    [
      (path, headers) => fetch(killed.origin + path, { headers }),
      // The reader reconnects only after the surviving server has got every message that the killed one had.
      async (path, headers) => {
        await resumed.promise
        return other.get(path, headers)
      },
    ],
    authors,
    post.id,
  )
  await reader.opened
  const writing = writeOn((content) => one.comment(writers, post, content))
  await reader.until(({ known }) => known.size > 0)
  await writing.untilWritten(15)
  process.kill(killed.pid, 'SIGKILL')
  await writing.untilWritten(15)
  await untilConnected(one, other)
  resumed.resolve()
  await writing.untilWritten(15)
  const written = await writing.stop()
  await reader.until(
    ({ known, unread }) => written.every((id) => known.has(id)) && unread === countedTo(written.length),
  )
  await reader.stop()
  expect([
    twice(reader.received),
    twice(reader.notified),
    reader.received.length,
    reader.notified.length,
    reader.resyncs(),
  ]).toEqual([[], [], written.length, written.length, 0])
})

test('the command that resets two-step login of an account ends its event streams', async () => {
  const app = await openApp('PostgreSQL')
  const { author, authors } = await fixture()
  const stream = await app.listen(authors, 'me')
  const command = Bun.spawn(
    [process.execPath, join(ROOT, 'server/commands/account-reset-factors.ts'), author.username],
    { env: { ...process.env, DATABASE_URL: t.url, DATA_DIR: t.config.dataDir }, stdout: 'pipe', stderr: 'pipe' },
  )
  expect([await command.exited, await new Response(command.stderr).text()]).toEqual([0, ''])
  await stream.next('signed_out')
  await stream.ended
})
