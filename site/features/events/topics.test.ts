import { expect, test } from 'bun:test'
import type { Topic } from '#shared/api/events.ts'
import { continuation, selectTopics } from './topics.ts'

const wanted = (topic: Topic, at: number, since: string | null = null) => ({ topic, since, at })
const chosen = (topics: ReturnType<typeof wanted>[], isSignedIn = true) =>
  selectTopics(topics, isSignedIn).map(({ topic }) => topic)

test('LIVE-5 the event stream of all tabs covers the account and the four threads opened last', () => {
  const open = [
    wanted('post:1', 1),
    wanted('me', 1),
    wanted('post:2', 5),
    wanted('post:3', 3),
    wanted('me', 4),
    wanted('post:4', 4),
    wanted('post:5', 2),
  ]
  expect(chosen(open)).toEqual(['me', 'post:2', 'post:4', 'post:3', 'post:5'])
})

test('LIVE-5 a thread open in two tabs is one topic, as old as the newer tab; visitors have no account topic', () => {
  const open = [wanted('post:1', 1), wanted('post:2', 2), wanted('post:1', 3), wanted('me', 1)]
  expect(chosen(open, false)).toEqual(['post:1', 'post:2'])
})

test('LIVE-6 an event stream that adds topics resumes from the event id in the page of the first of them', () => {
  const topics = [wanted('me', 1, 'a'), wanted('post:1', 2, 'b'), wanted('post:2', 3, 'c')]
  expect(continuation(topics, { streamed: ['me'], isOpen: true, lastId: 'z' })).toEqual({
    from: 'b',
    missed: ['post:2'],
  })
})

test('LIVE-6 an event stream reopened after a loss resumes from the last event; new topics reload their pages', () => {
  const topics = [wanted('me', 1, 'a'), wanted('post:1', 2, 'b'), wanted('post:2', 3, 'z')]
  expect(continuation(topics, { streamed: ['me'], isOpen: false, lastId: 'z' })).toEqual({
    from: 'z',
    missed: ['post:1'],
  })
})

test('LIVE-6 a first event stream starts from the event id in the page, or reloads all pages without one', () => {
  const none = { streamed: [], isOpen: false, lastId: null }
  expect(continuation([wanted('me', 1, 'a'), wanted('post:1', 2, 'a')], none)).toEqual({ from: 'a', missed: [] })
  expect(continuation([wanted('me', 1), wanted('post:1', 2)], none)).toEqual({ from: null, missed: ['me', 'post:1'] })
})
