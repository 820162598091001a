import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { LAST_ID } from '#shared/api/fields.ts'
import type { NotificationFilter } from '#shared/rules/notification-kinds.ts'
import { category } from '#server/features/categories/table.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { notify, retractNotifications } from '../queries.ts'

const t = await createTestApp({ ADULT_HOST: 'dorosli.localhost' })

async function member(username?: string) {
  const row = await createUser(t.db, username === undefined ? {} : { username })
  return { ...row, api: await t.as(row) }
}

type Member = Awaited<ReturnType<typeof member>>

const NOON = new Date('2026-03-03T12:00:00Z')
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)

async function notifyOfComment(
  reader: Member,
  author: { id: number },
  { post, now = NOON }: { post: { id: number }; now?: Date },
) {
  const said = await createComment(t.db, { author, post, content: 'Słowo' })
  await notify(t.db, {
    userId: reader.id,
    kind: 'post_comment',
    actorId: author.id,
    postId: post.id,
    commentId: said.id,
    now,
  })
  return said
}

const notifyOfFollower = (reader: Member, follower: { id: number }, now = NOON) =>
  notify(t.db, { userId: reader.id, kind: 'follower', actorId: follower.id, now })

const notifyOfDecision = (reader: Member, now = NOON) =>
  notify(t.db, { userId: reader.id, kind: 'moderation', actorId: null, now })

async function allPages({ api }: Member, limit: number, filter?: NotificationFilter) {
  const pages = [await api.notifications.page({ filter, limit })]
  while (pages.at(-1)!.next_cursor !== null)
    pages.push(await api.notifications.page({ filter, limit, cursor: pages.at(-1)!.next_cursor! }))
  return pages.map((page) => page.notifications)
}

describe('the notification page', () => {
  test('NOTE-1 notifications are grouped by kind, subject and day, with count and latest three actors', async () => {
    const reader = await member()
    const [post, other] = [
      await createPost(t.db, { author: reader, title: 'Zakwas' }),
      await createPost(t.db, { author: reader }),
    ]
    const [ala, ola, ela, iza] = [
      await member('Ala_g'),
      await member('Ola_g'),
      await member('Ela_g'),
      await member('Iza_g'),
    ]
    for (const [at, author] of [ala, ola, ola, ela, iza].entries())
      await notifyOfComment(reader, author, { post, now: later(at) })
    await notifyOfComment(reader, ala, { post: other })
    await notifyOfFollower(reader, ala)
    const { notifications, unread_count } = await reader.api.notifications.page()
    expect(unread_count).toBe(7)
    expect(notifications).toMatchObject([
      { kind: 'follower', count: 1, is_grouped: false, actors: ['Ala_g'] },
      {
        kind: 'post_comment',
        post_id: other.id,
        count: 1,
        is_grouped: false,
        title: 'Ala_g komentuje Twój post',
        content: 'Słowo',
      },
      {
        kind: 'post_comment',
        post_id: post.id,
        count: 5,
        is_grouped: true,
        actors: ['Iza_g', 'Ela_g', 'Ola_g'],
        read: false,
        title: 'Iza_g, Ela_g, Ola_g i inni komentują Twój post',
        content: 'Zakwas',
      },
    ])
    const english = await t.as(reader, { lang: 'en' })
    expect((await english.notifications.page()).notifications[2]!.title).toBe(
      'Iza_g, Ela_g, Ola_g, and others commented on your post',
    )
  })

  test('NOTE-1 the notification page groups replies by day and parent comment, counting each author once', async () => {
    const [reader, other] = [await member(), await member('Ula_g')]
    const post = await createPost(t.db)
    const [one, two] = [
      await createComment(t.db, { author: reader, post }),
      await createComment(t.db, { author: reader, post }),
    ]
    for (const parent of [one, one, two])
      await other.api.comments.create({ post_id: post.id, parent_id: parent.id, content: 'Odpowiedź' })
    expect((await reader.api.notifications.page()).notifications).toMatchObject([
      { kind: 'comment_reply', count: 1 },
      { kind: 'comment_reply', count: 2, actors: ['Ula_g'], title: 'Ula_g odpowiada na Twój komentarz' },
    ])
    const followed = await member()
    await notifyOfFollower(followed, reader, NOON)
    await notifyOfFollower(followed, other, later(24 * 60))
    expect((await followed.api.notifications.page()).notifications).toMatchObject([{ count: 1 }, { count: 1 }])
  })

  test('NOTE-1 the notification page can be filtered by unread, mentions and moderation', async () => {
    const [reader, other] = [await member(), await member()]
    const post = await createPost(t.db)
    await notifyOfFollower(reader, other)
    await reader.api.notifications.markAllRead()
    await notifyOfDecision(reader)
    await other.api.comments.create({ post_id: post.id, content: `Halo, @${reader.username}` })
    const kindsOf = async (filter?: NotificationFilter) =>
      (await reader.api.notifications.page({ filter })).notifications.map(({ kind }) => kind)
    expect(await kindsOf()).toEqual(['mention', 'moderation', 'follower'])
    expect(await kindsOf('unread')).toEqual(['mention', 'moderation'])
    expect(await kindsOf('mentions')).toEqual(['mention'])
    expect(await kindsOf('moderation')).toEqual(['moderation'])
    expect(await failure(reader.api.notifications.page({ filter: 'old' as never }))).toMatchObject({
      status: 422,
      issues: { filter: expect.any(String) },
    })
  })

  test('NOTE-1 the notification page is paged by cursor with each group once, even while new ones arrive', async () => {
    const [reader, other] = [await member(), await member()]
    const posts = await Promise.all(Array.from({ length: 7 }, () => createPost(t.db, { author: reader })))
    for (const round of [0, 1])
      for (const post of posts) await notifyOfComment(reader, other, { post, now: later(round) })
    const walked = (await allPages(reader, 3)).map((page) => page.map(({ post_id }) => post_id))
    const newestFirst = posts.map(({ id }) => id).reverse()
    expect(walked).toEqual([newestFirst.slice(0, 3), newestFirst.slice(3, 6), newestFirst.slice(6)])

    const first = await reader.api.notifications.page({ limit: 3 })
    await notifyOfComment(reader, other, { post: posts[0]!, now: later(5) })
    await notifyOfComment(reader, other, { post: posts[6]!, now: later(6) })
    const second = await reader.api.notifications.page({ limit: 10, cursor: first.next_cursor! })
    expect(second.notifications).toMatchObject(newestFirst.slice(3).map((post_id) => ({ post_id, count: 2 })))
    expect(second.next_cursor).toBeNull()
    expect((await reader.api.notifications.page()).notifications).toMatchObject([
      { post_id: posts[6]!.id, count: 3 },
      { post_id: posts[0]!.id, count: 3 },
      {},
      {},
      {},
      {},
      {},
    ])
  })

  test('NOTE-1 the notification page refuses an invalid cursor and an invalid limit', async () => {
    const { api } = await member()
    for (const cursor of ['x', 'WzFd', 'W10'])
      expect(await failure(api.notifications.page({ cursor }))).toMatchObject({ status: 400, code: 'bad_cursor' })
    for (const limit of [0, 101])
      expect(await failure(api.notifications.page({ limit }))).toMatchObject({ status: 422 })
    expect(await failure((await t.as(null)).notifications.page())).toMatchObject({ status: 401 })
  })

  test('the notification page omits retracted notifications, and all groups of deleted communities', async () => {
    const [reader, other] = [await member(), await member('Ida_g')]
    const home = await createCategory(t.db)
    const post = await createPost(t.db, { author: reader, category: home })
    const said = [
      await notifyOfComment(reader, other, { post }),
      await notifyOfComment(reader, other, { post }),
      await notifyOfComment(reader, other, { post }),
    ]
    await retractNotifications(t.db, { commentId: said[2]!.id })
    expect((await reader.api.notifications.page()).notifications).toMatchObject([{ count: 2, comment_id: said[1]!.id }])
    await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, home.id))
    expect(await reader.api.notifications.page()).toEqual({ notifications: [], unread_count: 0, next_cursor: null })
  })

  test('VAR-6 NOTE-6 the notification page reveals nothing of adult content on the normal host', async () => {
    const [reader, other] = [await member(), await member()]
    const post = await createPost(t.db, {
      author: reader,
      title: 'Pikantne',
      category: await createCategory(t.db, { is_nsfw: true }),
    })
    for (const minutes of [0, 1]) await notifyOfComment(reader, other, { post, now: later(minutes) })
    expect((await reader.api.notifications.page()).notifications).toMatchObject([
      {
        title: 'Masz nowe powiadomienie',
        content: 'Dotyczy treści dla dorosłych.',
        actors: [],
        count: 2,
        is_grouped: true,
      },
    ])
    const answer = await t.request('http://dorosli.localhost/api/notifications/page', {
      headers: { authorization: `Bearer ${await t.bearerOf(reader)}`, cookie: 'language=pl' },
    })
    expect(await answer.json()).toMatchObject({
      notifications: [{ title: `${other.username} komentuje Twój post`, content: 'Pikantne' }],
    })
  })
})

describe('marking groups of notifications as read', () => {
  test('NOTE-1 marking a notification group as read marks all but those that arrived after it was loaded', async () => {
    const [reader, other] = [await member(), await member()]
    const post = await createPost(t.db, { author: reader })
    await notifyOfFollower(reader, other)
    for (const minutes of [0, 1, 2]) await notifyOfComment(reader, other, { post, now: later(minutes) })
    const [group] = (await reader.api.notifications.page()).notifications
    await notifyOfComment(reader, other, { post, now: later(3) })
    expect(await reader.api.notifications.markRead({ notification_id: group!.id })).toEqual({ success: true })
    expect(await reader.api.notifications.count()).toEqual({ unread_count: 2 })
    expect((await reader.api.notifications.page()).notifications).toMatchObject([
      { count: 4, read: false },
      { kind: 'follower', read: false },
    ])
    expect((await reader.api.notifications.list()).map(({ read }) => read)).toEqual([false, true, true, true, false])
    expect(await reader.api.notifications.markRead({ notification_id: group!.id })).toEqual({ success: true })
  })

  test('NOTE-1 marking one notification as read marks no others of its group, even if it is the latest', async () => {
    const [reader, other] = [await member(), await member()]
    const post = await createPost(t.db, { author: reader })
    for (const minutes of [0, 1, 2]) await notifyOfComment(reader, other, { post, now: later(minutes) })
    const [latest] = await reader.api.notifications.list()
    expect(latest).toMatchObject({ count: 1, is_grouped: false })
    await reader.api.notifications.markRead({ notification_id: latest!.id })
    expect(await reader.api.notifications.count()).toEqual({ unread_count: 2 })
    expect((await reader.api.notifications.page({ filter: 'unread' })).notifications).toMatchObject([
      { count: 2, read: false },
    ])
    const [unread] = (await reader.api.notifications.page({ filter: 'unread' })).notifications
    await reader.api.notifications.markRead({ notification_id: unread!.id })
    expect((await reader.api.notifications.page({ filter: 'unread' })).notifications).toEqual([])
    expect((await reader.api.notifications.page()).notifications).toMatchObject([{ count: 3, read: true }])
  })

  test("marking a notification group that is missing or another member's is answered with 404", async () => {
    const [reader, other] = [await member(), await member()]
    const post = await createPost(t.db, { author: reader })
    for (const minutes of [0, 1]) await notifyOfComment(reader, other, { post, now: later(minutes) })
    const [group] = (await reader.api.notifications.page()).notifications
    expect(await failure(other.api.notifications.markRead({ notification_id: group!.id }))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(await failure(other.api.notifications.markRead({ notification_id: LAST_ID * 2 }))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(await reader.api.notifications.count()).toEqual({ unread_count: 2 })
  })

  test('marking a notification group while one of its notifications is retracted causes no deadlock', async () => {
    const [reader, other] = [await member(), await member()]
    const post = await createPost(t.db, { author: reader })
    const said = []
    for (const minutes of Array.from({ length: 10 }, (_, at) => at))
      said.push(await notifyOfComment(reader, other, { post, now: later(minutes) }))
    const [group] = (await reader.api.notifications.page()).notifications
    await Promise.all(
      said.flatMap((comment) => [
        reader.api.notifications.markRead({ notification_id: group!.id }).catch(() => null),
        t.db.transaction((tx) => retractNotifications(tx, { commentId: comment.id })),
      ]),
    )
    expect(await reader.api.notifications.page()).toEqual({ notifications: [], unread_count: 0, next_cursor: null })
  })
})
