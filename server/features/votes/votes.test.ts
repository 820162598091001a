import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { comment } from '#server/features/comments/table.ts'
import { postRank } from '#server/features/posts/table.ts'
import { user } from '#server/features/users/table.ts'
import { vote } from '#server/features/votes/table.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'

const t = await createTestApp()

type Named = { id: number }

async function accountOf({ id }: Named) {
  const [row] = await t.db.select({ karma: user.karma, wpoints: user.wpoints }).from(user).where(eq(user.id, id))
  return row
}

/** Returns points entries as texts like 'upvote 1', oldest first, their sum and the number of open entries. */
async function pointsOf({ id }: Named) {
  const [row] = await t.db.execute<{ entries: string[]; sum: number; open: number }>(sql`
    select coalesce(array_agg(reason || ' ' || points order by id), '{}') as entries, coalesce(sum(points),
      0)::integer as sum,
      count(*) filter (where is_open)::integer as open
    from points_entry where user_id = ${id}`)
  return row!
}

const countsOf = async ({ id }: Named) =>
  (
    await t.db
      .select({ upvotes: postRank.upvotes, downvotes: postRank.downvotes })
      .from(postRank)
      .where(eq(postRank.post_id, id))
  )[0]

describe('voting on a post', () => {
  test('VOTE-1 ENT-15 API-18 a vote on a post sets the value and returns the counts', async () => {
    const post = await createPost(t.db)
    const api = await t.as(await createUser(t.db))
    expect(await api.votes.post({ post_id: post.id, value: 1 })).toEqual({ upvotes: 1, downvotes: 0, user_vote: 1 })
    expect(await api.votes.post({ post_id: post.id, value: -1 })).toEqual({ upvotes: 0, downvotes: 1, user_vote: -1 })
    expect(await api.votes.post({ post_id: post.id, value: 0 })).toEqual({ upvotes: 0, downvotes: 0, user_vote: 0 })
    expect(await api.votes.post({ post_id: post.id, value: '1' })).toEqual({ upvotes: 1, downvotes: 0, user_vote: 1 })
  })

  test('VOTE-2 a repeated vote on a post is counted once', async () => {
    const author = await createUser(t.db)
    const post = await createPost(t.db, { author })
    const api = await t.as(await createUser(t.db))
    await api.votes.post({ post_id: post.id, value: 1 })
    expect(await api.votes.post({ post_id: post.id, value: 1 })).toEqual({ upvotes: 1, downvotes: 0, user_vote: 1 })
    expect(await accountOf(author)).toEqual({ karma: 1, wpoints: 1 })
  })

  test('withdrawing a vote that was never cast stores no row', async () => {
    const post = await createPost(t.db)
    const api = await t.as(await createUser(t.db))
    expect(await api.votes.post({ post_id: post.id, value: 0 })).toEqual({ upvotes: 0, downvotes: 0, user_vote: 0 })
    expect(await t.db.select().from(vote).where(eq(vote.post_id, post.id))).toEqual([])
  })

  test('a vote on a post adds to the existing votes', async () => {
    const post = await createPost(t.db, { upvotes: 5, downvotes: 2 })
    const api = await t.as(await createUser(t.db))
    expect(await api.votes.post({ post_id: post.id, value: -1 })).toEqual({ upvotes: 5, downvotes: 3, user_vote: -1 })
  })

  test("a vote on a post updates the post's ranks", async () => {
    const post = await createPost(t.db)
    await (await t.as(await createUser(t.db))).votes.post({ post_id: post.id, value: 1 })
    const [rank] = await t.db.select().from(postRank).where(eq(postRank.post_id, post.id))
    expect(rank).toMatchObject({ top: 1 })
  })

  test("VOTE-7 a vote changes the author's karma and points, and withdrawing it reverses them", async () => {
    const author = await createUser(t.db)
    const post = await createPost(t.db, { author })
    const api = await t.as(await createUser(t.db))
    await api.votes.post({ post_id: post.id, value: 1 })
    expect(await accountOf(author)).toEqual({ karma: 1, wpoints: 1 })
    await api.votes.post({ post_id: post.id, value: -1 })
    expect(await accountOf(author)).toEqual({ karma: -1, wpoints: -1 })
    await api.votes.post({ post_id: post.id, value: 0 })
    expect(await accountOf(author)).toEqual({ karma: 0, wpoints: 0 })
    expect(await pointsOf(author)).toEqual({
      entries: ['upvote 1', 'upvote_reversed -1', 'downvote -1', 'downvote_reversed 1'],
      sum: 0,
      open: 0,
    })
  })

  test("VOTE-7 a vote on one's own post is counted but changes no karma and no points", async () => {
    const author = await createUser(t.db)
    const post = await createPost(t.db, { author })
    const api = await t.as(author)
    expect(await api.votes.post({ post_id: post.id, value: 1 })).toEqual({ upvotes: 1, downvotes: 0, user_vote: 1 })
    expect(await api.votes.post({ post_id: post.id, value: -1 })).toEqual({ upvotes: 0, downvotes: 1, user_vote: -1 })
    expect(await accountOf(author)).toEqual({ karma: 0, wpoints: 0 })
    expect(await pointsOf(author)).toEqual({ entries: [], sum: 0, open: 0 })
  })

  test('a vote on content without an author is counted', async () => {
    const post = await createPost(t.db, { author: null })
    const api = await t.as(await createUser(t.db))
    expect(await api.votes.post({ post_id: post.id, value: 1 })).toEqual({ upvotes: 1, downvotes: 0, user_vote: 1 })
  })
})

describe('voting on a comment', () => {
  test("VOTE-4 ENT-15 API-18 a vote on a comment is counted and changes the author's karma and points", async () => {
    const author = await createUser(t.db)
    const on = await createComment(t.db, { author })
    const api = await t.as(await createUser(t.db))
    expect(await api.votes.comment({ comment_id: on.id, value: -1 })).toEqual({
      upvotes: 0,
      downvotes: 1,
      user_vote: -1,
    })
    expect(await accountOf(author)).toEqual({ karma: -1, wpoints: -1 })
    expect(await api.votes.comment({ comment_id: on.id, value: 1 })).toEqual({ upvotes: 1, downvotes: 0, user_vote: 1 })
    expect(await accountOf(author)).toEqual({ karma: 1, wpoints: 1 })
    expect((await pointsOf(author)).open).toBe(1)
  })

  test('a vote on a comment does not touch a post with the same id', async () => {
    const author = await createUser(t.db)
    const post = await createPost(t.db, { author })
    const on = await createComment(t.db, { author, id: post.id + 1_000_000, post })
    const other = await createPost(t.db, { author, id: on.id })
    const api = await t.as(await createUser(t.db))
    await api.votes.post({ post_id: other.id, value: 1 })
    expect(await api.votes.comment({ comment_id: on.id, value: 1 })).toEqual({ upvotes: 1, downvotes: 0, user_vote: 1 })
    expect(await accountOf(author)).toEqual({ karma: 2, wpoints: 2 })
  })
})

describe('votes that are refused', () => {
  test('a vote on a missing post returns 404', async () => {
    const api = await t.as(await createUser(t.db))
    expect(await failure(api.votes.post({ post_id: 999_999_999, value: 1 }))).toMatchObject({
      status: 404,
      code: 'post_not_found',
    })
    expect(await failure(api.votes.post({ post_id: 999_999_999, value: 0 }))).toMatchObject({ status: 404 })
  })

  test('a vote on a deleted post, or one in a deleted community, returns 404', async () => {
    const api = await t.as(await createUser(t.db))
    const deleted = await createPost(t.db, { deleted_at: new Date() })
    expect(await failure(api.votes.post({ post_id: deleted.id, value: 1 }))).toMatchObject({
      status: 404,
      code: 'post_not_found',
    })
    const home = await createCategory(t.db, { deleted_at: new Date() })
    const orphan = await createPost(t.db, { category: home })
    expect(await failure(api.votes.post({ post_id: orphan.id, value: 1 }))).toMatchObject({ status: 404 })
  })

  test('a vote on a missing or deleted comment, or under a deleted post, returns 404', async () => {
    const api = await t.as(await createUser(t.db))
    const deleted = await createComment(t.db, { deleted_at: new Date() })
    const under = await createComment(t.db, { post: await createPost(t.db, { deleted_at: new Date() }) })
    expect(await failure(api.votes.comment({ comment_id: 999_999_999, value: 1 }))).toMatchObject({
      status: 404,
      code: 'comment_not_found',
    })
    expect(await failure(api.votes.comment({ comment_id: deleted.id, value: 1 }))).toMatchObject({ status: 404 })
    expect(await failure(api.votes.comment({ comment_id: under.id, value: 1 }))).toMatchObject({ status: 404 })
  })

  test('VOTE-1 a vote by a visitor, or of a value other than -1, 0 and 1, is refused', async () => {
    const post = await createPost(t.db)
    expect(await failure((await t.as(null)).votes.post({ post_id: post.id, value: 1 }))).toMatchObject({ status: 401 })
    const api = await t.as(await createUser(t.db))
    expect(await failure(api.votes.post({ post_id: post.id, value: 2 as 1 }))).toMatchObject({
      status: 422,
      issues: { value: 'Głos to -1, 0 albo 1.' },
    })
    expect(await countsOf(post)).toEqual({ upvotes: 0, downvotes: 0 })
  })
})

describe('concurrent votes', () => {
  test('100 concurrent votes of different members on one post are all counted', async () => {
    const author = await createUser(t.db)
    const post = await createPost(t.db, { author })
    const members = await Promise.all(Array.from({ length: 100 }, () => createUser(t.db)))
    const apis = await Promise.all(members.map((member) => t.as(member)))
    await Promise.all(apis.map((api, at) => api.votes.post({ post_id: post.id, value: at < 70 ? 1 : -1 })))
    expect(await countsOf(post)).toEqual({ upvotes: 70, downvotes: 30 })
    expect(await accountOf(author)).toEqual({ karma: 40, wpoints: 40 })
    expect(await pointsOf(author)).toMatchObject({ sum: 40, open: 100 })
  })

  test('100 concurrent votes of one member on one post leave one vote', async () => {
    const author = await createUser(t.db)
    const post = await createPost(t.db, { author })
    const voter = await createUser(t.db)
    const api = await t.as(voter)
    const values = Array.from({ length: 100 }, (_, at) => (((at * 7) % 3) - 1) as -1 | 0 | 1)
    await Promise.all(values.map((value) => api.votes.post({ post_id: post.id, value })))
    const [left] = await t.db.select({ value: vote.value }).from(vote).where(eq(vote.post_id, post.id))
    const value = left!.value
    expect(await countsOf(post)).toEqual({ upvotes: Number(value === 1), downvotes: Number(value === -1) })
    expect(await accountOf(author)).toEqual({ karma: value, wpoints: value })
    expect(await pointsOf(author)).toMatchObject({ sum: value, open: Math.abs(value) })
    expect(await api.votes.post({ post_id: post.id, value: 1 })).toEqual({ upvotes: 1, downvotes: 0, user_vote: 1 })
    expect(await accountOf(author)).toEqual({ karma: 1, wpoints: 1 })
  })

  test('concurrent votes on two comments by one author are all counted without a deadlock', async () => {
    const author = await createUser(t.db)
    const [a, b] = [await createComment(t.db, { author }), await createComment(t.db, { author })]
    const members = await Promise.all(Array.from({ length: 50 }, () => createUser(t.db)))
    const apis = await Promise.all(members.map((member) => t.as(member)))
    await Promise.all(
      apis.flatMap((api, at) => [
        api.votes.comment({ comment_id: at % 2 ? a.id : b.id, value: -1 }),
        api.votes.comment({ comment_id: at % 2 ? b.id : a.id, value: 1 }),
      ]),
    )
    await Promise.all(apis.flatMap((api) => [a, b].map(({ id }) => api.votes.comment({ comment_id: id, value: 1 }))))
    const rows = await t.db
      .select({ upvotes: comment.upvotes, downvotes: comment.downvotes })
      .from(comment)
      .where(eq(comment.author_id, author.id))
    expect(rows).toEqual([
      { upvotes: 50, downvotes: 0 },
      { upvotes: 50, downvotes: 0 },
    ])
    expect(await accountOf(author)).toEqual({ karma: 100, wpoints: 100 })
    expect(await pointsOf(author)).toMatchObject({ sum: 100, open: 100 })
  })

  test("concurrent votes of members on each other's posts do not deadlock", async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => createUser(t.db)))
    const posts = await Promise.all(members.map((author) => createPost(t.db, { author })))
    const apis = await Promise.all(members.map((member) => t.as(member)))
    await Promise.all(apis.flatMap((api) => posts.map((post) => api.votes.post({ post_id: post.id, value: 1 }))))
    const accounts = await Promise.all(members.map(accountOf))
    expect(accounts).toEqual(members.map(() => ({ karma: 7, wpoints: 7 })))
    expect(await Promise.all(posts.map(countsOf))).toEqual(posts.map(() => ({ upvotes: 8, downvotes: 0 })))
  })
})
