import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { comment } from '#server/features/comments/table.ts'
import { postRank } from '#server/features/posts/table.ts'
import { report } from '../moderation/tables.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createBlock, createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { notification } from './table.ts'
import { countUnreadOf, notify, notifyMentioned, retractNotifications } from './queries.ts'

const t = await createTestApp({ ADULT_HOST: 'dorosli.localhost' })

type Named = { id: number }

const rowsOf = ({ id }: Named) =>
  t.db.select().from(notification).where(eq(notification.user_id, id)).orderBy(notification.id)

async function listOnAdultHost(member: Named) {
  const answer = await t.request('http://dorosli.localhost/api/notifications', {
    headers: { authorization: `Bearer ${await t.bearerOf(member)}`, cookie: 'language=pl' },
  })
  return answer.json()
}

describe('contents of a notification', () => {
  test('NOTI-9 ENT-10 a notification of a comment names its author, quotes it and links to it', async () => {
    const [poster, author] = [await createUser(t.db), await createUser(t.db, { username: 'Kasia_1' })]
    const post = await createPost(t.db, { author: poster })
    const made = await (
      await t.as(author)
    ).comments.create({ post_id: post.id, content: `**Dobry** pomysł. ${'słowo '.repeat(40)}` })
    const [notice] = await (await t.as(poster)).notifications.list()
    expect(notice).toEqual({
      id: expect.any(Number),
      kind: 'post_comment',
      title: 'Kasia_1 komentuje Twój post',
      content: expect.any(String),
      read: false,
      post_id: post.id,
      comment_id: made.id,
      link: `/post/${post.id}?comment=${made.id}#comment-${made.id}`,
      created_at: expect.stringMatching(/Z$/),
      count: 1,
      actors: ['Kasia_1'],
      is_grouped: false,
    })
    expect(notice!.content).toStartWith('Dobry pomysł. słowo')
    expect(notice!.content.length).toBeLessThanOrEqual(100)
  })

  test("a notification is in its reader's language", async () => {
    const [poster, author] = [await createUser(t.db), await createUser(t.db, { username: 'Kasia_2' })]
    const parent = await createComment(t.db, { author: poster })
    await (await t.as(author)).comments.create({ post_id: parent.post_id, parent_id: parent.id, content: 'x' })
    expect(await (await t.as(poster)).notifications.list()).toMatchObject([
      { kind: 'comment_reply', title: 'Kasia_2 odpowiada na Twój komentarz' },
    ])
    expect(await (await t.as(poster, { lang: 'en' })).notifications.list()).toMatchObject([
      { title: 'Kasia_2 replied to your comment' },
    ])
  })

  test('a notification quotes the edited text of a comment, and hides spoilers', async () => {
    const poster = await createUser(t.db)
    const author = await t.as(await createUser(t.db))
    const made = await author.comments.create({
      post_id: (await createPost(t.db, { author: poster })).id,
      content: 'przed',
    })
    await author.comments.edit({ comment_id: made.id, content: 'Ginie >!lokaj!<.' })
    const [notice] = await (await t.as(poster)).notifications.list()
    expect(notice!.content).toStartWith('Ginie ')
    expect(notice!.content).not.toContain('lokaj')
  })

  test('a notification of a comment with only a picture mentions the picture', async () => {
    const poster = await createUser(t.db)
    const made = await createComment(t.db, {
      content: '',
      image_url: '/media/x.webp',
      post: await createPost(t.db, { author: poster }),
    })
    await notify(t.db, {
      userId: poster.id,
      kind: 'post_comment',
      actorId: made.author_id,
      postId: made.post_id,
      commentId: made.id,
    })
    expect(await (await t.as(poster)).notifications.list()).toMatchObject([{ content: 'Zdjęcie' }])
  })

  test('a notification of a mention in a post quotes the title and links to the post', async () => {
    const mentioned = await createUser(t.db)
    const post = await createPost(t.db, { title: 'Tytuł posta' })
    await notifyMentioned(t.db, { usernames: [mentioned.username], actorId: post.author_id!, postId: post.id })
    expect(await (await t.as(mentioned)).notifications.list()).toMatchObject([
      { kind: 'mention', content: 'Tytuł posta', post_id: post.id, comment_id: null, link: `/post/${post.id}` },
    ])
  })

  test("NOTI-4 a notification of a new follower links to the follower's profile", async () => {
    const [followed, follower] = [await createUser(t.db), await createUser(t.db, { username: 'Kasia_3' })]
    await (await t.as(follower)).follows.follow({ user_id: followed.id })
    expect(await (await t.as(followed)).notifications.list()).toMatchObject([
      { kind: 'follower', title: 'Kasia_3 zaczyna Cię obserwować', post_id: null, link: '/u/Kasia_3' },
    ])
  })

  test('a notification of a decided report contains the decision', async () => {
    const reporter = await createUser(t.db)
    const post = await createPost(t.db)
    const rows = await t.db
      .insert(report)
      .values([
        { reporter_id: reporter.id, post_id: post.id, reason: 'x', status: 'resolved' },
        { reporter_id: reporter.id, post_id: post.id, reason: 'x', status: 'rejected' },
      ])
      .returning({ id: report.id })
    await notify(t.db, { userId: reporter.id, kind: 'report_decided', actorId: null, reportId: rows[0]!.id })
    await notify(t.db, { userId: reporter.id, kind: 'report_decided', actorId: null, reportId: rows[1]!.id })
    expect(await (await t.as(reporter)).notifications.list()).toMatchObject([
      { title: 'Twoje zgłoszenie zostało odrzucone', post_id: null, link: '/profile' },
      { title: 'Twoje zgłoszenie zostało rozpatrzone', post_id: null, link: '/profile' },
    ])
  })

  test('a notification caused by a deleted account names nobody', async () => {
    const [reader, gone] = [await createUser(t.db), await createUser(t.db, { deleted_at: new Date() })]
    const reply = await createComment(t.db, { author: gone })
    await notify(t.db, {
      userId: reader.id,
      kind: 'comment_reply',
      actorId: gone.id,
      postId: reply.post_id,
      commentId: reply.id,
    })
    expect(await (await t.as(reader)).notifications.list()).toMatchObject([
      { title: 'Ktoś odpowiada na Twój komentarz' },
    ])
  })

  test('VAR-6 a notification of adult content is neutral on the normal host, detailed on the adult host', async () => {
    const [poster, author] = [await createUser(t.db), await createUser(t.db, { username: 'Kasia_4' })]
    const post = await createPost(t.db, { author: poster, category: await createCategory(t.db, { is_nsfw: true }) })
    const made = await (await t.as(author)).comments.create({ post_id: post.id, content: 'coś pikantnego' })
    const link = `/post/${post.id}?comment=${made.id}#comment-${made.id}`
    expect(await (await t.as(poster)).notifications.list()).toMatchObject([
      { title: 'Masz nowe powiadomienie', content: 'Dotyczy treści dla dorosłych.', post_id: post.id, link },
    ])
    expect(await listOnAdultHost(poster)).toMatchObject([
      { title: 'Kasia_4 komentuje Twój post', content: 'coś pikantnego', link },
    ])
  })
})

describe('the number of unread notifications', () => {
  test('the number of unread notifications is capped at 100', async () => {
    const reader = await createUser(t.db)
    const rows = Array.from({ length: 130 }, () => ({ user_id: reader.id, kind: 'follower' as const }))
    await t.db.insert(notification).values(rows)
    expect(await (await t.as(reader)).notifications.count()).toEqual({ unread_count: 100 })
    expect(await countUnreadOf(t.db, [reader.id])).toEqual(new Map([[reader.id, 100]]))
  })
})

describe('actions that notify nobody', () => {
  test('nobody is notified of their own actions or by users they blocked', async () => {
    const [reader, blocked] = [await createUser(t.db), await createUser(t.db)]
    await createBlock(t.db, reader, blocked)
    await notify(t.db, { userId: reader.id, kind: 'follower', actorId: blocked.id })
    await notify(t.db, { userId: reader.id, kind: 'follower', actorId: reader.id })
    expect(await rowsOf(reader)).toEqual([])
    await notify(t.db, { userId: blocked.id, kind: 'follower', actorId: reader.id })
    expect(await rowsOf(blocked)).toHaveLength(1)
  })

  test('nobody is notified of a deleted comment, post or community', async () => {
    const reader = await createUser(t.db)
    const api = await t.as(reader)
    const [a, b, c] = [await createComment(t.db), await createComment(t.db), await createComment(t.db)]
    const about = (on: typeof a) =>
      notify(t.db, {
        userId: reader.id,
        kind: 'comment_reply',
        actorId: on.author_id,
        postId: on.post_id,
        commentId: on.id,
      })
    await Promise.all([a, b, c].map(about))
    expect(await api.notifications.count()).toEqual({ unread_count: 3 })
    await t.db.update(comment).set({ deleted_at: new Date() }).where(eq(comment.id, a.id))
    await t.db.update(postRank).set({ is_listed: false }).where(eq(postRank.post_id, b.post_id))
    expect(await api.notifications.count()).toEqual({ unread_count: 1 })
    expect((await api.notifications.list()).map((notice) => notice.comment_id)).toEqual([c.id])
  })

  test('a member mentioned in a text is notified once, even if the mention is processed twice', async () => {
    const [reader, on] = [await createUser(t.db), await createComment(t.db)]
    const mention = () =>
      notifyMentioned(t.db, {
        usernames: [reader.username],
        actorId: on.author_id!,
        postId: on.post_id,
        commentId: on.id,
      })
    await mention()
    await mention()
    expect(await rowsOf(reader)).toHaveLength(1)
  })
})

describe('retracting notifications', () => {
  test('retracting notifications deletes those that match all conditions and leaves the others', async () => {
    const [reader, actor] = [await createUser(t.db), await createUser(t.db)]
    const [on, other] = [await createComment(t.db), await createComment(t.db)]
    const notifyReader = (subject: { postId?: number; commentId?: number }, kind: 'follower' | 'mention' = 'mention') =>
      notify(t.db, { userId: reader.id, kind, actorId: actor.id, ...subject })
    await notifyReader({ postId: on.post_id, commentId: on.id })
    await notifyReader({ postId: on.post_id })
    await notifyReader({ postId: other.post_id, commentId: other.id })
    await notifyReader({}, 'follower')
    await retractNotifications(t.db, { commentId: on.id })
    expect((await rowsOf(reader)).map((row) => row.comment_id)).toEqual([null, other.id, null])
    await retractNotifications(t.db, { postId: on.post_id })
    expect((await rowsOf(reader)).map((row) => row.comment_id)).toEqual([other.id, null])
    await retractNotifications(t.db, { userId: reader.id, actorId: actor.id, kind: 'follower' })
    expect((await rowsOf(reader)).map((row) => row.comment_id)).toEqual([other.id])
    await retractNotifications(t.db, { actorId: actor.id })
    expect(await rowsOf(reader)).toEqual([])
  })

  test('retracting notifications without a condition is refused', async () => {
    await expect(retractNotifications(t.db, {})).rejects.toThrow()
  })

  test('retracting a notification while its recipient marks all as read causes no deadlock', async () => {
    const reader = await createUser(t.db)
    const api = await t.as(reader)
    const comments = await Promise.all(Array.from({ length: 20 }, () => createComment(t.db)))
    await Promise.all(
      [...comments, ...comments].map((on) =>
        notify(t.db, {
          userId: reader.id,
          kind: 'mention',
          actorId: on.author_id,
          postId: on.post_id,
          commentId: on.id,
        }),
      ),
    )
    await Promise.all(
      comments.flatMap((on) => [
        api.notifications.markAllRead(),
        t.db.transaction((tx) => retractNotifications(tx, { postId: on.post_id })),
      ]),
    )
    expect(await rowsOf(reader)).toEqual([])
  })
})

describe('the list of notifications', () => {
  test('ENT-16 API-44,45 the notification list has the ten latest by default, or the requested number', async () => {
    const [reader, actor] = [await createUser(t.db), await createUser(t.db)]
    const sent = Array.from({ length: 12 }, () =>
      notify(t.db, { userId: reader.id, kind: 'follower', actorId: actor.id }),
    )
    await Promise.all(sent)
    const ids = (await rowsOf(reader)).map((row) => row.id).reverse()
    const api = await t.as(reader)
    expect((await api.notifications.list()).map(({ id }) => id)).toEqual(ids.slice(0, 10))
    expect((await api.notifications.list({ limit: 3, offset: 10 })).map(({ id }) => id)).toEqual(ids.slice(10))
    expect(await api.notifications.count()).toEqual({ unread_count: 12 })
  })

  test("the notification list contains only the caller's own notifications", async () => {
    const [reader, other] = [await createUser(t.db), await createUser(t.db)]
    await notify(t.db, { userId: reader.id, kind: 'follower', actorId: other.id })
    expect(await (await t.as(other)).notifications.list()).toEqual([])
    expect(await failure((await t.as(null)).notifications.list())).toMatchObject({ status: 401 })
    expect(await failure((await t.as(null)).notifications.count())).toMatchObject({ status: 401 })
  })
})

describe('marking notifications as read', () => {
  test('marking a notification as read is idempotent', async () => {
    const [reader, actor] = [await createUser(t.db), await createUser(t.db)]
    await notify(t.db, { userId: reader.id, kind: 'follower', actorId: actor.id })
    await notify(t.db, { userId: reader.id, kind: 'follower', actorId: actor.id })
    const [first, second] = await rowsOf(reader)
    const api = await t.as(reader)
    expect(await api.notifications.markRead({ notification_id: first!.id })).toEqual({ success: true })
    expect(await api.notifications.markRead({ notification_id: first!.id })).toEqual({ success: true })
    expect(await api.notifications.list()).toMatchObject([
      { id: second!.id, read: false },
      { id: first!.id, read: true },
    ])
    expect(await api.notifications.count()).toEqual({ unread_count: 1 })
  })

  test("API-46 marking as read without an id marks all of the caller's notifications", async () => {
    const [reader, other] = [await createUser(t.db), await createUser(t.db)]
    await notify(t.db, { userId: reader.id, kind: 'follower', actorId: other.id })
    await notify(t.db, { userId: reader.id, kind: 'follower', actorId: other.id })
    await notify(t.db, { userId: other.id, kind: 'follower', actorId: reader.id })
    const api = await t.as(reader)
    expect(await api.notifications.markAllRead()).toEqual({ success: true })
    expect(await api.notifications.count()).toEqual({ unread_count: 0 })
    expect(await (await t.as(other)).notifications.count()).toEqual({ unread_count: 1 })
  })

  test("marking a notification that is missing or another member's as read is answered with 404", async () => {
    const [reader, other] = [await createUser(t.db), await createUser(t.db)]
    await notify(t.db, { userId: other.id, kind: 'follower', actorId: reader.id })
    const [foreign] = await rowsOf(other)
    const api = await t.as(reader)
    expect(await failure(api.notifications.markRead({ notification_id: foreign!.id }))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(await failure(api.notifications.markRead({ notification_id: 999_999_999 }))).toMatchObject({ status: 404 })
    expect((await rowsOf(other))[0]!.read).toBe(false)
  })
})
