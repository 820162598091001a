import { expect, test } from 'bun:test'
import { emit, lastEventId, listen, wantedTopics, type SiteEvent } from './events.ts'

const votes = (post_id: number, upvotes: number): SiteEvent => ({
  name: 'post',
  data: { post_id, upvotes, downvotes: 0, comment_count: 0 },
})
const receivedBy = (topic: `post:${number}`, since: string | null) => {
  const received: number[] = []
  const stop = listen(topic, since, (event) => {
    if (event.name === 'post') received.push(event.data.upvotes)
  })
  return { received, stop }
}

test('LIVE-6 a new listener receives the events since its page was loaded, and no older ones', async () => {
  emit({ id: 'a', at: 1, event: votes(1, 1) })
  const since = lastEventId()
  emit({ id: 'b', at: 2, event: votes(1, 2) })
  emit({ id: 'c', at: 3, event: votes(2, 9) })
  const { received, stop } = receivedBy('post:1', since)
  await Promise.resolve()
  expect(received).toEqual([2])
  emit({ id: 'd', at: 4, event: votes(1, 3) })
  stop()
  emit({ id: 'e', at: 5, event: votes(1, 4) })
  expect(received).toEqual([2, 3])
})

test('LIVE-5 an event topic is requested once for all its listeners, until the last of them stops', () => {
  const [first, second] = [receivedBy('post:7', null), receivedBy('post:7', 'x')]
  expect(wantedTopics().map(({ topic, since }) => [topic, since])).toEqual([['post:7', 'x']])
  first.stop()
  expect(wantedTopics()).toHaveLength(1)
  second.stop()
  expect(wantedTopics()).toEqual([])
})
