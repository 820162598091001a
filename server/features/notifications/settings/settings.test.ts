import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { ThreadLevel } from '#shared/rules/notification-kinds.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createMessage, createPost, createUser } from '#server/test/factories.ts'
import { notify } from '../queries.ts'
import { notification } from '../table.ts'

const t = await createTestApp()

async function member() {
  const row = await createUser(t.db)
  return { ...row, api: await t.as(row) }
}

type Member = Awaited<ReturnType<typeof member>>

const receivedKinds = async ({ api }: Member) => (await api.notifications.list()).map(({ kind }) => kind).sort()

async function thread() {
  const [author, commenter, other] = [await member(), await member(), await member()]
  const post = await createPost(t.db, { author })
  const said = await createComment(t.db, { author: commenter, post })
  const write = (content: string, parent_id?: number) =>
    other.api.comments.create({ post_id: post.id, parent_id, content })
  const setLevel = ({ api }: Member, level: ThreadLevel) => api.notifications.setThread({ post_id: post.id, level })
  return { author, commenter, other, post, said, write, setLevel }
}

describe('the notification settings', () => {
  test('NOTE-2 default settings are all kinds on the site, moderation by mail, and no digest', async () => {
    const { api } = await member()
    const alone = { site: true, email: false, push: false }
    const pushed = { ...alone, push: true }
    expect(await api.notifications.settings()).toEqual({
      kinds: {
        comment: alone,
        reply: pushed,
        mention: pushed,
        follow: alone,
        stream: alone,
        message: pushed,
        report: alone,
        bot: alone,
        moderation: { site: true, email: true, push: true },
      },
      digest: 'off',
      quiet_hours: null,
      push_preview: true,
    })
  })

  test('NOTE-2 notification settings can be changed one by one and are returned in full', async () => {
    const { api } = await member()
    const changed = await api.notifications.editSettings({
      kinds: { comment: { site: false }, reply: { email: true } },
    })
    expect(changed).toMatchObject({
      kinds: {
        comment: { site: false, email: false },
        reply: { site: true, email: true },
        moderation: { email: true },
      },
      digest: 'off',
    })
    expect(
      await api.notifications.editSettings({ digest: 'weekly', kinds: { comment: { site: true, email: true } } }),
    ).toEqual({
      ...changed,
      kinds: { ...changed.kinds, comment: { site: true, email: true, push: false } },
      digest: 'weekly',
    })
    expect(await api.notifications.editSettings({})).toEqual(await api.notifications.settings())
  })

  test('concurrent changes of different notification settings are both stored', async () => {
    const { api } = await member()
    await Promise.all([
      api.notifications.editSettings({ kinds: { comment: { email: true } } }),
      api.notifications.editSettings({ kinds: { bot: { site: false } } }),
      api.notifications.editSettings({ digest: 'daily' }),
    ])
    expect(await api.notifications.settings()).toMatchObject({
      kinds: { comment: { email: true }, bot: { site: false } },
      digest: 'daily',
    })
  })

  test('NOTE-2 mails about moderation can be switched off, but not its notifications on the site', async () => {
    const { api } = await member()
    expect(await failure(api.notifications.editSettings({ kinds: { moderation: { site: false } } }))).toMatchObject({
      status: 422,
      issues: { kinds: 'Powiadomień o moderacji nie można wyłączyć w serwisie.' },
    })
    expect(await api.notifications.editSettings({ kinds: { moderation: { site: true, email: false } } })).toMatchObject(
      { kinds: { moderation: { site: true, email: false } } },
    )
  })

  test.each([
    [{ kinds: { everything: { site: false } } }, 'kinds'],
    [{ kinds: { comment: { phone: true } } }, 'kinds'],
    [{ kinds: { comment: { site: 'no' } } }, 'kinds'],
    [{ kinds: [] }, 'kinds'],
    [{ kinds: ['comment'] }, 'kinds'],
    [{ kinds: null }, 'kinds'],
    [{ kinds: 'comment' }, 'kinds'],
    [{ kinds: 7 }, 'kinds'],
    [{ kinds: { comment: [] } }, 'kinds'],
    [{ kinds: { comment: null } }, 'kinds'],
    [{ kinds: { comment: true } }, 'kinds'],
    [{ kinds: { comment: { site: null } } }, 'kinds'],
    [{ kinds: { toString: { site: false } } }, 'kinds'],
    [{ digest: 'hourly' }, 'digest'],
  ])('the notification settings refuse %j', async (change, field) => {
    const { api } = await member()
    const before = await api.notifications.settings()
    expect(await failure(api.notifications.editSettings(change as never))).toMatchObject({
      status: 422,
      issues: { [field]: expect.any(String) },
    })
    expect(await api.notifications.settings()).toEqual(before)
  })

  test('notification settings apply to one member, and visitors get 401', async () => {
    const [one, two] = [await member(), await member()]
    await one.api.notifications.editSettings({ digest: 'daily' })
    expect(await two.api.notifications.settings()).toMatchObject({ digest: 'off' })
    expect(await failure((await t.as(null)).notifications.settings())).toMatchObject({ status: 401 })
  })
})

describe('a kind of notification switched off on the site', () => {
  test('NOTE-2 a notification kind switched off on the site is neither listed nor counted, unlike others', async () => {
    const { author, write, other } = await thread()
    await author.api.notifications.editSettings({ kinds: { comment: { site: false } } })
    await write('Cisza')
    expect(await author.api.notifications.count()).toEqual({ unread_count: 0 })
    await other.api.follows.follow({ user_id: author.id })
    expect(await receivedKinds(author)).toEqual(['follower'])
    await author.api.notifications.editSettings({ kinds: { comment: { site: true } } })
    await write('Głośno')
    expect(await receivedKinds(author)).toEqual(['follower', 'post_comment'])
  })

  test('NOTE-2 a notification of a kind switched off on the site is stored only if it is to be mailed', async () => {
    const { author, write } = await thread()
    await author.api.notifications.editSettings({ kinds: { comment: { site: false, email: true } } })
    await write('Tylko pocztą')
    const [row] = await t.db.select().from(notification).where(eq(notification.user_id, author.id))
    expect(row).toMatchObject({ kind: 'post_comment', on_site: false, by_email: true, read: false })
    expect(await receivedKinds(author)).toEqual([])
    expect(await failure(author.api.notifications.markRead({ notification_id: row!.id }))).toMatchObject({
      status: 404,
    })
    await author.api.notifications.markAllRead()
    expect(await t.db.$count(notification, eq(notification.id, row!.id))).toBe(1)
  })

  test('NOTE-2 switching off message notifications on the site hides the unread count, not the messages', async () => {
    const [reader, writer] = [await member(), await member()]
    await createMessage(t.db, writer, reader)
    await reader.api.notifications.editSettings({ kinds: { message: { site: false } } })
    expect(await reader.api.messages.unreadCount()).toEqual({ unread_count: 0 })
    expect(await reader.api.messages.conversations()).toMatchObject([{ unread_count: 1 }])
    await reader.api.notifications.editSettings({ kinds: { message: { site: true } } })
    expect(await reader.api.messages.unreadCount()).toEqual({ unread_count: 1 })
  })
})

describe('the notification level of a thread', () => {
  test("NOTE-2 a thread's default notification level is `all` for its author and `replies` for others", async () => {
    const { author, other, post } = await thread()
    expect(await author.api.notifications.thread({ post_id: post.id })).toEqual({ level: 'all' })
    expect(await other.api.notifications.thread({ post_id: post.id })).toEqual({ level: 'replies' })
    for (const level of ['none', 'all', 'replies'] as const) {
      expect(await other.api.notifications.setThread({ post_id: post.id, level })).toEqual({ level })
      expect(await other.api.notifications.thread({ post_id: post.id })).toEqual({ level })
    }
    expect(await author.api.notifications.thread({ post_id: post.id })).toEqual({ level: 'all' })
  })

  test('NOTE-2 the level `all` of a thread notifies of each comment once, as in a followed thread', async () => {
    const { author, commenter, said, write, setLevel } = await thread()
    await setLevel(commenter, 'all')
    await setLevel(author, 'all')
    await write('Nowy komentarz')
    expect(await commenter.api.notifications.list()).toMatchObject([
      {
        kind: 'post_comment',
        title: expect.stringContaining('komentuje obserwowany przez Ciebie wątek'),
        content: 'Nowy komentarz',
      },
    ])
    await write(`Odpowiedź, @${commenter.username}`, said.id)
    expect(await receivedKinds(commenter)).toEqual(['comment_reply', 'post_comment'])
    expect(await author.api.notifications.list()).toMatchObject([
      { title: expect.stringContaining('komentuje Twój post') },
      { title: expect.stringContaining('komentuje Twój post') },
    ])
  })

  test('NOTE-2 the level `replies` of a thread notifies of replies and mentions, not of other comments', async () => {
    const { author, said, write, setLevel } = await thread()
    await setLevel(author, 'replies')
    await write('Do posta')
    await write('Do komentarza', said.id)
    await write(`Do komentarza, @${author.username}`, said.id)
    expect(await receivedKinds(author)).toEqual(['mention', 'post_comment'])
  })

  test('NOTE-2 the level `none` of a thread suppresses its comments, replies and mentions, and no others', async () => {
    const { author, commenter, other, said, write, setLevel } = await thread()
    await setLevel(author, 'none')
    await setLevel(commenter, 'none')
    await write(`Do was, @${author.username} i @${commenter.username}`)
    await write('Odpowiedź', said.id)
    expect([await receivedKinds(author), await receivedKinds(commenter)]).toEqual([[], []])
    const elsewhere = await createPost(t.db, { author })
    await other.api.comments.create({ post_id: elsewhere.id, content: `Gdzie indziej, @${commenter.username}` })
    expect([await receivedKinds(author), await receivedKinds(commenter)]).toEqual([['post_comment'], ['mention']])
  })

  test('NOTE-2 a member with the level `none` for a thread still gets notifications of moderation there', async () => {
    const { author, post, setLevel } = await thread()
    await setLevel(author, 'none')
    await notify(t.db, { userId: author.id, kind: 'moderation', actorId: null, postId: post.id })
    expect(await receivedKinds(author)).toEqual(['moderation'])
  })

  test("no notification level of a thread notifies of one's own comments or of comments by blocked users", async () => {
    const { commenter, other, write, setLevel } = await thread()
    await setLevel(commenter, 'all')
    await setLevel(other, 'all')
    await commenter.api.blocks.block({ user_id: other.id })
    await write('Niesłyszane')
    expect([await receivedKinds(commenter), await receivedKinds(other)]).toEqual([[], []])
  })

  test('setting the notification level of a thread requires an existing thread and a valid level', async () => {
    const { api } = await member()
    const gone = await createPost(t.db, { deleted_at: new Date() })
    const homeless = await createPost(t.db, { category: await createCategory(t.db, { deleted_at: new Date() }) })
    for (const post_id of [gone.id, homeless.id, 999_999_999]) {
      expect(await failure(api.notifications.thread({ post_id }))).toMatchObject({
        status: 404,
        code: 'post_not_found',
      })
      expect(await failure(api.notifications.setThread({ post_id, level: 'all' }))).toMatchObject({
        status: 404,
        code: 'post_not_found',
      })
    }
    const { id } = await createPost(t.db)
    expect(await failure(api.notifications.setThread({ post_id: id, level: 'loud' as never }))).toMatchObject({
      status: 422,
      issues: { level: expect.any(String) },
    })
    expect(await failure((await t.as(null)).notifications.thread({ post_id: id }))).toMatchObject({ status: 401 })
  })
})
