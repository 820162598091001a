import { expect, test } from 'bun:test'
import { readEventStream } from './event-stream.ts'

async function eventsOf(parts: Uint8Array[], status = 200): Promise<string[]> {
  const events: string[] = []
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const part of parts) stream.enqueue(part)
      stream.close()
    },
  })
  await readEventStream({
    send: async () => new Response(body, { status }),
    address: 'https://forum.example/api/events',
    headers: {},
    signal: new AbortController().signal,
    onEvent: (lines) => events.push(lines),
  })
  return events
}

const bytes = (text: string) => new TextEncoder().encode(text)

test('events are assembled from chunks, even where a chunk ends within a character', async () => {
  const all = bytes('event: hello\ndata: żółw\n\nevent: notification\ndata: {}\n\n')
  const cut = bytes('event: hello\ndata: ').length + 1
  expect(await eventsOf([all.slice(0, cut), all.slice(cut)])).toEqual([
    'event: hello\ndata: żółw',
    'event: notification\ndata: {}',
  ])
})

test('an incomplete event at the end of the event stream is dropped', async () => {
  expect(await eventsOf([bytes('event: hello\n\nevent: notif')])).toEqual(['event: hello'])
})

test('the body of a refused event stream is not parsed as events', async () => {
  expect(await eventsOf([bytes('event: hello\n\n')], 403)).toEqual([])
})
