import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { comment } from '#server/features/comments/table.ts'
import { postRank } from '#server/features/posts/table.ts'
import { upload } from '#server/features/uploads/table.ts'
import { user } from '#server/features/users/table.ts'
import { renderMarkdown } from '#server/markdown/markdown.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import {
  createBlock,
  createCategory,
  createComment,
  createPost,
  createUpload,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'
import { addComment } from './queries.ts'

const t = await createTestApp()

type Named = { id: number }

const rowOf = async ({ id }: Named) => (await t.db.select().from(comment).where(eq(comment.id, id)))[0]!
const totalOf = async ({ id }: Named) =>
  (await t.db.select().from(postRank).where(eq(postRank.post_id, id)))[0]!.comment_count
const pointsOf = async ({ id }: Named) => (await t.db.select().from(user).where(eq(user.id, id)))[0]!.wpoints

async function noticesOf({ id }: Named) {
  const rows = await t.db.execute<{ kind: string; comment_id: number }>(
    sql`select kind, comment_id from notification where user_id = ${id} order by id`,
  )
  return rows.map((row) => row.kind)
}

describe('creating a comment', () => {
  test('CMT-3 ENT-7 API-28 a new comment is rendered and counted and earns its author two points', async () => {
    const [author, post] = [await createUser(t.db), await createPost(t.db)]
    const api = await t.as(author)
    const made = await api.comments.create({ post_id: post.id, content: '  **Dobry** <b>tekst</b>  ' })
    expect(made).toMatchObject({
      content: '**Dobry** <b>tekst</b>',
      post_id: post.id,
      parent_id: null,
      depth: 1,
      author: author.username,
      author_id: author.id,
      author_avatar_url: null,
      edited_at: null,
      upvotes: 0,
      downvotes: 0,
      image_url: null,
      video_url: null,
      user_vote: 0,
      is_deleted: false,
      reply_count: 0,
    })
    expect(made.content_html).toBe('<p><strong>Dobry</strong> &lt;b&gt;tekst&lt;/b&gt;</p>')
    expect(await totalOf(post)).toBe(1)
    expect(await pointsOf(author)).toBe(2)
    expect((await rowOf(made)).excerpt).toBe('Dobry <b>tekst</b>')
    const listed = await api.comments.list({ post_id: post.id })
    expect(listed).toEqual({ comments: [made], total: 1, next_cursor: null })
  })

  test('creating a comment requires no membership in the community', async () => {
    const post = await createPost(t.db)
    expect(
      await (await t.as(await createUser(t.db))).comments.create({ post_id: post.id, content: 'x' }),
    ).toMatchObject({ content: 'x' })
  })

  test('creating a comment is refused to visitors', async () => {
    const post = await createPost(t.db)
    expect(await failure((await t.as(null)).comments.create({ post_id: post.id, content: 'x' }))).toMatchObject({
      status: 401,
    })
  })

  test('API-28 a reply is counted only at its direct parent', async () => {
    const top = await createComment(t.db)
    const reply = await createComment(t.db, { parent: top })
    const api = await t.as(await createUser(t.db))
    expect(await api.comments.create({ post_id: top.post_id, parent_id: reply.id, content: 'x' })).toMatchObject({
      parent_id: reply.id,
      depth: 3,
    })
    expect(await rowOf(top)).toMatchObject({ reply_count: 1 })
    expect(await rowOf(reply)).toMatchObject({ reply_count: 1 })
  })

  test('replies to a comment on level 5 stay on level 5', async () => {
    const api = await t.as(await createUser(t.db))
    const fifth = await createComment(t.db, { depth: 5 })
    const below = await api.comments.create({ post_id: fifth.post_id, parent_id: fifth.id, content: 'x' })
    expect(below).toMatchObject({ parent_id: fifth.id, depth: 5 })
    expect(await api.comments.create({ post_id: fifth.post_id, parent_id: below.id, content: 'x' })).toMatchObject({
      parent_id: below.id,
      depth: 5,
    })
  })

  test('CMT-3,5 API-28 a comment has 1 to 10,000 characters, or a picture or video', async () => {
    const [author, post] = [await createUser(t.db), await createPost(t.db)]
    const api = await t.as(author)
    expect(await failure(api.comments.create({ post_id: post.id, content: '  ' }))).toMatchObject({
      status: 422,
      issues: { content: expect.any(String) },
    })
    expect(await failure(api.comments.create({ post_id: post.id, content: 'x'.repeat(10_001) }))).toMatchObject({
      status: 422,
    })
    expect((await api.comments.create({ post_id: post.id, content: 'x'.repeat(10_000) })).content).toHaveLength(10_000)
    const image = await createUpload(t.db, { user: author })
    expect(await api.comments.create({ post_id: post.id, image_url: image.url })).toMatchObject({
      content: '',
      content_html: '',
      image_url: image.url,
    })
    const video = await createUpload(t.db, { user: author, kind: 'video' })
    expect(await api.comments.create({ post_id: post.id, content: 'x', video_url: video.url })).toMatchObject({
      video_url: video.url,
    })
  })

  test('API-24 a comment accepts one picture or video, uploaded by its author and not used yet', async () => {
    const [author, post] = [await createUser(t.db), await createPost(t.db)]
    const api = await t.as(author)
    const mine = await createUpload(t.db, { user: author })
    const foreign = await createUpload(t.db)
    const refused = { status: 422, issues: { image_url: expect.any(String) } }
    expect(
      await failure(api.comments.create({ post_id: post.id, content: 'x', image_url: foreign.url })),
    ).toMatchObject(refused)
    expect(
      await failure(api.comments.create({ post_id: post.id, content: 'x', image_url: 'https://example.org/x.png' })),
    ).toMatchObject(refused)
    expect(await failure(api.comments.create({ post_id: post.id, content: 'x', video_url: mine.url }))).toMatchObject({
      status: 422,
    })
    expect(
      await failure(api.comments.create({ post_id: post.id, content: 'x', image_url: mine.url, video_url: mine.url })),
    ).toMatchObject({ status: 422 })
    await api.comments.create({ post_id: post.id, content: 'x', image_url: mine.url })
    expect(await failure(api.comments.create({ post_id: post.id, content: 'x', image_url: mine.url }))).toMatchObject(
      refused,
    )
    expect(await totalOf(post)).toBe(1)
    expect((await t.db.select().from(upload).where(eq(upload.id, mine.id)))[0]!.used_at).not.toBeNull()
  })

  test('a comment on a missing or deleted post or parent answers 404', async () => {
    const api = await t.as(await createUser(t.db))
    const deletedPost = await createPost(t.db, { deleted_at: new Date() })
    const orphan = await createPost(t.db, { category: await createCategory(t.db, { deleted_at: new Date() }) })
    const deleted = await createComment(t.db, { deleted_at: new Date() })
    const write = (input: { post_id: number; parent_id?: number }) =>
      failure(api.comments.create({ ...input, content: 'x' }))
    expect(await write({ post_id: 999_999_999 })).toMatchObject({ status: 404, code: 'post_not_found' })
    expect(await write({ post_id: deletedPost.id })).toMatchObject({ status: 404, code: 'post_not_found' })
    expect(await write({ post_id: orphan.id })).toMatchObject({ status: 404, code: 'post_not_found' })
    expect(await write({ post_id: deleted.post_id, parent_id: deleted.id })).toMatchObject({
      status: 404,
      code: 'comment_not_found',
    })
    expect(await write({ post_id: deleted.post_id, parent_id: 999_999_999 })).toMatchObject({
      status: 404,
      code: 'comment_not_found',
    })
  })

  test('a comment under a parent of another post answers 422', async () => {
    const [parent, post] = [await createComment(t.db), await createPost(t.db)]
    const api = await t.as(await createUser(t.db))
    const error = await failure(api.comments.create({ post_id: post.id, parent_id: parent.id, content: 'x' }))
    expect(error).toMatchObject({ status: 422, issues: { parent_id: 'Ten komentarz należy do innego posta.' } })
    expect(await totalOf(post)).toBe(0)
  })

  test('a comment sent twice with one Idempotency-Key is written once', async () => {
    const post = await createPost(t.db)
    const api = await t.as(await createUser(t.db))
    const send = () => api.comments.create({ post_id: post.id, content: 'x' }, { idempotencyKey: 'klucz' })
    const [first, second] = await Promise.all([send(), send()])
    expect(second).toEqual(first)
    expect(await totalOf(post)).toBe(1)
  })

  test('a hundred simultaneous comments are all counted, at the post and at the parent', async () => {
    const parent = await createComment(t.db)
    const authors = await Promise.all(Array.from({ length: 20 }, () => createUser(t.db)))
    const apis = await Promise.all(authors.map((author) => t.as(author)))
    await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        apis[at % 20]!.comments.create({ post_id: parent.post_id, parent_id: at % 2 ? parent.id : null, content: 'x' }),
      ),
    )
    expect(await totalOf({ id: parent.post_id })).toBe(101)
    expect(await rowOf(parent)).toMatchObject({ reply_count: 50 })
    expect(await Promise.all(authors.map(pointsOf))).toEqual(authors.map(() => 10))
  })
})

describe('editing a comment', () => {
  test('CMT-7 PERM-4 ENT-7 API-29 the author and admins may edit a comment', async () => {
    const author = await createUser(t.db)
    const on = await createComment(t.db, { author, content: 'przed' })
    const edited = await (await t.as(author)).comments.edit({ comment_id: on.id, content: '*po*' })
    expect(edited).toMatchObject({ content: '*po*', content_html: '<p><em>po</em></p>', edited_at: expect.any(String) })
    const admin = await t.as(await createUser(t.db, { is_admin: true }))
    expect(await admin.comments.edit({ comment_id: on.id, content: 'poprawione' })).toMatchObject({
      content: 'poprawione',
      author_id: author.id,
    })
  })

  test('CMT-7,9 PERM-4 editing a comment is refused to everybody except its author and admins', async () => {
    const home = await createCategory(t.db)
    const moderator = await createUser(t.db)
    await joinCategory(t.db, moderator, home, { is_moderator: true })
    const on = await createComment(t.db, { post: await createPost(t.db, { category: home }) })
    const edit = { comment_id: on.id, content: 'x' }
    expect(await failure((await t.as(await createUser(t.db))).comments.edit(edit))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    expect(await failure((await t.as(moderator)).comments.edit(edit))).toMatchObject({ status: 403 })
    expect(await failure((await t.as(null)).comments.edit(edit))).toMatchObject({ status: 401 })
    expect((await rowOf(on)).content).toBe('Treść komentarza.')
  })

  test('editing a deleted comment, or one under a deleted post, answers 404', async () => {
    const author = await createUser(t.db)
    const api = await t.as(author)
    const deleted = await createComment(t.db, { author, deleted_at: new Date() })
    const under = await createComment(t.db, { author, post: await createPost(t.db, { deleted_at: new Date() }) })
    expect(await failure(api.comments.edit({ comment_id: deleted.id, content: 'x' }))).toMatchObject({
      status: 404,
      code: 'comment_not_found',
    })
    expect(await failure(api.comments.edit({ comment_id: under.id, content: 'x' }))).toMatchObject({ status: 404 })
    expect(await failure(api.comments.edit({ comment_id: 999_999_999, content: 'x' }))).toMatchObject({ status: 404 })
    expect(await failure(api.comments.edit({ comment_id: under.id, content: '' }))).toMatchObject({ status: 422 })
  })
})

describe('deleting a comment', () => {
  test("CMT-8 PERM-4 API-29 the author, admins and the community's moderators may delete a comment", async () => {
    const [author, admin, moderator] = [
      await createUser(t.db),
      await createUser(t.db, { is_admin: true }),
      await createUser(t.db),
    ]
    const home = await createCategory(t.db)
    await joinCategory(t.db, moderator, home, { is_moderator: true })
    const post = await createPost(t.db, { category: home })
    const [a, b, c] = [
      await createComment(t.db, { author, post }),
      await createComment(t.db, { post }),
      await createComment(t.db, { post }),
    ]
    expect(await (await t.as(author)).comments.remove({ comment_id: a.id })).toEqual({ success: true })
    expect(await (await t.as(admin)).comments.remove({ comment_id: b.id })).toEqual({ success: true })
    expect(await (await t.as(moderator)).comments.remove({ comment_id: c.id })).toEqual({ success: true })
    expect(await totalOf(post)).toBe(0)
  })

  test('CMT-8 PERM-4 deleting a comment is refused to other members and moderators of other communities', async () => {
    const home = await createCategory(t.db)
    const [member, elsewhere] = [await createUser(t.db), await createUser(t.db)]
    await joinCategory(t.db, member, home)
    await createCategory(t.db, { creator: elsewhere })
    const on = await createComment(t.db, { post: await createPost(t.db, { category: home }) })
    expect(await failure((await t.as(member)).comments.remove({ comment_id: on.id }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    expect(await failure((await t.as(elsewhere)).comments.remove({ comment_id: on.id }))).toMatchObject({ status: 403 })
    expect(await failure((await t.as(null)).comments.remove({ comment_id: on.id }))).toMatchObject({ status: 401 })
    expect(await totalOf({ id: on.post_id })).toBe(1)
  })

  test('deleting a comment twice decrements the counts once', async () => {
    const author = await createUser(t.db)
    const post = await createPost(t.db)
    const api = await t.as(author)
    const made = await api.comments.create({ post_id: post.id, content: 'x' })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => api.comments.remove({ comment_id: made.id })),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await totalOf(post)).toBe(0)
    expect(await pointsOf(author)).toBe(0)
    expect(await failure(api.comments.remove({ comment_id: made.id }))).toMatchObject({
      status: 404,
      code: 'comment_not_found',
    })
  })

  test('deleting a comment without replies removes it from the tree', async () => {
    const author = await createUser(t.db)
    const on = await createComment(t.db, { author })
    const api = await t.as(author)
    await api.comments.remove({ comment_id: on.id })
    expect(await api.comments.list({ post_id: on.post_id })).toEqual({ comments: [], total: 0, next_cursor: null })
  })

  test('deleting a comment with replies keeps its place in the tree without its content', async () => {
    const author = await createUser(t.db)
    const on = await createComment(t.db, { author, content: 'tajemnica', image_url: '/media/x.webp' })
    const reply = await createComment(t.db, { parent: on })
    const api = await t.as(author)
    await api.comments.remove({ comment_id: on.id })
    const { comments, total } = await api.comments.list({ post_id: on.post_id })
    expect(total).toBe(1)
    expect(comments).toMatchObject([
      {
        id: on.id,
        content: '',
        content_html: '',
        author: null,
        author_id: null,
        image_url: null,
        video_url: null,
        is_deleted: true,
        reply_count: 1,
      },
      { id: reply.id, is_deleted: false, parent_id: on.id },
    ])
  })

  test('deleting the last reply also removes the deleted comments above it from the tree', async () => {
    const author = await createUser(t.db)
    const post = await createPost(t.db)
    const top = await createComment(t.db, { author, post })
    const second = await createComment(t.db, { author, parent: top })
    const third = await createComment(t.db, { author, parent: second })
    const sibling = await createComment(t.db, { author, parent: top })
    const api = await t.as(author)
    await api.comments.remove({ comment_id: second.id })
    await api.comments.remove({ comment_id: top.id })
    expect((await api.comments.list({ post_id: post.id })).comments.map(({ id }) => id).sort()).toEqual(
      [top.id, second.id, third.id, sibling.id].sort(),
    )
    await api.comments.remove({ comment_id: third.id })
    expect((await api.comments.list({ post_id: post.id })).comments).toMatchObject([
      { id: top.id, reply_count: 1 },
      { id: sibling.id },
    ])
    await api.comments.remove({ comment_id: sibling.id })
    expect(await api.comments.list({ post_id: post.id })).toEqual({ comments: [], total: 0, next_cursor: null })
  })

  test('deleting all comments of a branch simultaneously keeps the counts exact', async () => {
    const author = await createUser(t.db)
    const post = await createPost(t.db)
    const top = await createComment(t.db, { author, post })
    const middle = await Promise.all([1, 2, 3].map(() => createComment(t.db, { author, parent: top })))
    const leaves = await Promise.all(
      middle.flatMap((parent) => [1, 2, 3].map(() => createComment(t.db, { author, parent }))),
    )
    const api = await t.as(author)
    await Promise.all([top, ...middle, ...leaves].map(({ id }) => api.comments.remove({ comment_id: id })))
    expect(await totalOf(post)).toBe(0)
    const rows = await t.db
      .select({ reply_count: comment.reply_count })
      .from(comment)
      .where(eq(comment.post_id, post.id))
    expect(rows.filter((row) => row.reply_count !== 0)).toEqual([])
  })

  test('deleting comments while replies are written keeps the counts exact', async () => {
    const author = await createUser(t.db)
    const api = await t.as(author)
    const parents = await Promise.all(Array.from({ length: 20 }, () => createComment(t.db, { author })))
    await Promise.allSettled(
      parents.flatMap(({ id, post_id }) => [
        api.comments.create({ post_id, parent_id: id, content: 'x' }),
        api.comments.remove({ comment_id: id }),
      ]),
    )
    const [wrong] = await t.db.execute<{ replies: number; totals: number }>(sql`select
      (select count(*)::integer from comment p where reply_count <> (select count(*) from comment c where c.parent_id
        = p.id and c.in_tree)) as replies,
      (select count(*)::integer from post_rank r where comment_count <> (select count(*) from comment c where c.post_id
        = r.post_id and c.deleted_at is null)) as totals`)
    expect(wrong).toEqual({ replies: 0, totals: 0 })
  })
})

describe('whom a comment notifies', () => {
  test('a comment notifies the author of the post', async () => {
    const author = await createUser(t.db)
    const post = await createPost(t.db, { author })
    await (await t.as(await createUser(t.db))).comments.create({ post_id: post.id, content: 'x' })
    expect(await noticesOf(author)).toEqual(['post_comment'])
  })

  test('a reply notifies the author of the comment it replies to, and the author of the post', async () => {
    const [poster, commenter] = [await createUser(t.db), await createUser(t.db)]
    const parent = await createComment(t.db, { author: commenter, post: await createPost(t.db, { author: poster }) })
    await (
      await t.as(await createUser(t.db))
    ).comments.create({ post_id: parent.post_id, parent_id: parent.id, content: 'x' })
    expect(await noticesOf(commenter)).toEqual(['comment_reply'])
    expect(await noticesOf(poster)).toEqual(['post_comment'])
  })

  test('a comment notifies each person only once', async () => {
    const author = await createUser(t.db)
    const parent = await createComment(t.db, { author, post: await createPost(t.db, { author }) })
    await (
      await t.as(await createUser(t.db))
    ).comments.create({ post_id: parent.post_id, parent_id: parent.id, content: `@${author.username}` })
    expect(await noticesOf(author)).toEqual(['comment_reply'])
  })

  test('NOTI-9 a comment does not notify its own author', async () => {
    const author = await createUser(t.db)
    const post = await createPost(t.db, { author })
    const api = await t.as(author)
    const made = await api.comments.create({ post_id: post.id, content: `@${author.username}` })
    await api.comments.create({ post_id: post.id, parent_id: made.id, content: 'x' })
    expect(await noticesOf(author)).toEqual([])
  })

  test('NOTI-9 a comment notifies at most 20 mentioned members, named in any letter case', async () => {
    const named = await Promise.all(Array.from({ length: 21 }, () => createUser(t.db)))
    const post = await createPost(t.db)
    const content = named.map(({ username }) => `@${username.toUpperCase()}`).join(' ')
    await (await t.as(await createUser(t.db))).comments.create({ post_id: post.id, content })
    const kinds = await Promise.all(named.map(noticesOf))
    expect(kinds).toEqual([...named.slice(0, 20).map(() => ['mention']), []])
  })

  test('NOTI-9 PROF-15 a comment does not notify members who blocked its author', async () => {
    const [poster, parentAuthor, mentioned, blocked] = [
      await createUser(t.db),
      await createUser(t.db),
      await createUser(t.db),
      await createUser(t.db),
    ]
    const parent = await createComment(t.db, { author: parentAuthor, post: await createPost(t.db, { author: poster }) })
    await createBlock(t.db, poster, blocked)
    await createBlock(t.db, parentAuthor, blocked)
    await createBlock(t.db, mentioned, blocked)
    const made = await (
      await t.as(blocked)
    ).comments.create({ post_id: parent.post_id, parent_id: parent.id, content: `@${mentioned.username}` })
    expect(made.author_id).toBe(blocked.id)
    expect(await Promise.all([poster, parentAuthor, mentioned].map(noticesOf))).toEqual([[], [], []])
  })

  test("a bot's answer notifies the author of the comment that it replies to", async () => {
    const [reader, bot] = [await createUser(t.db), await createUser(t.db, { is_bot: true })]
    const parent = await createComment(t.db, { author: reader })
    const clock = { now: new Date(), timeZone: 'Europe/Warsaw' }
    await addComment(
      t.db,
      { author: bot, post_id: parent.post_id, parent_id: parent.id, content: 'x', text: renderMarkdown('x') },
      clock,
    )
    expect(await noticesOf(reader)).toEqual(['bot_answer'])
  })

  test('a comment notifies no bot and no deleted account', async () => {
    const [bot, gone] = [await createUser(t.db, { is_bot: true }), await createUser(t.db, { deleted_at: new Date() })]
    const parent = await createComment(t.db, { author: bot, post: await createPost(t.db, { author: gone }) })
    await (
      await t.as(await createUser(t.db))
    ).comments.create({ post_id: parent.post_id, parent_id: parent.id, content: `@${gone.username}` })
    expect(await Promise.all([bot, gone].map(noticesOf))).toEqual([[], []])
  })

  test('an edited comment notifies newly mentioned members, and nobody a second time', async () => {
    const [author, old, fresh] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
    const post = await createPost(t.db)
    const api = await t.as(author)
    const { id } = await api.comments.create({ post_id: post.id, content: `@${old.username}` })
    await api.comments.edit({ comment_id: id, content: `@${old.username} @${fresh.username}` })
    await api.comments.edit({ comment_id: id, content: 'nikt' })
    await api.comments.edit({ comment_id: id, content: `@${fresh.username} @${old.username}` })
    expect(await noticesOf(old)).toEqual(['mention'])
    expect(await noticesOf(fresh)).toEqual(['mention'])
  })

  test('deleting a comment retracts its notifications', async () => {
    const [poster, mentioned, author] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
    const post = await createPost(t.db, { author: poster })
    const api = await t.as(author)
    const kept = await api.comments.create({ post_id: post.id, content: 'zostaje' })
    const { id } = await api.comments.create({ post_id: post.id, content: `@${mentioned.username}` })
    await api.comments.remove({ comment_id: id })
    expect(await noticesOf(mentioned)).toEqual([])
    expect(await t.db.execute(sql`select comment_id from notification where user_id = ${poster.id}`)).toMatchObject([
      { comment_id: kept.id },
    ])
  })
})

test("a locked post still accepts votes, and comments from its community's moderators", async () => {
  const founder = await createUser(t.db)
  const home = await createCategory(t.db, { creator: founder })
  const written = await createPost(t.db, { category: home })
  const [mod, member] = [await t.as(founder), await t.as(await createUser(t.db))]
  await mod.moderation.lock({ post_id: written.id, locked: true })
  expect(
    (await mod.comments.create({ post_id: written.id, content: 'Zamykam, bo temat się wyczerpał.' })).content,
  ).toContain('Zamykam')
  expect(await failure(member.comments.create({ post_id: written.id, content: 'Jeszcze ja' }))).toMatchObject({
    status: 403,
    code: 'locked',
  })
  expect((await member.votes.post({ post_id: written.id, value: 1 })).upvotes).toBe(1)
})
