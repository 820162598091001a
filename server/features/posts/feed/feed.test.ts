import { beforeAll, describe, expect, test } from 'bun:test'
import { eq, inArray } from 'drizzle-orm'
import type { Api } from '#shared/api/index.ts'
import { POST_SORTS, type PostSort } from '#shared/rules/sorts.ts'
import { encodeCursor } from '#server/lib/cursor.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createBlock, createCategory, createPost, createSave, createUser, createVote } from '#server/test/factories.ts'
import { category } from '../../categories/table.ts'
import { user } from '../../users/table.ts'
import { postRank } from '../table.ts'

const t = await createTestApp()
const visitor = await t.as(null)
// A separate database, because the home feed shows the posts of all tests.
const own = await createTestApp()

type Asked = Parameters<Api['posts']['list']>[0]

const idsOf = (page: { posts: { id: number }[] }) => page.posts.map((item) => item.id)

async function allPages(api: Api, asked: Asked): Promise<number[]> {
  const ids: number[] = []
  let cursor: string | null | undefined
  do {
    const page = await api.posts.list({ ...asked, ...(cursor && { cursor }) })
    ids.push(...idsOf(page))
    cursor = page.next_cursor
  } while (cursor)
  return ids
}

const ago = (hours: number) => new Date(Date.UTC(2026, 0, 10) - hours * 3_600_000)

/** Creates a community with posts, each an hour older than the one before. */
async function communityWith(votes: { upvotes?: number; downvotes?: number }[], columns: { is_nsfw?: boolean } = {}) {
  const home = await createCategory(t.db, columns)
  const author = await createUser(t.db)
  const ids: number[] = []
  for (const [at, counts] of votes.entries()) {
    const { id } = await createPost(t.db, { category: home, author, created_at: ago(at), ...counts })
    ids.push(id)
  }
  return { ...home, author, ids }
}

type Community = Awaited<ReturnType<typeof communityWith>>

const quiet = (count: number) => Array.from({ length: count }, () => ({}))

describe('HOME-2 the sort order of a feed', () => {
  let made: Community
  beforeAll(async () => {
    made = await communityWith([
      { upvotes: 5, downvotes: 4 },
      { upvotes: 40, downvotes: 1 },
      { upvotes: 0, downvotes: 3 },
      { upvotes: 30, downvotes: 30 },
    ])
  })

  const expected: Record<PostSort, number[]> = {
    // In the hot rank, an hour of age subtracts 0.08, a score of 39 adds 1.59 and a score of -3 subtracts 0.48.
    hot: [1, 0, 3, 2],
    new: [0, 1, 2, 3],
    top: [1, 0, 3, 2],
    controversial: [3, 0, 1, 2],
  }

  test.each([...POST_SORTS])('a feed is sorted by %s', async (sort) => {
    const { name, ids } = made
    const page = await visitor.posts.list({ category: name, sort })
    expect(idsOf(page)).toEqual(expected[sort].map((at) => ids[at]!))
  })

  test('posts of equal rank are listed newest first', async () => {
    const home = await createCategory(t.db)
    const first = await createPost(t.db, { category: home, created_at: ago(1) })
    const second = await createPost(t.db, { category: home, created_at: ago(1) })
    for (const sort of POST_SORTS) {
      expect(idsOf(await visitor.posts.list({ category: home.name, sort }))).toEqual([second.id, first.id])
    }
  })

  test("a feed is sorted by 'hot' unless another sort order is requested", async () => {
    const { name } = made
    expect(await visitor.posts.list({ category: name })).toEqual(
      await visitor.posts.list({ category: name, sort: 'hot' }),
    )
  })

  test('an unknown sort order of a feed is refused', async () => {
    expect(await failure(visitor.posts.list({ sort: 'best' as never }))).toMatchObject({
      status: 422,
      issues: { sort: expect.any(String) },
    })
  })
})

describe('the content of a feed', () => {
  test('API-11 a feed contains and counts only normal posts, or only adult posts if these are requested', async () => {
    const api = await own.as(null)
    const normal = await createPost(own.db)
    const adult = await createPost(own.db, { category: await createCategory(own.db, { is_nsfw: true }) })
    await createPost(own.db, { deleted_at: new Date() })
    expect(await api.posts.list()).toMatchObject({ posts: [{ id: normal.id }], total: 1, next_cursor: null })
    expect(await api.posts.list({ nsfw: true })).toMatchObject({
      posts: [{ id: adult.id }],
      total: 1,
      next_cursor: null,
    })
  })

  test('API-12 a feed can be filtered by community and author, ignoring the case of their names', async () => {
    const { name, author, ids } = await communityWith(quiet(2))
    const elsewhere = await createPost(t.db, { author, created_at: ago(9) })
    expect(await visitor.posts.list({ category: name.toUpperCase() })).toMatchObject({ total: 2 })
    expect(idsOf(await visitor.posts.list({ author: author.username.toUpperCase() }))).toEqual([...ids, elsewhere.id])
    expect(await visitor.posts.list({ author: author.username, category: name })).toMatchObject({
      posts: [{ id: ids[0] }, { id: ids[1] }],
      total: 2,
    })
  })

  test('the feed of an adult community is empty unless adult posts are requested', async () => {
    const { name } = await communityWith(quiet(1), { is_nsfw: true })
    expect(await visitor.posts.list({ category: name })).toEqual({ posts: [], total: 0, next_cursor: null })
    expect(await visitor.posts.list({ category: name, nsfw: true })).toMatchObject({ total: 1 })
  })

  test('a feed of a missing community or author is empty', async () => {
    expect(await visitor.posts.list({ category: 'nie_ma' })).toEqual({ posts: [], total: 0, next_cursor: null })
    expect(await visitor.posts.list({ author: 'nikt' })).toEqual({ posts: [], total: 0, next_cursor: null })
    expect(await visitor.posts.list({ author: '\0', category: 'a\0b' })).toEqual({
      posts: [],
      total: 0,
      next_cursor: null,
    })
  })

  test('a feed contains plain excerpts of at most 500 characters', async () => {
    const home = await createCategory(t.db)
    await createPost(t.db, { category: home, content: `**${'słowo '.repeat(200).trim()}**` })
    const [card] = (await visitor.posts.list({ category: home.name })).posts
    expect(card).toMatchObject({ content_html: null, content_truncated: true })
    expect(card!.content).toStartWith('słowo słowo')
    expect(card!.content.length).toBeLessThanOrEqual(500)
  })

  test("a feed shows the reader's votes and saved posts", async () => {
    const { name, ids } = await communityWith(quiet(2))
    const reader = await createUser(t.db)
    await createVote(t.db, { user: reader, post: { id: ids[0]! }, value: -1 })
    await createSave(t.db, reader, { id: ids[1]! })
    const mine = await (await t.as(reader)).posts.list({ category: name, sort: 'new' })
    expect(mine.posts).toMatchObject([
      { user_vote: -1, is_saved: false },
      { user_vote: 0, is_saved: true },
    ])
    const visitors = await visitor.posts.list({ category: name, sort: 'new' })
    expect(visitors.posts).toMatchObject([
      { user_vote: 0, is_saved: false },
      { user_vote: 0, is_saved: false },
    ])
  })

  test('PROF-15 a feed leaves out posts by blocked users and still fills its pages', async () => {
    const { name, ids, author } = await communityWith(quiet(4))
    const other = await createPost(t.db, {
      category: { id: (await visitor.categories.byName({ name })).id },
      created_at: ago(50),
    })
    const orphan = await createPost(t.db, { category: { id: other.category_id }, author: null, created_at: ago(51) })
    const reader = await createUser(t.db)
    await createBlock(t.db, reader, author)
    const api = await t.as(reader)
    expect(await allPages(api, { category: name, limit: 1 })).toEqual([other.id, orphan.id])
    expect(await api.posts.list({ category: name, limit: 2 })).toMatchObject({
      posts: [{ id: other.id }, { id: orphan.id }],
      total: 6,
    })
    expect(await allPages(await t.as(author), { category: name })).toEqual([...ids, other.id, orphan.id])
  })

  test("ENT-4 a feed keeps the posts of a deleted account, without the author's name", async () => {
    const { name, author } = await communityWith(quiet(1))
    await t.db.update(user).set({ deleted_at: new Date() }).where(eq(user.id, author.id))
    expect((await visitor.posts.list({ category: name })).posts[0]!.author).toBeNull()
    expect(await visitor.posts.list({ author: author.username })).toMatchObject({ posts: [] })
  })

  test('the feed of a deleted community is empty', async () => {
    const { id, name } = await communityWith(quiet(1))
    await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, id))
    expect(await visitor.posts.list({ category: name })).toEqual({ posts: [], total: 0, next_cursor: null })
  })
})

describe('pagination of a feed by cursor', () => {
  let made: Community
  beforeAll(async () => {
    made = await communityWith(
      Array.from({ length: 23 }, (_, at) => ({ upvotes: (at * 7) % 11, downvotes: (at * 5) % 7 })),
    )
  })

  test.each([...POST_SORTS])('API-11 pagination by cursor returns each post once, sorted by %s', async (sort) => {
    const { name, ids } = made
    const whole = await visitor.posts.list({ category: name, sort, limit: 100 })
    expect(whole.next_cursor).toBeNull()
    expect([...idsOf(whole)].sort()).toEqual([...ids].sort())
    expect(await allPages(visitor, { category: name, sort, limit: 4 })).toEqual(idsOf(whole))
  })

  test('pagination by cursor ends with the last post of a feed, without an empty page', async () => {
    const { name } = await communityWith(quiet(4))
    const first = await visitor.posts.list({ category: name, limit: 2 })
    expect(await visitor.posts.list({ category: name, limit: 2, cursor: first.next_cursor! })).toMatchObject({
      next_cursor: null,
    })
  })

  test('API-11 pagination by offset still works for older clients', async () => {
    const { name, ids } = made
    const page = await visitor.posts.list({ category: name, sort: 'new', limit: 10, offset: 20 })
    expect(page).toMatchObject({ next_cursor: null, total: 23 })
    expect(idsOf(page)).toEqual(ids.slice(20))
  })

  test.each([
    'nonsense',
    encodeCursor(['new', 1, 1]),
    encodeCursor(['hot', null, 1]),
    encodeCursor(['hot', '1', 1]),
    encodeCursor(['hot', 1, -1]),
    encodeCursor(['hot', 1, 1e12]),
    encodeCursor(['hot', 1, 1, 1]),
    encodeCursor(['best', 1, 1]),
    Buffer.from('["hot",1e999,1]').toString('base64url'),
  ])('an invalid cursor, or one of another sort order, is refused: %#', async (cursor) => {
    expect(await failure(visitor.posts.list({ cursor }))).toMatchObject({ status: 400, code: 'bad_cursor' })
  })

  test.each([
    ['new', 9e15],
    ['new', -1],
    ['new', 0.5],
    ['top', 0.5],
    ['top', 1e10],
  ] as const)('a cursor of the sort order %s with the impossible rank %p is refused', async (sort, rank) => {
    const cursor = encodeCursor([sort, rank, 1])
    expect(await failure(visitor.posts.list({ sort, cursor }))).toMatchObject({ status: 400, code: 'bad_cursor' })
  })

  test.each([...POST_SORTS])(
    'pagination by %s skips no post whose rank stays the same while others change rank',
    async (sort) => {
      const { name, ids } = await communityWith(
        Array.from({ length: 12 }, (_, at) => ({ upvotes: 60 - 2 * at, downvotes: 20 - at })),
      )
      const moved = [ids[1]!, ids.at(-1)!]
      const first = await visitor.posts.list({ category: name, sort, limit: 5 })
      await t.db.update(postRank).set({ upvotes: 900, downvotes: 900 }).where(inArray(postRank.post_id, moved))
      const rest = await allPages(visitor, { category: name, sort, limit: 5, cursor: first.next_cursor! })
      expect([...idsOf(first), ...rest]).toEqual(expect.arrayContaining(ids.filter((id) => !moved.includes(id))))
    },
  )
})
