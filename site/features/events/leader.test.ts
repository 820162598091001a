import { expect, test } from 'bun:test'
import type { Topic } from '#shared/api/events.ts'
import { createLeader, retryDelay } from './leader.ts'

const wanted = (topic: Topic, at: number) => ({ topic, since: null, at })

test('LIVE-6 the first reconnect of the stream waits one to two seconds, later ones up to thirty', () => {
  expect([0, 1].map((random) => retryDelay(0, random))).toEqual([1_000, 2_000])
  expect([1, 2, 3, 4, 20].map((failures) => retryDelay(failures, 1))).toEqual([4_000, 8_000, 16_000, 30_000, 30_000])
  expect(retryDelay(20, 0)).toBe(1_000)
})

test('LIVE-5 a topic that the server answers with 404 is dropped from the event stream, others stay', async () => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: true })
  const asked: string[] = []
  const standing = Promise.withResolvers<readonly string[]>()
  using served = Bun.serve({
    port: 0,
    fetch(request) {
      const topics = new URL(request.url).searchParams.get('topics')!
      asked.push(topics)
      if (topics.includes('post:2'))
        return Response.json({ code: 'post_not_found', topics: ['post:2'] }, { status: 404 })
      const hello =
        `event: hello\nid: 1\ndata: ` +
        `${JSON.stringify({ topics: topics.split(','), server_time: '2026-11-22T12:00:00.000Z' })}\n\n`
      return new Response(new ReadableStream({ start: (controller) => controller.enqueue(hello) }), {
        headers: { 'content-type': 'text/event-stream' },
      })
    },
  })
  const leader = createLeader({
    base: served.url.origin,
    wanted: () => [wanted('post:1', 1), wanted('post:2', 3), wanted('post:3', 2)],
    account: () => ({ token: null, user: null }),
    lastId: () => null,
    streamedTopics: [],
    onEvent: () => {},
    onState: (isConnected, topics) => {
      if (isConnected) standing.resolve(topics)
    },
    onAlive: () => {},
  })
  leader.plan()
  expect(await standing.promise).toEqual(['post:3', 'post:1'])
  leader.stop()
  expect(asked).toEqual(['post:2,post:3,post:1', 'post:3,post:1'])
})
