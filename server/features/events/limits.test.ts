import { afterAll, describe, expect, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { readEvents, type EventStream } from '#server/test/event-stream.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'
import { notify } from '../notifications/queries.ts'

const t = await createTestApp({ RATE_LIMIT_SCALE: '1' })
const post = await createPost(t.db, { author: await createUser(t.db), category: await createCategory(t.db) })
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 1,
  fetch: (request, from) => t.app.fetch(request, from),
})

afterAll(async () => {
  t.services.events.close()
  await server.stop(true)
})

async function listen(token: string | null, topics: string, address: string): Promise<Response> {
  return t.request(
    `/api/events?topics=${topics}`,
    { headers: token === null ? {} : { authorization: `Bearer ${token}` } },
    address,
  )
}

async function untilOpen(count: number): Promise<void> {
  while (t.services.events.status().open !== count) await Bun.sleep(5)
}

describe('limits of event streams', () => {
  test('a member has at most six event streams, and a seventh is refused with the time to wait', async () => {
    const token = await t.bearerOf(await createUser(t.db))
    const open = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => readEvents(await listen(token, 'me', `192.0.2.${at}`))),
    )
    const refused = await listen(token, 'me', '192.0.2.7')
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
    await open[0]!.close()
    const next = readEvents(await listen(token, 'me', '192.0.2.7'))
    await next.next('hello')
    for (const stream of [next, ...open]) await stream.close()
  })

  test('an IPv6 /56 network has four times as many event streams as an IP address, a /48 sixteen times', async () => {
    const open: EventStream[] = []
    const statuses: number[] = []
    const ask = async (address: string) => {
      const answer = await listen(null, `post:${post.id}`, address)
      statuses.push(answer.status)
      if (answer.ok) open.push(readEvents(answer))
    }
    for (let at = 0; at < 81; at += 1) await ask(`2001:db8:2:${(at % 20).toString(16)}::1`)
    expect(statuses).toEqual([...Array(80).fill(200), 429])
    for (let at = 0; at < 241; at += 1) await ask(`2001:db8:2:${(0x100 * (1 + (at % 24))).toString(16)}::1`)
    expect(statuses.slice(81)).toEqual([...Array(240).fill(200), 429])
    for (const stream of open) await stream.close()
    await ask('2001:db8:2:1::1')
    expect(statuses.at(-1)).toBe(200)
    await open.at(-1)!.close()
  })

  test('an IP address has at most twenty event streams, and so has an IPv6 /64 network', async () => {
    for (const [one, other] of [
      ['198.51.100.1', '198.51.100.2'],
      ['2001:db8:1:1::1', '2001:db8:1:2::1'],
    ] as const) {
      const open: EventStream[] = []
      for (let at = 0; at < 20; at += 1) open.push(readEvents(await listen(null, `post:${post.id}`, one)))
      expect((await listen(null, `post:${post.id}`, one)).status).toBe(429)
      const elsewhere = readEvents(await listen(null, `post:${post.id}`, other))
      await elsewhere.next('hello')
      for (const stream of [elsewhere, ...open]) await stream.close()
    }
  })
})

describe('event streams over HTTP', () => {
  test('an event stream outlives the idle timeout of its connection, and frees its slot when it closes', async () => {
    const before = t.services.events.status().open
    const going = new AbortController()
    const stream = readEvents(await fetch(`${server.url}api/events?topics=post:${post.id}`, { signal: going.signal }))
    await stream.next('hello')
    await untilOpen(before + 1)
    await Promise.race([stream.ended, Bun.sleep(3_000)])
    expect(t.services.events.status().open).toBe(before + 1)
    going.abort()
    await untilOpen(before)
  })

  test('a client that does not read its event stream is disconnected', async () => {
    const member = await createUser(t.db)
    const token = await t.bearerOf(member)
    const before = t.services.events.status()
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: server.port!,
      socket: { open: (opened) => void opened.pause(), data: () => {} },
    })
    socket.write(`GET /api/events?topics=me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    await untilOpen(before.open + 1)
    const actor = await createUser(t.db)
    while (t.services.events.status().open > before.open) {
      for (let at = 0; at < 200; at += 1) t.services.events.publish({ type: 'notifications', user_id: member.id })
      await notify(t.db, { userId: member.id, kind: 'follower', actorId: actor.id })
    }
    expect(t.services.events.status().dropped).toBe(before.dropped + 1)
    socket.end()
  })
})
