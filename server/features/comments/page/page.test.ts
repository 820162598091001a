import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Comment } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { COMMENT_SORTS, type CommentSort } from '#shared/rules/sorts.ts'
import { encodeCursor } from '#server/lib/cursor.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createBlock, createComment, createPost, createUser, createVote } from '#server/test/factories.ts'

const t = await createTestApp()
const writer = await createUser(t.db)
const visitor = await t.as(null)

type Named = { id: number }
type Parent = Named & { post_id: number; depth: number }

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const idsOf = (comments: Named[]) => comments.map(({ id }) => id)
const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b)

/** Creates comments with decreasing rank, the best and oldest first. */
async function createMany(count: number, under: { post: Named } | { parent: Parent }) {
  return Promise.all(
    Array.from({ length: count }, (_, at) =>
      createComment(t.db, { author: writer, upvotes: 2 * (count - at), created_at: minutesAgo(count - at), ...under }),
    ),
  )
}

async function createChain(length: number, root: Parent): Promise<Parent[]> {
  const chain = [root]
  while (chain.length < length) chain.push(await createComment(t.db, { author: writer, parent: chain.at(-1) }))
  return chain
}

/** Adds `count` replies with various ranks to each comment on level `depth - 1`. */
async function plant(post: Named, depth: number, count: number): Promise<void> {
  await t.db.execute(sql`
    insert into comment (post_id, parent_id, author_id, depth, is_nsfw, content, content_html, upvotes)
    select post_id, id, ${writer.id}, ${depth}, false, '', '', (id * 31 + n * 17) % 10
    from comment, generate_series(1, ${count}) n where post_id = ${post.id} and depth = ${depth - 1}`)
  await t.db.execute(sql`update comment set reply_count = ${count} where post_id = ${post.id} and depth = ${depth - 1}`)
}

type Asked = {
  post_id: number
  sort?: CommentSort
  limit?: number
  parent_id?: number
  include?: number
  offset?: number
}

/** Reads all pages of comments; `between` runs before each page but the first. */
async function allPages({ include, offset, ...input }: Asked, between: () => Promise<unknown> = async () => {}) {
  const pages = [await visitor.comments.list({ ...input, include, offset })]
  for (let cursor = pages[0]!.next_cursor; cursor; cursor = pages.at(-1)!.next_cursor) {
    await between()
    pages.push(await visitor.comments.list({ ...input, cursor }))
  }
  return pages.map((page) => page.comments)
}

/** Creates comments so long that a page holds ten of them. */
async function createLong(count: number, under: { post: Named } | { parent: Parent }) {
  return Promise.all(
    Array.from({ length: count }, (_, at) =>
      createComment(t.db, {
        author: writer,
        upvotes: 2 * (count - at),
        content: 'x',
        content_html: 'ż'.repeat(LIMITS.commentPageBytes / 20 - 1),
        ...under,
      }),
    ),
  )
}

describe('long comments', () => {
  test('a page of long comments has fewer comments than requested; every comment is on exactly one page', async () => {
    const post = await createPost(t.db)
    const tops = await createLong(24, { post })
    const pages = await allPages({ post_id: post.id, limit: 20 })
    expect(pages.map(idsOf)).toEqual([idsOf(tops.slice(0, 10)), idsOf(tops.slice(10, 20)), idsOf(tops.slice(20))])
  })

  test('a full page of comments leaves out replies first, but never the parent of a shown reply', async () => {
    const post = await createPost(t.db)
    const tops = await createLong(3, { post })
    const replies = (await Promise.all(tops.map((parent) => createLong(4, { parent })))).flat()
    const { comments, next_cursor } = await visitor.comments.list({ post_id: post.id })
    expect(comments).toHaveLength(10)
    expect(
      comments.filter(({ parent_id }) => parent_id === null).map(({ id, reply_count }) => [id, reply_count]),
    ).toEqual(tops.map(({ id }) => [id, 4]))
    expect(replies).toEqual(expect.arrayContaining([expect.objectContaining({ id: comments[1]!.id })]))
    expect(next_cursor).toBeNull()
  })

  test('a comment named by `include` is shown with as many of its ancestors as fit on the page', async () => {
    const post = await createPost(t.db)
    await createLong(12, { post })
    const chain = [(await createLong(1, { post }))[0]!]
    while (chain.length < 20) chain.push((await createLong(1, { parent: chain.at(-1)! }))[0]!)
    const [first, ...rest] = await allPages({ post_id: post.id, include: chain[19]!.id, limit: 20 })
    expect(idsOf(first!)).toEqual([...idsOf(chain.slice(0, 5)), ...idsOf(chain.slice(15))])
    expect(rest.flat()).toHaveLength(12)
  })
})

describe('a page of comments', () => {
  test('a page of comments is in reading order: each comment is followed by its replies, best first', async () => {
    const post = await createPost(t.db)
    const second = await createComment(t.db, { post, upvotes: 1 })
    const first = await createComment(t.db, { post, upvotes: 9 })
    const secondReply = await createComment(t.db, { parent: second })
    const worse = await createComment(t.db, { parent: first, upvotes: 1 })
    const better = await createComment(t.db, { parent: first, upvotes: 5 })
    const deep = await createComment(t.db, { parent: better })
    const { comments, total, next_cursor } = await visitor.comments.list({ post_id: post.id })
    expect(comments.map(({ id, depth, parent_id, reply_count }) => [id, depth, parent_id, reply_count])).toEqual([
      [first.id, 1, null, 2],
      [better.id, 2, first.id, 1],
      [deep.id, 3, better.id, 0],
      [worse.id, 2, first.id, 0],
      [second.id, 1, null, 1],
      [secondReply.id, 2, second.id, 0],
    ])
    expect([total, next_cursor]).toEqual([6, null])
  })

  test('API-27 comments are sorted by best, new or top on every level, the newer first in a tie', async () => {
    const post = await createPost(t.db)
    const many = await createComment(t.db, { post, upvotes: 100, downvotes: 60, created_at: minutesAgo(3) })
    const few = await createComment(t.db, { post, upvotes: 20, downvotes: 1, created_at: minutesAgo(4) })
    const none = await createComment(t.db, { post, created_at: minutesAgo(2) })
    const newer = await createComment(t.db, { post, created_at: minutesAgo(5) })
    const old = await createComment(t.db, { parent: many, upvotes: 1, created_at: minutesAgo(2) })
    const fresh = await createComment(t.db, { parent: many, created_at: minutesAgo(1) })
    const order = async (sort: CommentSort) => idsOf((await visitor.comments.list({ post_id: post.id, sort })).comments)
    expect(await order('best')).toEqual([few.id, many.id, old.id, fresh.id, newer.id, none.id])
    expect(await order('top')).toEqual([many.id, old.id, fresh.id, few.id, newer.id, none.id])
    expect(await order('new')).toEqual([none.id, many.id, fresh.id, old.id, few.id, newer.id])
  })

  test('READ-3 comments are sorted by old or controversial on every level', async () => {
    const post = await createPost(t.db)
    const votes = [
      { upvotes: 9, downvotes: 8 },
      { upvotes: 40, downvotes: 0 },
      { upvotes: 30, downvotes: 29 },
      { upvotes: 5, downvotes: 1 },
    ]
    const under = async (where: { post: Named } | { parent: Parent }) => {
      const made: Parent[] = []
      for (const [at, counts] of votes.entries())
        made.push(await createComment(t.db, { author: writer, created_at: minutesAgo(10 - at), ...counts, ...where }))
      return made
    }
    const tops = await under({ post })
    const replies = await under({ parent: tops[2]! })
    const at = (order: number[]) =>
      order.flatMap((top) => [tops[top]!.id, ...(top === 2 ? order.map((reply) => replies[reply]!.id) : [])])
    for (const [sort, order] of [
      ['old', [0, 1, 2, 3]],
      ['controversial', [2, 0, 3, 1]],
    ] as const) {
      expect(idsOf((await visitor.comments.list({ post_id: post.id, sort })).comments)).toEqual(at([...order]))
      expect((await allPages({ post_id: post.id, parent_id: tops[2]!.id, sort, limit: 1 })).flatMap(idsOf)).toEqual(
        order.map((reply) => replies[reply]!.id),
      )
    }
  })

  test('CMT-6 API-27 CON-1 a page of comments has 20 top-level comments by default', async () => {
    const post = await createPost(t.db)
    const all = await createMany(25, { post })
    const first = await visitor.comments.list({ post_id: post.id })
    expect(idsOf(first.comments)).toEqual(idsOf(all.slice(0, 20)))
    const second = await visitor.comments.list({ post_id: post.id, cursor: first.next_cursor! })
    expect(idsOf(second.comments)).toEqual(idsOf(all.slice(20)))
    expect(second.next_cursor).toBeNull()
    expect(idsOf((await visitor.comments.list({ post_id: post.id, limit: 3, offset: 4 })).comments)).toEqual(
      idsOf(all.slice(4, 7)),
    )
    expect(idsOf((await allPages({ post_id: post.id, limit: 10, offset: 5 })).flat())).toEqual(idsOf(all.slice(5)))
  })

  test('CMT-6 a page of comments shows at most 10 replies of a comment, and the number of all replies', async () => {
    const parent = await createComment(t.db)
    const replies = await createMany(12, { parent })
    const { comments } = await visitor.comments.list({ post_id: parent.post_id })
    expect(idsOf(comments)).toEqual([parent.id, ...idsOf(replies.slice(0, 10))])
    expect(comments[0]).toMatchObject({ reply_count: 12 })
  })

  test('CMT-6 a page of comments shows no reply whose parent or better-ranked siblings are left out', async () => {
    const post = await createPost(t.db)
    await createMany(20, { post })
    await plant(post, 2, 3)
    await plant(post, 3, 2)
    await plant(post, 4, 2)
    await plant(post, 5, 2)
    const { comments } = await visitor.comments.list({ post_id: post.id })
    expect(comments).toHaveLength(200)
    expect(new Set(comments.map(({ depth }) => depth))).toEqual(new Set([1, 2, 3, 4, 5]))
    const shown = new Set(idsOf(comments))
    expect(comments.filter(({ parent_id }) => parent_id !== null && !shown.has(parent_id))).toEqual([])
    const passedOver = await t.db.execute(sql`
      select better.id from comment shown join comment better on better.parent_id = shown.parent_id
        and (better.best, better.id) > (shown.best, shown.id)
      where shown.id = any(${`{${idsOf(comments).join(',')}}`}::integer[]) and better.id
        <> all(${`{${idsOf(comments).join(',')}}`}::integer[])`)
    expect(passedOver).toHaveLength(0)
  })

  test('a page of comments with few levels contains up to 200 comments', async () => {
    const post = await createPost(t.db)
    const tops = await createMany(20, { post })
    await Promise.all(tops.map((parent) => createMany(10, { parent })))
    expect((await visitor.comments.list({ post_id: post.id })).comments).toHaveLength(200)
    expect((await visitor.comments.list({ post_id: post.id, limit: 100 })).comments).toHaveLength(200)
  })

  test('a page of comments shows replies below level 5 on level 5, after the comment they reply to', async () => {
    const top = await createComment(t.db)
    const chain = await createChain(8, top)
    const sibling = await createComment(t.db, { parent: top })
    const { comments } = await visitor.comments.list({ post_id: top.post_id, sort: 'top' })
    expect(idsOf(comments)).toEqual([top.id, sibling.id, ...idsOf(chain.slice(1))])
    expect(comments.map(({ depth }) => depth)).toEqual([1, 2, 2, 3, 4, 5, 5, 5, 5])
  })

  test('a page of comments includes the votes of the member who reads it', async () => {
    const [reader, on] = [await createUser(t.db), await createComment(t.db)]
    await createVote(t.db, { user: reader, comment: on, value: -1 })
    await createVote(t.db, { comment: on })
    const listOf = async (api: typeof visitor) => (await api.comments.list({ post_id: on.post_id })).comments
    expect(await listOf(await t.as(reader))).toMatchObject([{ user_vote: -1, upvotes: 1, downvotes: 1 }])
    expect(await listOf(visitor)).toMatchObject([{ user_vote: 0 }])
  })

  test("a page of comments omits the name of a deleted account and keeps its comments' text", async () => {
    const author = await createUser(t.db, { deleted_at: new Date() })
    const on = await createComment(t.db, { author })
    const { comments } = await visitor.comments.list({ post_id: on.post_id })
    expect(comments).toMatchObject([{ author: null, author_id: null, content: 'Treść komentarza.', is_deleted: false }])
  })
})

describe('the replies of a comment', () => {
  test('CMT-6 API-27 the replies of a comment are paged like top-level comments', async () => {
    const parent = await createComment(t.db)
    const replies = await createMany(25, { parent })
    const below = await createComment(t.db, { parent: replies[0]! })
    const pages = await allPages({ post_id: parent.post_id, parent_id: parent.id, limit: 10 })
    expect(pages.map(idsOf)).toEqual([
      [replies[0]!.id, below.id, ...idsOf(replies.slice(1, 10))],
      idsOf(replies.slice(10, 20)),
      idsOf(replies.slice(20)),
    ])
    expect((await visitor.comments.list({ post_id: parent.post_id, parent_id: parent.id })).total).toBe(27)
  })

  test('comments below a comment on level 5 can be listed', async () => {
    const chain = await createChain(7, await createComment(t.db))
    const { comments } = await visitor.comments.list({ post_id: chain[0]!.post_id, parent_id: chain[4]!.id })
    expect(idsOf(comments)).toEqual(idsOf(chain.slice(5)))
  })

  test('the replies of a deleted comment can be listed', async () => {
    const parent = await createComment(t.db, { deleted_at: new Date() })
    const reply = await createComment(t.db, { parent })
    const { comments } = await visitor.comments.list({ post_id: parent.post_id, parent_id: parent.id })
    expect(idsOf(comments)).toEqual([reply.id])
  })

  test('the replies of a missing comment, or of one under another post, answer 404', async () => {
    const [on, post] = [await createComment(t.db), await createPost(t.db)]
    const gone = await createComment(t.db, { post, deleted_at: new Date() })
    const list = (parent_id: number) => failure(visitor.comments.list({ post_id: post.id, parent_id }))
    expect(await list(on.id)).toMatchObject({ status: 404, code: 'comment_not_found' })
    expect(await list(gone.id)).toMatchObject({ status: 404 })
    expect(await list(999_999_999)).toMatchObject({ status: 404 })
  })
})

describe('a comment requested by `include`', () => {
  test('CMT-6 API-27 the branch of a comment named by `include` comes first, on the first page only', async () => {
    const post = await createPost(t.db)
    const all = await createMany(12, { post })
    const reply = await createComment(t.db, { parent: all[9]! })
    const pages = await allPages({ post_id: post.id, limit: 4, include: reply.id })
    expect(idsOf(pages[0]!)).toEqual([all[9]!.id, reply.id, ...idsOf(all.slice(0, 3))])
    expect(sorted(idsOf(pages.flat()))).toEqual(sorted([...idsOf(all), reply.id]))
  })

  test('a top-level comment named by `include` comes first in the list', async () => {
    const post = await createPost(t.db)
    const all = await createMany(6, { post })
    const pages = await allPages({ post_id: post.id, limit: 2, include: all[5]!.id })
    expect(pages.map(idsOf)).toEqual([[all[5]!.id, all[0]!.id], idsOf(all.slice(1, 3)), idsOf(all.slice(3, 5))])
  })

  test('the comment named by `include` is the first of pages of one comment and is not repeated later', async () => {
    const post = await createPost(t.db)
    const all = await createMany(3, { post })
    const pages = await allPages({ post_id: post.id, limit: 1, include: all[1]!.id })
    expect(pages.map(idsOf)).toEqual([[all[1]!.id], [all[0]!.id], [all[2]!.id]])
  })

  test('a comment named by `include` is shown with ancestors and replies despite many better-ranked ones', async () => {
    const top = await createComment(t.db)
    const replies = await createMany(12, { parent: top })
    const third = await createMany(12, { parent: replies[11]! })
    const wanted = third[11]!
    const answer = await createComment(t.db, { parent: wanted })
    const { comments } = await visitor.comments.list({ post_id: top.post_id, include: wanted.id })
    expect(idsOf(comments).slice(0, 4)).toEqual([top.id, replies[11]!.id, wanted.id, answer.id])
    expect(comments.filter(({ parent_id }) => parent_id === top.id)).toHaveLength(10)
    expect(comments.filter(({ parent_id }) => parent_id === replies[11]!.id)).toHaveLength(10)
  })

  test('a comment named by `include` is shown even if the page would be full without it', async () => {
    const post = await createPost(t.db)
    const tops = await createMany(20, { post })
    await Promise.all(tops.map((parent) => createMany(10, { parent })))
    const chain = await createChain(7, (await createMany(11, { parent: tops[19]! }))[10]!)
    const { comments } = await visitor.comments.list({ post_id: post.id, include: chain.at(-1)!.id })
    expect(comments).toHaveLength(200)
    expect(idsOf(comments).slice(0, 8)).toEqual([tops[19]!.id, ...idsOf(chain)])
  })

  test('a comment named by `include` below 130 nested replies is shown with its nearest ancestors', async () => {
    const chain = await createChain(130, await createComment(t.db))
    const { comments } = await visitor.comments.list({ post_id: chain[0]!.post_id, include: chain[129]!.id })
    expect(idsOf(comments).slice(0, 100)).toEqual([...idsOf(chain.slice(0, 5)), ...idsOf(chain.slice(35))])
    expect(comments.length).toBeLessThanOrEqual(200)
  })

  test("the branch of a comment named by `include` comes first in the list of a comment's replies", async () => {
    const parent = await createComment(t.db)
    const replies = await createMany(5, { parent })
    const wanted = await createComment(t.db, { parent: replies[4]! })
    const pages = await allPages({ post_id: parent.post_id, parent_id: parent.id, limit: 3, include: wanted.id })
    expect(pages.map(idsOf)).toEqual([
      [replies[4]!.id, wanted.id, ...idsOf(replies.slice(0, 2))],
      idsOf(replies.slice(2, 4)),
    ])
  })

  test('the parameter `include` is ignored for a comment that is missing, deleted or under another post', async () => {
    const post = await createPost(t.db)
    const all = await createMany(3, { post })
    const [elsewhere, deleted] = [
      await createComment(t.db),
      await createComment(t.db, { post, deleted_at: new Date() }),
    ]
    const list = async (include: number) => idsOf((await visitor.comments.list({ post_id: post.id, include })).comments)
    expect(await list(elsewhere.id)).toEqual(idsOf(all))
    expect(await list(deleted.id)).toEqual(idsOf(all))
    expect(await list(999_999_999)).toEqual(idsOf(all))
    expect(
      idsOf((await visitor.comments.list({ post_id: post.id, parent_id: all[0]!.id, include: all[1]!.id })).comments),
    ).toEqual([])
  })
})

describe('paging through all comments', () => {
  const vote = (comment: Named, value: 1 | -1) => createVote(t.db, { comment, value })

  test.each([...COMMENT_SORTS])(
    'paging by %s returns every comment once if nothing changes meanwhile',
    async (sort) => {
      const post = await createPost(t.db)
      const all = await Promise.all(
        Array.from({ length: 17 }, (_, at) =>
          createComment(t.db, { author: writer, post, upvotes: at % 3, downvotes: at % 2 }),
        ),
      )
      const pages = await allPages({ post_id: post.id, sort, limit: 5 })
      expect(pages.map((page) => page.length)).toEqual([5, 5, 5, 2])
      expect(sorted(idsOf(pages.flat()))).toEqual(sorted(idsOf(all)))
    },
  )

  test.each(['best', 'top'] as const)(
    'paging by %s returns every comment of unchanged rank while the ranks of other comments change',
    async (sort) => {
      const post = await createPost(t.db)
      const all = await createMany(12, { post })
      const moved = [all[1]!.id, all[11]!.id]
      const pages = await allPages({ post_id: post.id, sort, limit: 4 }, () =>
        t.db.execute(
          sql`update comment set upvotes = 1000 - upvotes where id = any(${`{${moved.join(',')}}`}::integer[])`,
        ),
      )
      expect(idsOf(pages.flat())).toEqual(expect.arrayContaining(idsOf(all).filter((id) => !moved.includes(id))))
    },
  )

  test('a comment named by `include` is returned once in all pages, even if its rank changes meanwhile', async () => {
    const post = await createPost(t.db)
    const all = await createMany(9, { post })
    const pages = await allPages({ post_id: post.id, sort: 'top', limit: 3, include: all[8]!.id }, () =>
      vote(all[8]!, 1),
    )
    expect(sorted(idsOf(pages.flat()))).toEqual(sorted(idsOf(all)))
  })
})

describe('READ-3 the context of a comment', () => {
  test('the context of a comment consists of its ancestors, itself, its first replies and the post', async () => {
    const post = await createPost(t.db)
    const chain = await createChain(11, await createComment(t.db, { post, author: writer }))
    const replies = await createMany(12, { parent: chain[9]! })
    await createComment(t.db, { parent: replies[0], author: writer })
    const self = chain[9]!
    const first = idsOf(replies).slice(0, 10)
    for (const levels of [1, 5, 8]) {
      const found = await visitor.comments.context({ comment_id: self.id, levels })
      expect(found.post).toMatchObject({ id: post.id, content_html: expect.any(String) })
      expect(idsOf(found.comments)).toEqual([...idsOf(chain.slice(9 - levels, 10)), ...first])
      expect(found.has_more_above).toBe(true)
      expect(
        found.comments.every(({ id, permalink }) => permalink === `/post/${post.id}?comment=${id}#comment-${id}`),
      ).toBe(true)
    }
    expect(await visitor.comments.context({ comment_id: chain[2]!.id, levels: 2 })).toMatchObject({
      has_more_above: false,
    })
    expect(idsOf((await visitor.comments.context({ comment_id: chain[0]!.id, levels: 8 })).comments)).toEqual([
      chain[0]!.id,
      chain[1]!.id,
    ])
  })

  test('the context of a comment is refused if it or its post is missing, or if levels is 0 or over 8', async () => {
    const gone = await createComment(t.db, { author: writer, deleted_at: new Date() })
    const homeless = await createComment(t.db, {
      author: writer,
      post: await createPost(t.db, { deleted_at: new Date() }),
    })
    expect(await failure(visitor.comments.context({ comment_id: gone.id }))).toMatchObject({
      status: 404,
      code: 'comment_not_found',
    })
    expect(await failure(visitor.comments.context({ comment_id: homeless.id }))).toMatchObject({ status: 404 })
    for (const levels of [0, 9]) {
      expect(await failure(visitor.comments.context({ comment_id: gone.id, levels }))).toMatchObject({
        status: 422,
        issues: { levels: expect.any(String) },
      })
    }
  })
})

describe('comments of people whom the reader blocked', () => {
  const view = ({ id, is_blocked, content, author_id }: Comment) => ({ id, is_blocked, content, author_id })

  test('PROF-15 a comment by a member whom the reader blocked is shown collapsed if others replied', async () => {
    const [reader, blocked] = [await createUser(t.db), await createUser(t.db)]
    const post = await createPost(t.db)
    const folded = await createComment(t.db, { post, author: blocked, upvotes: 3, image_url: '/media/x.webp' })
    const reply = await createComment(t.db, { parent: folded })
    const alone = await createComment(t.db, { post, author: blocked })
    const other = await createComment(t.db, { post })
    const hidden = await createComment(t.db, { parent: other, author: blocked })
    await createBlock(t.db, reader, blocked)
    const seen = await (await t.as(reader)).comments.list({ post_id: post.id })
    expect(seen.comments.map(view)).toEqual([
      { id: folded.id, is_blocked: true, content: '', author_id: blocked.id },
      { id: reply.id, is_blocked: false, content: 'Treść komentarza.', author_id: reply.author_id },
      { id: other.id, is_blocked: false, content: 'Treść komentarza.', author_id: other.author_id },
    ])
    expect(seen.comments[0]).toMatchObject({ content_html: '', image_url: null, video_url: null })
    expect(seen.total).toBe(5)
    expect(sorted(idsOf((await visitor.comments.list({ post_id: post.id })).comments))).toEqual(
      sorted(idsOf([folded, reply, alone, other, hidden])),
    )
  })

  test('a comment by a member whom the reader blocked is left out if only its author replied', async () => {
    const [reader, blocked] = [await createUser(t.db), await createUser(t.db)]
    const top = await createComment(t.db, { author: blocked })
    await createComment(t.db, { parent: top, author: blocked })
    await createBlock(t.db, reader, blocked)
    expect((await (await t.as(reader)).comments.list({ post_id: top.post_id })).comments).toEqual([])
  })

  test('a comment by a blocked member is still shown to its author and to other readers', async () => {
    const [reader, blocked] = [await createUser(t.db), await createUser(t.db)]
    const [a, b] = [await createComment(t.db, { author: reader }), await createComment(t.db, { author: blocked })]
    await createBlock(t.db, reader, blocked)
    const list = async (api: typeof visitor, post_id: number) => (await api.comments.list({ post_id })).comments
    expect(await list(await t.as(blocked), a.post_id)).toMatchObject([
      { is_blocked: false, content: 'Treść komentarza.' },
    ])
    expect(await list(await t.as(await createUser(t.db)), b.post_id)).toMatchObject([
      { is_blocked: false, content: 'Treść komentarza.' },
    ])
  })
})

describe('invalid requests for a list of comments', () => {
  test('a list of comments is refused for a missing or deleted post', async () => {
    const deleted = await createPost(t.db, { deleted_at: new Date() })
    expect(await failure(visitor.comments.list({ post_id: 999_999_999 }))).toMatchObject({
      status: 404,
      code: 'post_not_found',
    })
    expect(await failure(visitor.comments.list({ post_id: deleted.id }))).toMatchObject({
      status: 404,
      code: 'post_not_found',
    })
  })

  test('a list of comments is refused for an invalid limit, offset or sort', async () => {
    const post = await createPost(t.db)
    const list = (query: object) => failure(visitor.comments.list({ post_id: post.id, ...query }))
    expect(await list({ limit: 0 })).toMatchObject({ status: 422 })
    expect(await list({ limit: 101 })).toMatchObject({ status: 422 })
    expect(await list({ offset: 10_001 })).toMatchObject({ status: 422 })
    expect(await list({ sort: 'hot' })).toMatchObject({ status: 422 })
  })

  test.each([
    'x',
    '',
    encodeCursor(null),
    encodeCursor(['best', [0.5, 1]]),
    encodeCursor(['top', [1, 1], null]),
    encodeCursor(['best', ['1', 1], null]),
    encodeCursor(['best', [1, 2 ** 31], null]),
    encodeCursor(['best', [1, 1], 1.5]),
  ])('a list of comments is refused for a broken cursor: %p', async (cursor) => {
    const post = await createPost(t.db)
    expect(await failure(visitor.comments.list({ post_id: post.id, cursor }))).toMatchObject({
      status: 400,
      code: 'bad_cursor',
    })
  })

  test.each([
    ['top', [2 ** 31, 1]],
    ['top', [0.5, 1]],
    ['new', [1e16, 1]],
    ['new', [0.5, 1]],
  ] as const)('a list of comments is refused for a cursor that does not fit %s: %p', async (sort, place) => {
    const post = await createPost(t.db)
    expect(
      await failure(visitor.comments.list({ post_id: post.id, sort, cursor: encodeCursor([sort, place, null]) })),
    ).toMatchObject({ status: 400 })
  })
})
