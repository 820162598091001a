import { expect, test } from 'bun:test'
import type { Message } from '#shared/api/shapes.ts'
import { threadOf, withLatest, withOlder, withMessage } from './thread.ts'

const message = (id: number, is_read = false): Message => ({
  id,
  is_read,
  sender_username: 'kasia',
  recipient_id: 2,
  content: `nr ${id}`,
  image_url: null,
  created_at: '2026-03-10T12:00:00Z',
})
const ids = ({ messages }: { messages: Message[] }) => messages.map(({ id }) => id)

test('a full page of messages means that older ones may exist, a shorter page that there are none', () => {
  expect(threadOf([message(1), message(2)], 2).has_older).toBe(true)
  expect(threadOf([message(1)], 2).has_older).toBe(false)
})

test('polling adds new messages and updates read marks', () => {
  const before = threadOf([message(1), message(2)], 50)
  const after = withLatest(before, before.messages, {
    messages: [message(1, true), message(2), message(3)],
    is_whole: true,
  })
  expect(ids(after)).toEqual([1, 2, 3])
  expect(after.messages[0]!.is_read).toBe(true)
})

test('polling removes messages that the server no longer has', () => {
  const before = threadOf([message(1), message(2), message(3)], 50)
  expect(ids(withLatest(before, before.messages, { messages: [message(3)], is_whole: true }))).toEqual([3])
  expect(ids(withLatest(before, before.messages, { messages: [], is_whole: true }))).toEqual([])
})

test('polling keeps messages sent while it was running', () => {
  const asked = threadOf([message(1)], 50)
  const meanwhile = withMessage(asked, message(2))
  expect(ids(withLatest(meanwhile, asked.messages, { messages: [message(1)], is_whole: true }))).toEqual([1, 2])
})

test('a sent message that polling has loaded first is not duplicated', () => {
  expect(ids(withMessage(threadOf([message(1), message(2)], 50), message(2)))).toEqual([1, 2])
})

test('older messages are inserted before the others without duplicates', () => {
  const thread = withOlder(threadOf([message(3), message(4)], 2), [message(1), message(2), message(3)], 3)
  expect(ids(thread)).toEqual([1, 2, 3, 4])
  expect(thread.has_older).toBe(true)
  expect(withOlder(thread, [], 2).has_older).toBe(false)
})
