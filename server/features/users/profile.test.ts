import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import {
  createBlock,
  createCategory,
  createComment,
  createFollow,
  createPost,
  createUser,
} from '#server/test/factories.ts'
import { postRank } from '../posts/table.ts'

const t = await createTestApp()
const hour = (n: number) => new Date(Date.UTC(2025, 0, 1, n))

describe("the member's own account", () => {
  test('ENT-1 API-34 a member reads their own account with bio and points', async () => {
    const anna = await createUser(t.db, { karma: 7, wpoints: 12, bio: 'Cześć' })
    expect(await (await t.as(anna)).users.me()).toEqual({
      id: anna.id,
      username: anna.username,
      email: anna.email!,
      karma: 7,
      email_verified: true,
      is_admin: false,
      avatar_url: null,
      bio: 'Cześć',
      wpoints: 12,
    })
    expect(await failure((await t.as(null)).users.me())).toMatchObject({ status: 401, code: 'not_signed_in' })
  })

  test('the bio is trimmed and limited to 500 characters', async () => {
    const anna = await createUser(t.db)
    const api = await t.as(anna)
    expect(await api.users.editMe({ bio: '  <b>Ogrodniczka</b> ' })).toMatchObject({
      id: anna.id,
      bio: '<b>Ogrodniczka</b>',
    })
    expect(await api.users.me()).toMatchObject({ bio: '<b>Ogrodniczka</b>' })
    expect(await failure(api.users.editMe({ bio: 'x'.repeat(501) }))).toMatchObject({
      status: 422,
      issues: { bio: expect.any(String) },
    })
    expect((await api.users.editMe({ bio: 'x'.repeat(500) })).bio).toHaveLength(500)
    expect(await api.users.editMe({ bio: '' })).toMatchObject({ bio: '' })
  })

  test('editing a profile without the field bio keeps the bio, and null deletes the bio', async () => {
    const anna = await createUser(t.db, { bio: 'Ogrodniczka', wpoints: 3 })
    const api = await t.as(anna)
    expect(await api.users.editMe({})).toMatchObject({ id: anna.id, bio: 'Ogrodniczka', wpoints: 3 })
    expect(await api.users.me()).toMatchObject({ bio: 'Ogrodniczka' })
    expect(await api.users.editMe({ bio: null })).toMatchObject({ bio: '' })
  })
})

describe('profiles of members', () => {
  test('ENT-1 a profile is found by its user name, ignoring case', async () => {
    const anna = await createUser(t.db, { username: 'Anna_K', karma: 3, bio: 'O mnie' })
    await createFollow(t.db, await createUser(t.db), anna)
    const { user } = await (await t.as(null)).users.get({ username: 'aNNA_k' })
    expect(user).toEqual({
      id: anna.id,
      username: 'Anna_K',
      karma: 3,
      bio: 'O mnie',
      created_at: anna.created_at.toISOString(),
      is_admin: false,
      avatar_url: null,
      follower_count: 1,
      following_count: 0,
      trust_level: null,
      is_suspended: null,
      is_unclaimed: false,
    })
  })

  test('the profile of a missing or deleted account returns 404 with a translated message', async () => {
    const gone = await createUser(t.db, { deleted_at: new Date() })
    const [polish, english] = [await t.as(null), await t.as(null, { lang: 'en' })]
    expect(await failure(polish.users.get({ username: gone.username }))).toMatchObject({
      status: 404,
      code: 'user_not_found',
      detail: 'Nie znaleziono użytkownika',
    })
    expect(await failure(english.users.get({ username: 'nobody_here' }))).toMatchObject({
      status: 404,
      code: 'user_not_found',
      detail: 'User not found',
    })
    expect(await failure(english.users.get({ username: 'bad\0name' }))).toMatchObject({ status: 404 })
    expect(await failure(english.users.comments({ username: gone.username }))).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
  })

  test('ENT-2 API-35 a profile lists the latest ten posts and comments and counts all undeleted ones', async () => {
    const author = await createUser(t.db)
    const home = await createCategory(t.db)
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        createPost(t.db, { author, category: home, title: `Post ${n}`, created_at: hour(n) }),
      ),
    )
    await createPost(t.db, { author, category: home, deleted_at: new Date() })
    const comments = await Promise.all(
      Array.from({ length: 12 }, (_, n) => createComment(t.db, { author, post: made[0]!, created_at: hour(n) })),
    )
    await createComment(t.db, { author, post: made[0]!, deleted_at: new Date() })
    const profile = await (await t.as(null)).users.get({ username: author.username })
    expect(profile.recent_posts.map((post) => post.id)).toEqual(
      made
        .slice(2)
        .map((post) => post.id)
        .reverse(),
    )
    expect(profile.recent_posts[0]).toMatchObject({
      title: 'Post 11',
      content_html: null,
      author: { username: author.username },
    })
    expect(profile.recent_comments.map((comment) => comment.id)).toEqual(
      comments
        .slice(2)
        .map((comment) => comment.id)
        .reverse(),
    )
    expect(profile.recent_comments[0]).toMatchObject({
      post: { id: made[0]!.id, title: 'Post 0' },
      author: author.username,
    })
    expect(profile).toMatchObject({ post_count: 12, comment_count: 12 })
  })

  test('a profile lists and counts only normal content, or only adult content if this is requested', async () => {
    const author = await createUser(t.db)
    const plain = await createPost(t.db, { author })
    const adult = await createPost(t.db, { author, category: await createCategory(t.db, { is_nsfw: true }) })
    const [below, belowAdult] = [
      await createComment(t.db, { author, post: plain }),
      await createComment(t.db, { author, post: adult }),
    ]
    const api = await t.as(null)
    const ids = ({
      recent_posts,
      recent_comments,
      post_count,
      comment_count,
    }: Awaited<ReturnType<typeof api.users.get>>) => [
      recent_posts.map((post) => post.id),
      recent_comments.map((comment) => comment.id),
      post_count,
      comment_count,
    ]
    expect(ids(await api.users.get({ username: author.username }))).toEqual([[plain.id], [below.id], 1, 1])
    expect(ids(await api.users.get({ username: author.username, nsfw: true }))).toEqual([
      [adult.id],
      [belowAdult.id],
      1,
      1,
    ])
  })

  test('a profile lists no posts and comments for a reader who blocked the member', async () => {
    const [author, viewer] = [await createUser(t.db), await createUser(t.db)]
    await createComment(t.db, { author, post: await createPost(t.db, { author }) })
    await createBlock(t.db, viewer, author)
    const profile = await (await t.as(viewer)).users.get({ username: author.username })
    expect(profile).toMatchObject({ recent_posts: [], recent_comments: [], post_count: 1, comment_count: 1 })
    expect(await (await t.as(viewer)).users.comments({ username: author.username })).toEqual({
      comments: [],
      total: 1,
      next_cursor: null,
    })
    expect((await (await t.as(author)).users.get({ username: viewer.username })).user.id).toBe(viewer.id)
  })

  test('a profile does not list comments under a deleted post', async () => {
    const author = await createUser(t.db)
    const post = await createPost(t.db)
    await createComment(t.db, { author, post })
    await t.db.update(postRank).set({ is_listed: false }).where(eq(postRank.post_id, post.id))
    expect(await (await t.as(null)).users.get({ username: author.username })).toMatchObject({
      recent_comments: [],
      comment_count: 0,
    })
  })
})

test("a page of a member's long comments is limited in bytes, and the next page continues after it", async () => {
  const author = await createUser(t.db)
  const long = {
    author,
    post: await createPost(t.db),
    content: 'x',
    content_html: 'x'.repeat(LIMITS.commentPageBytes / 10 - 1),
  }
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, n) => createComment(t.db, { ...long, created_at: hour(n) })),
  )
  const newest = made.map((comment) => comment.id).reverse()
  const api = await t.as(null)
  const first = await api.users.comments({ username: author.username, limit: 100 })
  const second = await api.users.comments({ username: author.username, limit: 100, cursor: first.next_cursor! })
  expect(first.comments.map(({ id }) => id)).toEqual(newest.slice(0, 10))
  expect(second).toMatchObject({ comments: newest.slice(10).map((id) => ({ id })), next_cursor: null })
})

test('comments of a member are paginated, newest first', async () => {
  const author = await createUser(t.db)
  const post = await createPost(t.db)
  const made = await Promise.all(
    Array.from({ length: 5 }, (_, n) => createComment(t.db, { author, post, created_at: hour(n) })),
  )
  const newest = made.map((comment) => comment.id).reverse()
  const api = await t.as(null)
  const first = await api.users.comments({ username: author.username, limit: 3 })
  const second = await api.users.comments({ username: author.username, limit: 3, cursor: first.next_cursor! })
  const skipped = await api.users.comments({ username: author.username, limit: 2, offset: 1 })
  expect(first.comments.map((comment) => comment.id)).toEqual(newest.slice(0, 3))
  expect(second.comments.map((comment) => comment.id)).toEqual(newest.slice(3))
  expect(second.next_cursor).toBeNull()
  expect(skipped.comments.map((comment) => comment.id)).toEqual(newest.slice(1, 3))
  expect([first.total, second.total]).toEqual([5, 5])
  expect(await failure(api.users.comments({ username: author.username, cursor: 'zepsuty' }))).toMatchObject({
    status: 400,
    code: 'bad_cursor',
  })
})
