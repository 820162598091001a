import { expect, test } from 'bun:test'
import { readTabMessage, type TabMessage } from './tab-message.ts'

const RECEIVED = {
  id: 'a',
  at: 1,
  event: { name: 'post', data: { post_id: 1, upvotes: 1, downvotes: 0, comment_count: 0 } },
} as const
const OWN: TabMessage[] = [
  { kind: 'who' },
  { kind: 'leaves', tab: 0.5 },
  { kind: 'wants', tab: 0.5, wanted: [{ topic: 'me', since: null, at: 1 }] },
  { kind: 'state', isConnected: true, covered: ['me'] },
  { kind: 'received', received: RECEIVED, user: null },
  {
    kind: 'recent',
    events: [RECEIVED, { id: null, at: 2, event: { name: 'signed_out', data: {} } }],
    lastId: 'a',
    user: 7,
  },
]

test.each(OWN)('LIVE-5 a message to other tabs is read unchanged: $kind', (message) => {
  expect(readTabMessage(structuredClone(message))).toEqual(message)
})

const FOREIGN = [
  null,
  'who',
  7,
  [],
  {},
  { kind: 'other' },
  { kind: 'toString' },
  { kind: 'wants', tab: 1 },
  { kind: 'wants', tab: 1, wanted: [null] },
  { kind: 'state', isConnected: true },
  { kind: 'recent' },
  { kind: 'recent', events: [{}], lastId: null, user: null },
  { kind: 'received' },
  { kind: 'received', received: { ...RECEIVED, event: { name: 'later', data: {} } }, user: null },
  { kind: 'received', received: { ...RECEIVED, event: { name: 'hello', data: {} } }, user: null },
]

test.each(FOREIGN.map((data) => [data]))(
  'LIVE-5 an invalid message, which a tab of another version may send, is ignored: %j',
  (message) => {
    expect(readTabMessage(message)).toBeNull()
  },
)
