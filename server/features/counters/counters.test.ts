import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { CallError } from '#shared/api/errors.ts'
import { createTestApp } from '#server/test/app.ts'
import {
  createCategory,
  createComment,
  createFollow,
  createPost,
  createUser,
  createVote,
  joinCategory,
} from '#server/test/factories.ts'
import { counterTasks } from './jobs.ts'
import { recountCounters } from './queries.ts'

const t = await createTestApp()

beforeEach(async () => {
  await recountCounters(t.db)
})

async function makeForum() {
  const [author, voter] = [await createUser(t.db), await createUser(t.db)]
  const home = await createCategory(t.db)
  await joinCategory(t.db, author, home)
  const api = await t.as(author)
  const post = await api.posts.create({ title: 'Post', category_id: home.id })
  const top = await api.comments.create({ post_id: post.id, content: 'x' })
  const reply = await api.comments.create({ post_id: post.id, parent_id: top.id, content: 'x' })
  const leaf = await api.comments.create({ post_id: post.id, parent_id: reply.id, content: 'x' })
  const voting = await t.as(voter)
  await voting.votes.post({ post_id: post.id, value: 1 })
  await voting.votes.comment({ comment_id: top.id, value: -1 })
  await api.votes.post({ post_id: post.id, value: 1 })
  await createFollow(t.db, voter, author)
  return { author, voter, home, api, post, top, reply, leaf }
}

function refusals(outcomes: PromiseSettledResult<unknown>[]): Set<string> {
  return new Set(
    outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as CallError).code] : [])),
  )
}

describe('the recount of counters', () => {
  test('the recount of counters finds no error if every counter is right, also with deleted rows', async () => {
    const { api, top, leaf } = await makeForum()
    await api.comments.remove({ comment_id: top.id })
    await api.comments.remove({ comment_id: leaf.id })
    const gone = await makeForum()
    await gone.api.posts.remove({ post_id: gone.post.id })
    expect(await recountCounters(t.db)).toEqual([])
  })

  test('the recount of counters repairs and reports every wrong one', async () => {
    const { author, voter, home, post, top } = await makeForum()
    await t.db.execute(
      sql`update post_rank set upvotes = 7, downvotes = 1, comment_count = 0 where post_id = ${post.id}`,
    )
    await t.db.execute(sql`update comment set upvotes = 3, downvotes = 0, reply_count = 9 where id = ${top.id}`)
    await t.db.execute(sql`update category set post_count = 0, member_count = 5 where id = ${home.id}`)
    await t.db.execute(
      sql`update "user" set karma = karma + 4, wpoints = wpoints - 2, follower_count = 0 where id = ${author.id}`,
    )
    await t.db.execute(sql`update "user" set following_count = 8 where id = ${voter.id}`)
    expect(await recountCounters(t.db)).toEqual(
      expect.arrayContaining([
        { counter: 'post_rank.upvotes', id: post.id, off: -5 },
        { counter: 'post_rank.downvotes', id: post.id, off: -1 },
        { counter: 'post_rank.comment_count', id: post.id, off: 3 },
        { counter: 'comment.upvotes', id: top.id, off: -3 },
        { counter: 'comment.downvotes', id: top.id, off: 1 },
        { counter: 'comment.reply_count', id: top.id, off: -8 },
        { counter: 'category.post_count', id: home.id, off: 1 },
        { counter: 'category.member_count', id: home.id, off: -3 },
        { counter: 'user.karma', id: author.id, off: -4 },
        { counter: 'user.wpoints', id: author.id, off: 2 },
        { counter: 'user.follower_count', id: author.id, off: 1 },
        { counter: 'user.following_count', id: voter.id, off: -7 },
      ]),
    )
    expect(await recountCounters(t.db)).toEqual([])
    expect(await (await t.as(null)).posts.get({ post_id: post.id })).toMatchObject({
      upvotes: 2,
      downvotes: 0,
      comment_count: 3,
    })
  })

  test('the recount job logs for each counter how many rows were repaired', async () => {
    const { post } = await makeForum()
    await t.db.execute(sql`update post_rank set upvotes = 5 where post_id = ${post.id}`)
    const logged: unknown[] = []
    const log = { ...t.services.log, error: (message: string, details: unknown) => logged.push([message, details]) }
    await counterTasks.recount_counters({ ...t.services, log } as never, {}, new AbortController().signal)
    expect(logged).toEqual([
      [
        'The recount repaired counters',
        { found: [{ counter: 'post_rank.upvotes', rows: 1, examples: [{ id: post.id, off: -3 }] }] },
      ],
    ])
  })

  test('a branch in which all comments are deleted is not shown after the counters are recounted', async () => {
    const { post, top, reply, leaf } = await makeForum()
    await t.db.execute(sql`update comment set deleted_at = now() where id in (${top.id}, ${reply.id}, ${leaf.id})`)
    await recountCounters(t.db)
    expect(await (await t.as(null)).comments.list({ post_id: post.id })).toMatchObject({ comments: [], total: 0 })
  })

  test('votes and comments made while the counters are recounted are not lost', async () => {
    const post = await createPost(t.db)
    await createVote(t.db, { post })
    const parent = await createComment(t.db, { post })
    await t.db.execute(sql`update post_rank set upvotes = 100 where post_id = ${post.id}`)
    const apis = await Promise.all(Array.from({ length: 20 }, async () => t.as(await createUser(t.db))))
    await Promise.all([
      ...apis.map((api) => api.votes.post({ post_id: post.id, value: 1 })),
      ...apis.map((api) => api.comments.create({ post_id: post.id, parent_id: parent.id, content: 'x' })),
      recountCounters(t.db),
      recountCounters(t.db),
    ])
    await recountCounters(t.db)
    expect(await (await t.as(null)).posts.get({ post_id: post.id })).toMatchObject({ upvotes: 21, comment_count: 21 })
    expect(await recountCounters(t.db)).toEqual([])
  })

  test('the recount of counters finds no error after many concurrent writes, none of which failed', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => createUser(t.db)))
    const apis = await Promise.all(members.map((member) => t.as(member)))
    const posts = await Promise.all(members.map((author) => createPost(t.db, { author })))
    const comments = await Promise.all(
      Array.from({ length: 24 }, (_, at) => createComment(t.db, { author: members[at % 8]!, post: posts[at % 3]! })),
    )
    const actions = Array.from({ length: 320 }, (_, at) => {
      const [api, on, post] = [apis[(at * 5) % 8]!, comments[(at * 7) % 24]!, posts[(at * 3) % 8]!]
      const content = `@${members[(at * 11) % 8]!.username}`
      return [
        () => api.votes.comment({ comment_id: on.id, value: ((at % 3) - 1) as -1 | 0 | 1 }),
        () => api.votes.post({ post_id: post.id, value: ((at % 3) - 1) as -1 | 0 | 1 }),
        () => api.comments.create({ post_id: on.post_id, parent_id: on.id, content }),
        () => apis[(at * 7) % 8]!.comments.remove({ comment_id: on.id }),
        () => api.comments.edit({ comment_id: on.id, content }),
        () => api.notifications.markAllRead(),
        () => api.follows.follow({ user_id: post.author_id! }),
        () => api.comments.list({ post_id: on.post_id }),
      ][(at * 13) % 8]!
    })
    const outcomes = await Promise.allSettled(actions.map((action) => action()))
    expect(refusals(outcomes).difference(new Set(['comment_not_found', 'forbidden', 'self']))).toEqual(new Set())
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(150)
    expect(await recountCounters(t.db)).toEqual([])
  })
})
