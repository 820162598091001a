import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createFollow, createPost, createUser, createVote, joinCategory } from '#server/test/factories.ts'
import { auditTasks } from './jobs.ts'
import { auditCounters } from './queries.ts'

const t = await createTestApp()

beforeEach(async () => {
  await auditCounters(t.db)
})

/** A little of everything that is counted, made by the calls. */
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

describe('the audit', () => {
  test('finds nothing where everything is counted, deleted things too', async () => {
    const { api, top, leaf } = await makeForum()
    await api.comments.remove({ comment_id: top.id })
    await api.comments.remove({ comment_id: leaf.id })
    const gone = await makeForum()
    await gone.api.posts.remove({ post_id: gone.post.id })
    expect(await auditCounters(t.db)).toEqual([])
  })

  test('repairs and names every counter that is off', async () => {
    const { author, voter, home, post, top } = await makeForum()
    await t.db.execute(sql`update post_rank set upvotes = 7, downvotes = 1, comment_count = 0 where post_id = ${post.id}`)
    await t.db.execute(sql`update comment set upvotes = 3, downvotes = 0, reply_count = 9 where id = ${top.id}`)
    await t.db.execute(sql`update category set post_count = 0, member_count = 5 where id = ${home.id}`)
    await t.db.execute(sql`update "user" set karma = karma + 4, wpoints = wpoints - 2, follower_count = 0 where id = ${author.id}`)
    await t.db.execute(sql`update "user" set following_count = 8 where id = ${voter.id}`)
    expect(await auditCounters(t.db)).toEqual(expect.arrayContaining([
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
    ]))
    expect(await auditCounters(t.db)).toEqual([])
    expect((await (await t.as(null)).posts.get({ post_id: post.id }))).toMatchObject({ upvotes: 2, downvotes: 0, comment_count: 3 })
  })

  test('says as a job what it found, by counter', async () => {
    const { post } = await makeForum()
    await t.db.execute(sql`update post_rank set upvotes = 5 where post_id = ${post.id}`)
    const said: unknown[] = []
    const log = { ...t.services.log, error: (message: string, details: unknown) => said.push([message, details]) }
    await auditTasks.audit_counters({ ...t.services, log } as never, {}, new AbortController().signal)
    expect(said).toEqual([['The audit repaired counters', {
      found: [{ counter: 'post_rank.upvotes', rows: 1, examples: [{ id: post.id, off: -3 }] }],
    }]])
  })

  test('takes a branch of deleted comments out of the tree that nothing holds there', async () => {
    const { post, top, reply, leaf } = await makeForum()
    await t.db.execute(sql`update comment set deleted_at = now() where id in (${top.id}, ${reply.id}, ${leaf.id})`)
    await auditCounters(t.db)
    expect(await (await t.as(null)).comments.list({ post_id: post.id })).toMatchObject({ comments: [], total: 0 })
  })

  test('loses nothing that is counted meanwhile', async () => {
    const post = await createPost(t.db)
    await createVote(t.db, { post })
    const parent = await createComment(t.db, { post })
    await t.db.execute(sql`update post_rank set upvotes = 100 where post_id = ${post.id}`)
    const apis = await Promise.all(Array.from({ length: 20 }, async () => t.as(await createUser(t.db))))
    await Promise.all([
      ...apis.map((api) => api.votes.post({ post_id: post.id, value: 1 })),
      ...apis.map((api) => api.comments.create({ post_id: post.id, parent_id: parent.id, content: 'x' })),
      auditCounters(t.db), auditCounters(t.db),
    ])
    await auditCounters(t.db)
    expect(await (await t.as(null)).posts.get({ post_id: post.id })).toMatchObject({ upvotes: 21, comment_count: 21 })
    expect(await auditCounters(t.db)).toEqual([])
  })
})
