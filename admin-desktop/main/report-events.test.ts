import { expect, test } from 'bun:test'
import type { Credential } from './credentials.ts'
import type { Fetch } from './forward.ts'
import { createReportEvents } from './report-events.ts'
import { createSessions } from './sessions.ts'
import { admin, HERE, openStores, THERE } from './testing/fixture.ts'

const moderator: Credential = {
  kind: 'moderator',
  admin_token: null,
  access_token: 'bearer-of-ola',
  username: 'ola',
  expires_at: '2100-01-01T00:00:00Z',
}

type Opened = { url: string; init: RequestInit; send: (text: string) => void; end: () => void }

/** Opens event streams that the test writes to; `next` waits for a stream, `nextEvent` for `onEvent`. */
async function openEvents(
  credential: Credential,
  answer: (opened: Opened, body: ReadableStream) => Response = (_, body) => new Response(body),
) {
  const { settings, credentials } = await openStores()
  await credentials.set(HERE, credential)
  const streams: Opened[] = []
  let arrived = Promise.withResolvers<void>()
  let happened = Promise.withResolvers<void>()
  let events = 0
  const send: Fetch = async (url, init) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        init.signal!.addEventListener('abort', () => controller.error(new Error('aborted')))
        streams.push({
          url,
          init,
          send: (text) => controller.enqueue(new TextEncoder().encode(text)),
          end: () => controller.close(),
        })
      },
    })
    arrived.resolve()
    arrived = Promise.withResolvers()
    return answer(streams.at(-1)!, body)
  }
  const reportEvents = createReportEvents({
    settings,
    sessions: createSessions({ settings, credentials, send, onChange: () => {} }),
    send,
    retryDelaysMs: [1],
    collectMs: 1,
    onEvent: () => {
      events += 1
      happened.resolve()
      happened = Promise.withResolvers()
    },
  })
  const next = async (count: number) => {
    while (streams.length < count) await arrived.promise
    return streams[count - 1]!
  }
  const until = async (count: number) => {
    while (events < count) await happened.promise
  }
  return { reportEvents, settings, credentials, streams, next, until }
}

test("LIVE-1 a moderator's console checks the reports at each `notification` and `resync` event", async () => {
  const { reportEvents, next, until } = await openEvents(moderator)
  reportEvents.follow()
  const { url, init, send } = await next(1)
  expect([url, new Headers(init.headers).get('authorization')]).toEqual([
    `${HERE}/api/events?topics=me`,
    'Bearer bearer-of-ola',
  ])
  expect(reportEvents.isStanding()).toBeFalse()
  send('retry: 1000\nid: 1\nevent: hel')
  send('lo\ndata: {}\n\n')
  await until(1)
  expect(reportEvents.isStanding()).toBeTrue()
  send(':\n\nid: 2\nevent: notification\ndata: {"unread_count":0,"notification":null}\n\n')
  await until(2)
  send('id: 3\nevent: resync\ndata: {"topics":["me"]}\n\n')
  await until(3)
  reportEvents.stop()
  expect([reportEvents.isStanding(), init.signal!.aborted]).toEqual([false, true])
})

test('LIVE-6 the reports are checked when an event stream ends, and the stream is reopened', async () => {
  const { reportEvents, next, until } = await openEvents(moderator)
  reportEvents.follow()
  const first = await next(1)
  first.send('event: hello\ndata: {}\n\n')
  await until(1)
  first.end()
  await until(2)
  ;(await next(2)).send('event: hello\ndata: {}\n\n')
  await until(3)
  expect(reportEvents.isStanding()).toBeTrue()
  reportEvents.stop()
})

test('LIVE-5 polling continues where an event stream is refused, and the stream is retried', async () => {
  const { reportEvents, next } = await openEvents(moderator, () => new Response('{}', { status: 429 }))
  reportEvents.follow()
  await next(3)
  expect(reportEvents.isStanding()).toBeFalse()
  reportEvents.stop()
})

test('another server or sign-in opens another event stream, a sign-out or an admin password opens none', async () => {
  const { reportEvents, settings, credentials, streams, next } = await openEvents(moderator)
  reportEvents.follow()
  const first = await next(1)
  reportEvents.follow()
  await credentials.set(THERE, { ...moderator, access_token: 'bearer-elsewhere' })
  await settings.change({ current: THERE })
  reportEvents.follow()
  const second = await next(2)
  expect([first.init.signal!.aborted, second.url]).toEqual([true, `${THERE}/api/events?topics=me`])
  await credentials.set(THERE, null)
  reportEvents.follow()
  expect(second.init.signal!.aborted).toBeTrue()
  await credentials.set(THERE, admin)
  reportEvents.follow()
  expect(streams).toHaveLength(2)
  reportEvents.stop()
})
