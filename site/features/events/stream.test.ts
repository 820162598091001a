import { afterAll, expect, test } from 'bun:test'
import type { SiteEvent } from './events.ts'
import { readStream } from './stream.ts'

const HELLO = 'event: hello\nid: 7\ndata: {"topics":["me"],"server_time":"2026-11-22T12:00:00.000Z"}\n\n'

const bearers: (string | null)[] = []
const served = Bun.serve({
  port: 0,
  fetch(request) {
    bearers.push(request.headers.get('authorization'))
    const { pathname } = new URL(request.url)
    if (pathname === '/busy') return new Response('{}', { status: 429, headers: { 'retry-after': '30' } })
    if (pathname === '/gone') return Response.json({ code: 'post_not_found', topics: ['post:3'] }, { status: 404 })
    if (pathname === '/elsewhere') return new Response('<h1>Not here</h1>', { status: 404 })
    const parts = [HELLO.slice(0, 20), HELLO.slice(20), ':\n\n', 'event: resync\nid: 8\ndata: {"topics":["me"]}\n\n']
    return new Response(
      new ReadableStream({
        async pull(controller) {
          const part = parts.shift()
          if (part !== undefined) return controller.enqueue(part)
          if (pathname === '/short') controller.close()
          else await new Promise(() => {})
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    )
  },
})
afterAll(() => served.stop(true))

function read(path: string, signal: AbortSignal, onEvent: (id: string | null, event: SiteEvent) => void = () => {}) {
  let alive = 0
  const ended = readStream({
    url: new URL(path, served.url).href,
    headers: { authorization: 'Bearer abc' },
    signal,
    onEvent,
    onAlive: () => {
      alive += 1
    },
  })
  return { ended, alive: () => alive }
}

test('LIVE-6 events are parsed with their ids, however the network splits them', async () => {
  const received: [string | null, string][] = []
  const { ended, alive } = read('/short', new AbortController().signal, (id, { name }) => received.push([id, name]))
  expect(await ended).toEqual({ status: null, retryAfterMs: null, missingTopics: [] })
  expect(received).toEqual([
    ['7', 'hello'],
    ['8', 'resync'],
  ])
  expect(alive()).toBeGreaterThan(0)
  expect(bearers.at(-1)).toBe('Bearer abc')
})

test('LIVE-5 a refused stream reports its status and the Retry-After', async () => {
  expect(await read('/busy', new AbortController().signal).ended).toEqual({
    status: 429,
    retryAfterMs: 30_000,
    missingTopics: [],
  })
})

test('LIVE-5 a 404 of the server names the topics an event stream lacks, a 404 of a proxy does not', async () => {
  expect(await read('/gone', new AbortController().signal).ended).toEqual({
    status: 404,
    retryAfterMs: null,
    missingTopics: ['post:3'],
  })
  expect((await read('/elsewhere', new AbortController().signal).ended).missingTopics).toEqual([])
})

test('LIVE-5 an aborted stream is closed and delivers no more events', async () => {
  const abort = new AbortController()
  const received: string[] = []
  const { ended } = read('/long', abort.signal, (_, { name }) => {
    received.push(name)
    if (name === 'hello') abort.abort()
  })
  expect(await ended).toEqual({ status: null, retryAfterMs: null, missingTopics: [] })
  expect(received).toEqual(['hello'])
})

test('LIVE-6 a stream ends without a status if the server cannot be reached', async () => {
  const gone = Bun.serve({ port: 0, fetch: () => new Response() })
  const url = gone.url.href
  await gone.stop(true)
  const { ended } = read(url, new AbortController().signal)
  expect(await ended).toEqual({ status: null, retryAfterMs: null, missingTopics: [] })
})
