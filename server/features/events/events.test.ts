import { afterAll, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { Lang } from '#shared/i18n/plural.ts'
import { messageTasks } from '#server/features/messages/jobs.ts'
import { message } from '#server/features/messages/table.ts'
import { deleteAccount } from '#server/features/users/removal/remove-account.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { readEvents, type EventStream } from '#server/test/event-stream.ts'
import {
  createBlock,
  createCategory,
  createComment,
  createMessage,
  createPost,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { unlistBatch } from '../admin/community/queries.ts'
import { holdContent, lockContent } from '../moderation/index.ts'
import { notify } from '../notifications/queries.ts'

const t = await createTestApp({ RATE_LIMIT_SCALE: '1000000', MESSAGE_TTL_AFTER_READ: '1h' })
const streams: EventStream[] = []

afterAll(async () => {
  for (const stream of streams) await stream.close()
  t.services.events.close()
})

type Who = { id: number } | null
type Options = { lang?: Lang; adult?: boolean; lastEventId?: string; token?: string; address?: string }

async function ask(
  who: Who,
  topics: string,
  { lang = 'en', adult = false, lastEventId, token, address }: Options = {},
): Promise<Response> {
  const bearer = token ?? (who && (await t.bearerOf(who)))
  return t.request(
    `/api/events?topics=${topics}`,
    {
      headers: {
        cookie: `language=${lang}`,
        ...(adult && { host: 'adult.localhost' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(lastEventId && { 'last-event-id': lastEventId }),
      },
    },
    address,
  )
}

async function listen(who: Who, topics: string, options: Options = {}): Promise<EventStream> {
  const stream = readEvents(await ask(who, topics, options))
  streams.push(stream)
  return stream
}

/** Causes a notification and returns all events received before it, without `hello`. */
async function receivedUntilNow(stream: EventStream, member: { id: number }) {
  const actor = await createUser(t.db)
  await notify(t.db, { userId: member.id, kind: 'follower', actorId: actor.id })
  await stream.next('notification', ({ notification }) => notification?.title.includes(actor.username) === true)
  return stream.received.filter(({ name, data }) => name !== 'hello' && !JSON.stringify(data).includes(actor.username))
}

async function thread({ is_nsfw = false } = {}) {
  const author = await createUser(t.db)
  const category = await createCategory(t.db, { is_nsfw })
  const [reader, writer] = [await createUser(t.db), await createUser(t.db)]
  for (const member of [author, reader, writer]) await joinCategory(t.db, member, category)
  const post = await createPost(t.db, { author, category })
  return { author, reader, writer, post, category, writers: await t.as(writer), authors: await t.as(author) }
}

describe('opening an event stream', () => {
  test('an opened event stream is uncached and unbuffered, and begins with the hello event', async () => {
    const member = await createUser(t.db)
    const answer = await ask(member, 'me')
    expect(answer.status).toBe(200)
    expect(
      Object.fromEntries(
        ['content-type', 'cache-control', 'x-accel-buffering', 'content-encoding'].map((name) => [
          name,
          answer.headers.get(name),
        ]),
      ),
    ).toEqual({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'content-encoding': null,
    })
    const stream = readEvents(answer)
    const hello = await stream.next('hello')
    expect(hello.data).toEqual({ topics: ['me'], server_time: expect.stringMatching(/^\d{4}-.*Z$/) })
    expect(hello.id).not.toBe('')
    await stream.close()
  })

  test('opening an event stream accepts the session cookie', async () => {
    const token = await t.bearerOf(await createUser(t.db))
    const answer = await t.request('/api/events?topics=me', { headers: { cookie: `session=${token}` } })
    expect(answer.status).toBe(200)
    await answer.body!.cancel()
  })

  test.each([
    ['me', 401, 'not_signed_in'],
    ['', 422, 'invalid'],
    ['you', 422, 'invalid'],
    ['post:x', 422, 'invalid'],
    ['post:0', 422, 'invalid'],
    ['post:1,post:2,post:3,post:4,post:5,post:6', 422, 'invalid'],
    ['post:2000000000', 404, 'post_not_found'],
    ['post:9999999999', 404, 'post_not_found'],
  ])('a visitor who opens an event stream for the topics %p gets the error %p', async (topics, status, code) => {
    const answer = await ask(null, topics)
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }])
  })

  test('opening an event stream by HEAD or POST is refused', async () => {
    for (const method of ['HEAD', 'POST'])
      expect((await t.request('/api/events?topics=post:1', { method })).status).toBe(405)
  })

  test('LIVE-8 an event stream of a deleted post, or of an adult post on the normal site, answers 404', async () => {
    const { post, authors } = await thread()
    const adult = await thread({ is_nsfw: true })
    expect((await ask(null, `post:${post.id}`, { adult: true })).status).toBe(404)
    expect((await ask(null, `post:${adult.post.id}`)).status).toBe(404)
    const open = await listen(null, `post:${adult.post.id}`, { adult: true })
    await open.next('hello')
    await authors.posts.remove({ post_id: post.id })
    expect((await ask(null, `post:${post.id}`)).status).toBe(404)
  })

  test('LIVE-8 author and moderators get the events of a post held for review, including its approval', async () => {
    const [moderator, author, reader] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
    const home = await createCategory(t.db, { creator: moderator })
    const { id } = await createPost(t.db, { author, category: home })
    const topic = `post:${id}`
    await t.db.transaction(async (tx) =>
      holdContent(tx, await lockContent(tx, { kind: 'post', id }), {}, { by: 'filter', now: new Date() }),
    )
    const elsewhere = await createUser(t.db)
    await createCategory(t.db, { creator: elsewhere })
    for (const who of [null, reader, elsewhere]) expect((await ask(who, topic)).status).toBe(404)
    expect((await ask(author, topic, { adult: true })).status).toBe(404)
    const streams = [await listen(author, topic), await listen(moderator, `me,${topic}`)]
    for (const stream of streams) await stream.next('hello')
    const other = await thread()
    expect(await (await ask(author, `${topic},post:2000000000,post:${other.post.id}`)).json()).toMatchObject({
      topics: ['post:2000000000'],
    })
    await (await t.as(moderator)).moderation.approve({ post_id: id })
    for (const stream of streams) expect((await stream.next('resync')).data).toMatchObject({ topics: [topic] })
    expect((await ask(null, topic)).status).toBe(200)
  })

  test('LIVE-5 opening an event stream of several threads is refused with the id of a missing thread', async () => {
    const [first, gone, last] = [await thread(), await thread(), await thread()]
    await gone.authors.posts.remove({ post_id: gone.post.id })
    const answer = await ask(first.reader, `me,post:${first.post.id},post:${gone.post.id},post:${last.post.id}`)
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { code: 'post_not_found', topics: [`post:${gone.post.id}`] },
    ])
  })

  test('closing an event stream frees all its resources', async () => {
    const before = t.services.events.status().open
    const { post, reader } = await thread()
    const opened = await Promise.all([listen(reader, `me,post:${post.id}`), listen(null, `post:${post.id}`)])
    for (const stream of opened) await stream.next('hello')
    expect(t.services.events.status().open).toBe(before + 2)
    for (const stream of opened) await stream.close()
    expect(t.services.events.status().open).toBe(before)
  })
})

describe('notifications', () => {
  test('LIVE-1 an event stream gets a new notification in the format of the list, and the unread count', async () => {
    const { author, post, writers } = await thread()
    const [english, polish] = [await listen(author, 'me'), await listen(author, 'me', { lang: 'pl' })]
    await writers.comments.create({ post_id: post.id, content: 'Dzień dobry' })
    const [{ data }, { data: inPolish }] = [await english.next('notification'), await polish.next('notification')]
    expect(data).toEqual({
      unread_count: 1,
      notification: (await (await t.as(author, { lang: 'en' })).notifications.list())[0]!,
    })
    expect(inPolish).toEqual({ unread_count: 1, notification: (await (await t.as(author)).notifications.list())[0]! })
    expect(inPolish.notification!.title).not.toBe(data.notification!.title)
  })

  test('LIVE-1 reading or retracting notifications updates the unread count in other tabs', async () => {
    const { author, post, writers, authors } = await thread()
    const stream = await listen(author, 'me')
    const first = await writers.comments.create({ post_id: post.id, content: 'Raz' })
    await writers.comments.create({ post_id: post.id, content: 'Dwa' })
    const { data } = await stream.next('notification', ({ notification }) => notification?.comment_id === first.id)
    await stream.next('notification', ({ unread_count }) => unread_count === 2)
    await authors.notifications.markRead({ notification_id: data.notification!.id })
    expect((await stream.next('notification', ({ notification }) => notification === null)).data).toEqual({
      unread_count: 1,
      notification: null,
    })
    await authors.notifications.markAllRead()
    expect((await stream.next('notification', ({ notification }) => notification === null)).data).toEqual({
      unread_count: 0,
      notification: null,
    })
    await writers.comments.create({ post_id: post.id, content: 'Trzy' })
    const third = (await stream.next('notification', ({ notification }) => notification?.content === 'Trzy')).data
      .notification!
    await writers.comments.remove({ comment_id: third.comment_id! })
    expect((await stream.next('notification', ({ notification }) => notification === null)).data).toEqual({
      unread_count: 0,
      notification: null,
    })
  })

  test('LIVE-1 deleting a community updates the unread count of notifications', async () => {
    const { author, post, category, writers } = await thread()
    await writers.comments.create({ post_id: post.id, content: 'Zaraz zniknie' })
    const stream = await listen(author, 'me')
    await stream.next('hello')
    await (await t.as(null, { admin: ADMIN_PASSWORD })).admin.removeCategory({ category_id: category.id })
    await t.db.transaction((tx) => unlistBatch(tx, category.id, 10))
    expect((await stream.next('notification')).data).toEqual({ unread_count: 0, notification: null })
  })

  test("LIVE-1 LIVE-8 MOD-4 reports, claims and decisions are sent only to moderators' event streams", async () => {
    const [moderator, reader] = [await createUser(t.db), await createUser(t.db)]
    const post = await createPost(t.db, { category: await createCategory(t.db, { creator: moderator }) })
    const [moderators, others] = [await listen(moderator, 'me'), await listen(reader, 'me')]
    for (const stream of [moderators, others]) await stream.next('hello')
    const { id } = await (await t.as(await createUser(t.db))).reports.create({ post_id: post.id, reason: 'Reklama' })
    expect((await moderators.next('notification')).data).toEqual({ unread_count: 0, notification: null })
    const admin = await t.as(null, { admin: ADMIN_PASSWORD })
    await admin.admin.decideReport({ report_id: id, action: 'rejected' })
    expect((await moderators.next('notification')).data).toEqual({ unread_count: 0, notification: null })
    await (await t.as(await createUser(t.db))).reports.create({ post_id: post.id, reason: 'Reklama' })
    await moderators.next('notification')
    const [item] = (await admin.queue.list({ category_id: post.category_id })).items
    for (const change of [
      () => admin.queue.claim({ item_id: item!.id }),
      () => admin.queue.decide({ item_id: item!.id, decision: 'keep' }),
    ]) {
      await change()
      expect((await moderators.next('notification')).data).toEqual({ unread_count: 0, notification: null })
    }
    expect(await receivedUntilNow(others, reader)).toEqual([])
  })

  test('LIVE-8 an event stream gets no notifications of other members or rolled-back transactions', async () => {
    const [reader, other, actor] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
    const stream = await listen(reader, 'me')
    await notify(t.db, { userId: other.id, kind: 'follower', actorId: actor.id })
    const rolledBack = t.db.transaction(async (tx) => {
      await notify(tx, { userId: reader.id, kind: 'follower', actorId: actor.id })
      throw new Error('rolled back')
    })
    await rolledBack.catch(() => {})
    await t.db.transaction(async (tx) => {
      await tx
        .transaction(async (inner) => {
          await notify(inner, { userId: reader.id, kind: 'follower', actorId: actor.id })
          throw new Error('only the savepoint')
        })
        .catch(() => {})
    })
    expect(await receivedUntilNow(stream, reader)).toEqual([])
  })

  test('LIVE-8 a notification about an adult post does not quote that post on the normal site', async () => {
    const { author, post, writers } = await thread({ is_nsfw: true })
    const [normal, adult] = [await listen(author, 'me'), await listen(author, 'me', { adult: true })]
    await writers.comments.create({ post_id: post.id, content: 'Tylko dla dorosłych' })
    expect((await adult.next('notification')).data.notification).toMatchObject({ content: 'Tylko dla dorosłych' })
    expect(JSON.stringify((await normal.next('notification')).data)).not.toContain('dorosłych')
  })
})

describe('messages', () => {
  async function couple() {
    const [anna, bartek] = [await createUser(t.db), await createUser(t.db)]
    return { anna, bartek, annas: await t.as(anna), barteks: await t.as(bartek) }
  }

  test("LIVE-4 a private message is sent to the streams of its recipient and of the sender's other tabs", async () => {
    const { anna, bartek, annas } = await couple()
    const [to, from] = [await listen(bartek, 'me'), await listen(anna, 'me')]
    const message = await annas.messages.send({ recipient_id: bartek.id, content: 'Cześć' })
    expect((await to.next('message')).data).toEqual({ unread_count: 1, with: anna.username, kind: 'new', message })
    expect((await from.next('message')).data).toEqual({ unread_count: 0, with: bartek.username, kind: 'new', message })
  })

  test('LIVE-4 reading messages sends both participants a read event with the newest message read', async () => {
    const { anna, bartek, annas, barteks } = await couple()
    await annas.messages.send({ recipient_id: bartek.id, content: 'Raz' })
    const newest = await annas.messages.send({ recipient_id: bartek.id, content: 'Dwa' })
    const [to, from] = [await listen(bartek, 'me'), await listen(anna, 'me')]
    await barteks.messages.conversation({ username: anna.username })
    expect((await from.next('message')).data).toEqual({
      unread_count: 0,
      with: bartek.username,
      kind: 'read',
      message: { ...newest, is_read: true },
    })
    expect((await to.next('message')).data).toMatchObject({ unread_count: 0, with: anna.username, kind: 'read' })
  })

  test('LIVE-4 the deletion of expired messages is sent to the streams of both participants', async () => {
    const { anna, bartek } = await couple()
    await createMessage(t.db, anna, bartek, { read_at: new Date(Date.now() - 2 * 3_600_000) })
    const [to, from] = [await listen(bartek, 'me'), await listen(anna, 'me')]
    await messageTasks.expire_messages(t.services, {}, new AbortController().signal)
    expect((await to.next('message')).data).toEqual({
      unread_count: 0,
      with: anna.username,
      kind: 'gone',
      message: null,
    })
    expect((await from.next('message')).data).toEqual({
      unread_count: 0,
      with: bartek.username,
      kind: 'gone',
      message: null,
    })
  })

  test('LIVE-4 read messages are deleted when they expire, by one job for all that expire together', async () => {
    const jobs = async () =>
      (await t.db.execute(sql`select 1 from graphile_worker.jobs where key like 'expire_messages:%'`)).length
    const start = Date.now() + 60_000
    t.clock.now = () => new Date(start)
    const { anna, bartek, annas, barteks } = await couple()
    const before = await jobs()
    for (const content of ['Raz', 'Dwa']) {
      await annas.messages.send({ recipient_id: bartek.id, content })
      await barteks.messages.conversation({ username: anna.username })
    }
    expect(await jobs()).toBe(before + 1)
    const [to, from] = [await listen(bartek, 'me'), await listen(anna, 'me')]
    t.clock.now = () => new Date(start + 3_600_000 - 1)
    await runJobs(t.services)
    expect(await t.db.$count(message, eq(message.sender_id, anna.id))).toBe(2)
    t.clock.now = () => new Date(start + 3_600_000 + 2_500)
    await runJobs(t.services)
    t.clock.now = () => new Date()
    expect((await to.next('message')).data).toEqual({
      unread_count: 0,
      with: anna.username,
      kind: 'gone',
      message: null,
    })
    expect((await from.next('message')).data).toEqual({
      unread_count: 0,
      with: bartek.username,
      kind: 'gone',
      message: null,
    })
    expect(await t.db.$count(message, eq(message.sender_id, anna.id))).toBe(0)
  })

  test('LIVE-4 LIVE-8 an event stream gets messages of a blocked member only when its owner reads them', async () => {
    const { anna, bartek, annas, barteks } = await couple()
    await annas.messages.send({ recipient_id: bartek.id, content: 'Stare' })
    await barteks.messages.send({ recipient_id: anna.id, content: 'Odpowiedź' })
    await createBlock(t.db, bartek, anna)
    const stream = await listen(bartek, 'me')
    await barteks.messages.conversation({ username: anna.username })
    expect((await stream.next('message')).data).toEqual({
      unread_count: 0,
      with: anna.username,
      kind: 'read',
      message: null,
    })
    await annas.messages.conversation({ username: bartek.username })
    expect((await receivedUntilNow(stream, bartek)).filter(({ name }) => name === 'message')).toHaveLength(1)
  })

  test('LIVE-4 a stream gets a resync event only if its owner turns message notifications on or off', async () => {
    const { anna, bartek, annas, barteks } = await couple()
    await annas.messages.send({ recipient_id: bartek.id, content: 'Cześć' })
    const stream = await listen(bartek, 'me')
    await stream.next('hello')
    await barteks.notifications.editSettings({
      kinds: { mention: { site: false }, message: { email: true } },
      digest: 'daily',
    })
    await barteks.notifications.editSettings({ kinds: { message: { site: false } } })
    expect((await stream.next('resync')).data).toEqual({ topics: ['me'] })
    expect((await barteks.messages.unreadCount()).unread_count).toBe(0)
    await barteks.notifications.editSettings({ kinds: { message: { site: false } } })
    await barteks.notifications.editSettings({ kinds: { message: { site: true } } })
    await stream.next('resync')
    await annas.messages.send({ recipient_id: bartek.id, content: 'Jesteś?' })
    expect((await stream.next('message')).data).toMatchObject({ unread_count: 2, with: anna.username })
    expect(stream.received.map(({ name }) => name)).toEqual(['hello', 'resync', 'resync', 'message'])
  })

  test('LIVE-8 an event stream gets no messages between other members', async () => {
    const { bartek, annas } = await couple()
    const reader = await createUser(t.db)
    const stream = await listen(reader, 'me')
    await annas.messages.send({ recipient_id: bartek.id, content: 'Sekret' })
    expect(await receivedUntilNow(stream, reader)).toEqual([])
  })
})

describe('an open thread', () => {
  test("MOD-1 LIVE-3 an open thread's stream gets removed comments as removed, restored texts as edited", async () => {
    const { post, writer } = await thread()
    const comment = await createComment(t.db, { post, author: writer })
    const staff = await t.as(null, { admin: ADMIN_PASSWORD })
    const stream = await listen(null, `post:${post.id}`)
    await staff.moderation.remove({ comment_id: comment.id, reason_code: 'spam' })
    expect((await stream.next('thread')).data).toEqual({
      post_id: post.id,
      comment_count: 0,
      new: [],
      edited: [],
      removed: [comment.id],
    })
    await staff.moderation.restore({ comment_id: comment.id })
    expect((await stream.next('thread')).data).toEqual({
      post_id: post.id,
      comment_count: 1,
      new: [],
      edited: [comment.id],
      removed: [],
    })
    await staff.moderation.remove({ post_id: post.id, reason_code: 'spam' })
    expect((await stream.next('resync')).data).toEqual({ topics: [`post:${post.id}`] })
  })

  test("LIVE-2 LIVE-3 an open thread's stream gets one event for all comments changed within a second", async () => {
    const { post, writer, writers } = await thread()
    const old = await createComment(t.db, { post, author: writer })
    const gone = await createComment(t.db, { post, author: writer })
    const stream = await listen(null, `post:${post.id}`)
    const first = await writers.comments.create({ post_id: post.id, content: 'Nowy' })
    const reply = await writers.comments.create({ post_id: post.id, parent_id: first.id, content: 'Odpowiedź' })
    await writers.comments.edit({ comment_id: old.id, content: 'Zmieniony' })
    await writers.comments.remove({ comment_id: gone.id })
    expect((await stream.next('thread')).data).toEqual({
      post_id: post.id,
      comment_count: 3,
      edited: [old.id],
      removed: [gone.id],
      new: [
        { comment_id: first.id, parent_id: null, author: writer.username },
        { comment_id: reply.id, parent_id: first.id, author: writer.username },
      ],
    })
  })

  test("LIVE-3 an open thread's stream gets the vote counts at most every two seconds", async () => {
    const { post, writers, authors } = await thread()
    const stream = await listen(null, `post:${post.id}`)
    await writers.votes.post({ post_id: post.id, value: 1 })
    await stream.next('post')
    await writers.votes.post({ post_id: post.id, value: -1 })
    await authors.votes.post({ post_id: post.id, value: 1 })
    expect((await stream.next('post', ({ downvotes }) => downvotes === 1)).data).toEqual({
      post_id: post.id,
      upvotes: 1,
      downvotes: 1,
      comment_count: 0,
    })
  })

  test("LIVE-3 an open thread's stream gets a resync event when the post is edited or deleted", async () => {
    const { post, authors } = await thread()
    const stream = await listen(null, `post:${post.id}`)
    await authors.posts.edit({ post_id: post.id, title: 'Inny tytuł' })
    expect((await stream.next('resync')).data).toEqual({ topics: [`post:${post.id}`] })
    await authors.posts.remove({ post_id: post.id })
    await stream.next('resync')
  })

  test("LIVE-8 an open thread's stream gets no comments of members blocked before or after it opened", async () => {
    const { post, reader, author, writer, writers, authors } = await thread()
    const pest = await createUser(t.db)
    await createBlock(t.db, reader, pest)
    const [blocking, visitor] = [await listen(reader, `me,post:${post.id}`), await listen(null, `post:${post.id}`)]
    await (await t.as(reader)).blocks.block({ user_id: writer.id })
    const hidden = [
      await (await t.as(pest)).comments.create({ post_id: post.id, content: `Zaczepka @${reader.username}` }),
      await writers.comments.create({ post_id: post.id, content: 'Druga' }),
    ]
    const shown = await authors.comments.create({ post_id: post.id, content: 'Spokojnie' })
    expect((await blocking.next('thread')).data).toEqual({
      post_id: post.id,
      comment_count: 3,
      new: [{ comment_id: shown.id, parent_id: null, author: author.username }],
      edited: [],
      removed: [],
    })
    expect((await visitor.next('thread')).data.new.map(({ comment_id }) => comment_id)).toEqual(
      [...hidden, shown].map(({ id }) => id),
    )
    await (await t.as(pest)).comments.remove({ comment_id: hidden[0]!.id })
    expect((await visitor.next('thread')).data.removed).toEqual([hidden[0]!.id])
    expect((await receivedUntilNow(blocking, reader)).filter(({ name }) => name !== 'notification')).toHaveLength(1)
  })

  test("LIVE-8 an open thread's stream gets nothing about other threads", async () => {
    const { post, reader, writers, category, author } = await thread()
    const other = await createPost(t.db, { author, category })
    const stream = await listen(reader, `me,post:${post.id}`)
    await writers.comments.create({ post_id: other.id, content: 'Gdzie indziej' })
    const here = await writers.comments.create({ post_id: post.id, content: 'Tutaj' })
    expect((await stream.next('thread')).data.new.map(({ comment_id }) => comment_id)).toEqual([here.id])
  })
})

describe('a reconnecting stream', () => {
  test('LIVE-6 a reconnecting stream gets each missed event once and none that it already had', async () => {
    const { author, post, writer, writers } = await thread()
    const topics = `me,post:${post.id}`
    const stream = await listen(author, topics)
    await writers.comments.create({ post_id: post.id, content: 'Był' })
    await stream.next('notification')
    const { id } = await stream.next('thread')
    await stream.close()
    const missed = await writers.comments.create({ post_id: post.id, content: 'Przegapiony' })
    await writers.votes.post({ post_id: post.id, value: 1 })
    await (await t.as(writer)).messages.send({ recipient_id: author.id, content: 'I wiadomość' })
    const again = await listen(author, topics, { lastEventId: id })
    expect((await again.next('notification')).data).toMatchObject({
      unread_count: 2,
      notification: { content: 'Przegapiony' },
    })
    expect((await again.next('thread')).data.new).toEqual([
      { comment_id: missed.id, parent_id: null, author: writer.username },
    ])
    expect((await again.next('message')).data).toMatchObject({ kind: 'new', message: { content: 'I wiadomość' } })
    expect((await again.next('post')).data).toMatchObject({ upvotes: 1 })
    expect(again.received.map(({ name }) => name).sort()).toEqual([
      'hello',
      'message',
      'notification',
      'post',
      'thread',
    ])
  })

  test('LIVE-6 a reconnecting stream gets events of its thread that were collected, but not sent yet', async () => {
    const { author, post, writers } = await thread()
    const topics = `me,post:${post.id}`
    const stream = await listen(author, topics)
    const comment = await writers.comments.create({ post_id: post.id, content: 'Zbierany' })
    const { id } = await stream.next('notification')
    await stream.close()
    await (await listen(null, `post:${post.id}`)).next('thread')
    const again = await listen(author, topics, { lastEventId: id })
    expect((await again.next('thread')).data.new).toMatchObject([{ comment_id: comment.id }])
    expect(again.received.map(({ name }) => name)).toEqual(['hello', 'thread'])
  })

  test('LIVE-6 a reconnecting stream may send the last event id in the query, including the id of hello', async () => {
    const reader = await createUser(t.db)
    const stream = await listen(reader, 'me')
    const { id } = await stream.next('hello')
    await stream.close()
    const actor = await createUser(t.db)
    await notify(t.db, { userId: reader.id, kind: 'follower', actorId: actor.id })
    const again = await listen(reader, `me&last_event_id=${id}`)
    expect((await again.next('notification')).data.notification).toMatchObject({ kind: 'follower' })
    expect(again.received.map(({ name }) => name)).toEqual(['hello', 'notification'])
  })

  test('LIVE-6 a reconnecting stream is asked to reload everything if its last event id is unknown', async () => {
    const { post, reader } = await thread()
    const stream = await listen(reader, `me,post:${post.id}`, { lastEventId: 'no-such-event' })
    expect((await stream.next('resync')).data).toEqual({ topics: ['me', `post:${post.id}`] })
    expect(stream.received.map(({ name }) => name)).toEqual(['hello', 'resync'])
  })
})

describe('signing out', () => {
  test('LIVE-7 logging out ends the event streams of that login session only', async () => {
    const member = await createUser(t.db)
    const [token, other] = [await t.bearerOf(member), await t.bearerOf(member)]
    const [stream, kept] = [await listen(member, 'me', { token }), await listen(member, 'me', { token: other })]
    const answer = await t.request('/api/auth/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
    expect((await stream.next('signed_out')).data).toEqual({})
    await stream.ended
    expect(await receivedUntilNow(kept, member)).toEqual([])
  })

  test('LIVE-7 deleting the account ends its event streams', async () => {
    const { post, reader } = await thread()
    const [stream, ofThread] = [await listen(reader, 'me'), await listen(reader, `post:${post.id}`)]
    for (const each of [stream, ofThread]) await each.next('hello')
    await t.db.transaction((tx) => deleteAccount(tx, { userId: reader.id, content: 'keep' }, new Date()))
    for (const each of [stream, ofThread]) {
      await each.next('signed_out')
      await each.ended
    }
  })
})
