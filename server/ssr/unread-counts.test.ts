import { expect, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { createMessage, createPost, createUser } from '#server/test/factories.ts'
import { readUnreadCounts } from './unread-counts.ts'

const t = await createTestApp()

test('unread counts rendered in a page equal those of the API, and visitors have none', async () => {
  const [reader, sender, other] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
  const thread = await createPost(t.db, { author: reader })
  for (const _ of [1, 2]) await createMessage(t.db, sender, reader)
  await createMessage(t.db, other, reader, { read_at: new Date() })
  const writing = await t.as(sender)
  await writing.comments.create({ post_id: thread.id, content: 'x' })
  await writing.follows.follow({ user_id: reader.id })
  const api = await t.as(reader)
  const countsOf = (viewer: { id: number } | null) => readUnreadCounts({ ...t.services, viewer } as never)
  const { unread_count: notifications } = await api.notifications.count()
  const { unread_count: messages } = await api.messages.unreadCount()
  expect([notifications > 0, messages]).toEqual([true, 2])
  expect(await countsOf(reader)).toEqual({ notifications, messages })
  expect(await countsOf(null)).toEqual({})
  expect(await countsOf(sender)).toEqual({ notifications: 0, messages: 0 })
})
