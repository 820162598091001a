import { describe, expect, test } from 'bun:test'
import { createTestApp, failure } from '#server/test/app.ts'
import {
  createBlock,
  createCategory,
  createComment,
  createMessage,
  createPost,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'

const t = await createTestApp()

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

describe('lookups by ids', () => {
  test('LAPI-1 members are looked up in the order of the given ids, without deleted accounts', async () => {
    const [first, second] = [await createUser(t.db, { bio: 'Piszę o górach.' }), await createUser(t.db)]
    const gone = await createUser(t.db, { deleted_at: new Date() })
    const reader = await createUser(t.db)
    await createBlock(t.db, reader, second)
    const { users } = await (
      await t.as(reader)
    ).lookups.users({ ids: [second.id, gone.id, first.id, second.id].join(',') })
    expect(idsOf(users)).toEqual([second.id, first.id])
    expect(users).toMatchObject([{ is_blocked: true }, { bio: 'Piszę o górach.', is_blocked: false, is_ai: false }])
  })

  test("LAPI-1 communities looked up by id include their moderators and the caller's membership", async () => {
    const creator = await createUser(t.db)
    const [joined, other] = [await createCategory(t.db, { creator }), await createCategory(t.db, { creator })]
    const member = await createUser(t.db)
    await joinCategory(t.db, member, joined)
    const { categories } = await (await t.as(member)).lookups.categories({ ids: `${other.id},${joined.id}` })
    expect(categories.map(({ id, is_member, moderator_ids }) => [id, is_member, moderator_ids])).toEqual([
      [other.id, false, [creator.id]],
      [joined.id, true, [creator.id]],
    ])
  })

  test('LAPI-1 a lookup of posts by id returns full texts, and a held post to its author alone', async () => {
    const author = await createUser(t.db)
    const open = await createPost(t.db, { author, content: '**ważne**' })
    const held = await createPost(t.db, { author, held_at: new Date() })
    const ids = `${held.id},${open.id}`
    const seen = await (await t.as(null)).lookups.posts({ ids })
    expect(seen.posts).toMatchObject([{ id: open.id, content: '**ważne**' }])
    expect(idsOf((await (await t.as(author)).lookups.posts({ ids })).posts)).toEqual([held.id, open.id])
  })

  test('LAPI-1 comments looked up by id include all ancestors, topmost first', async () => {
    const top = await createComment(t.db)
    const reply = await createComment(t.db, { parent: top })
    const leaf = await createComment(t.db, { parent: reply })
    const deleted = await createComment(t.db, { parent: reply, deleted_at: new Date() })
    const { comments } = await (await t.as(null)).lookups.comments({ ids: `${leaf.id},${deleted.id},${top.id}` })
    expect(comments.map(({ path }) => path)).toEqual([[top.id, reply.id, leaf.id], [top.id]])
  })

  test('a lookup with more than a hundred ids or with invalid ids is refused', async () => {
    const api = await t.as(null)
    for (const ids of ['', 'x', '1,', '1;2', Array.from({ length: 101 }, (_, at) => at + 1).join(',')])
      expect(await failure(api.lookups.posts({ ids }))).toMatchObject({ status: 422, code: 'invalid' })
  })
})

describe("lists of a member's own communities, messages and notifications", () => {
  test('LAPI-2 the list of joined communities is paged by cursor, separately for normal and adult ones', async () => {
    const member = await createUser(t.db)
    const own = await createCategory(t.db, { creator: member })
    const [joined, adult] = [await createCategory(t.db), await createCategory(t.db, { is_nsfw: true })]
    await joinCategory(t.db, member, joined)
    await joinCategory(t.db, member, adult)
    const api = await t.as(member)
    const first = await api.categories.joined({ limit: 1 })
    expect(first.categories).toMatchObject([{ id: own.id, is_moderator: true }])
    const second = await api.categories.joined({ limit: 1, cursor: first.next_cursor! })
    expect(second).toMatchObject({ categories: [{ id: joined.id, is_moderator: false }], next_cursor: null })
    expect(idsOf((await api.categories.joined({ nsfw: true })).categories)).toEqual([adult.id])
  })

  test('LAPI-4 messages of all conversations are listed latest first and stay unread', async () => {
    const [me, anna, piotr] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
    const fromAnna = await createMessage(t.db, anna, me)
    const toPiotr = await createMessage(t.db, me, piotr)
    const fromPiotr = await createMessage(t.db, piotr, me)
    await createMessage(t.db, anna, piotr)
    const api = await t.as(me)
    const first = await api.messages.list({ limit: 2 })
    expect(first.messages).toMatchObject([
      { id: fromPiotr.id, sender_id: piotr.id, other: { id: piotr.id }, is_read: false },
      { id: toPiotr.id, sender_id: me.id, other: { id: piotr.id }, sender_username: me.username },
    ])
    expect(idsOf((await api.messages.list({ limit: 2, cursor: first.next_cursor! })).messages)).toEqual([fromAnna.id])
    expect(idsOf((await api.messages.list({ unread: true })).messages)).toEqual([fromPiotr.id, fromAnna.id])
    expect(idsOf((await api.messages.list({ before: fromPiotr.id, limit: 1, offset: 1 })).messages)).toEqual([
      fromAnna.id,
    ])
    expect(await api.messages.unreadCount()).toEqual({ unread_count: 2 })
  })

  test('LAPI-4 notifications can be filtered by kind and unread state', async () => {
    const author = await createUser(t.db)
    const home = await createCategory(t.db, { creator: author })
    const post = await createPost(t.db, { author, category: home })
    const writer = await t.as(await createUser(t.db))
    const answer = await writer.comments.create({ post_id: post.id, content: 'Odpowiedź' })
    const elsewhere = await createPost(t.db, { category: home })
    const mention = await writer.comments.create({ post_id: elsewhere.id, content: `@${author.username} zobacz` })
    const api = await t.as(author)
    const ofKinds = async (kinds: string, unread = false) =>
      (await api.notifications.list({ kinds, unread })).map(({ comment_id }) => comment_id)
    expect(await ofKinds('mention')).toEqual([mention.id])
    expect(await ofKinds('post_comment,comment_reply')).toEqual([answer.id])
    const [latest] = await api.notifications.list({ limit: 1 })
    await api.notifications.markRead({ notification_id: latest!.id })
    expect(await ofKinds('mention', true)).toEqual([])
    expect((await api.notifications.list({ before: latest!.id, limit: 1 })).map((row) => row.comment_id)).toEqual([
      answer.id,
    ])
    expect(await failure(api.notifications.list({ kinds: 'nothing' }))).toMatchObject({ status: 422 })
  })
})
