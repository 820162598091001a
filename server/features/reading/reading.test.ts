import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { registry } from '#server/features/jobs.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import {
  createBlock,
  createCategory,
  createComment,
  createPost,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'
import { readingTasks } from './jobs.ts'
import { deleteOldVisits, recordVisit } from './queries.ts'
import { postVisit } from './table.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const idsOf = (page: { posts: { id: number }[] }) => page.posts.map((item) => item.id)
const minute = (at: number) => new Date(Date.now() - 3_600_000 + at * 60_000)

async function reader() {
  const person = await createUser(t.db)
  const home = await createCategory(t.db)
  await joinCategory(t.db, person, home)
  return { person, home, api: await t.as(person) }
}

describe('READ-2 hiding a post', () => {
  test("hiding a post removes it from the member's own feeds only, until it is unhidden", async () => {
    const { home, api } = await reader()
    const author = await createUser(t.db)
    const [kept, hidden] = [
      await createPost(t.db, { category: home, author }),
      await createPost(t.db, { category: home, author }),
    ]
    for (const _ of [1, 2])
      expect(await api.reading.hide({ post_id: hidden.id, hidden: true })).toEqual({ is_hidden: true })
    for (const asked of [
      { category: home.name },
      { feed: 'joined', category: home.name },
      { category: home.name, sort: 'top', window: 'day' },
    ] as const) {
      expect(idsOf(await api.posts.list(asked))).toEqual([kept.id])
    }
    expect((await api.posts.list({ limit: 100, sort: 'new' })).posts.some(({ id }) => id === hidden.id)).toBe(false)
    expect(idsOf(await visitor.posts.list({ category: home.name, sort: 'new' }))).toEqual([hidden.id, kept.id])
    expect(await api.posts.get({ post_id: hidden.id })).toMatchObject({ id: hidden.id })
    expect(idsOf(await api.posts.list({ author: author.username, sort: 'new' }))).toEqual([hidden.id, kept.id])
    expect(await api.reading.hide({ post_id: hidden.id, hidden: false })).toEqual({ is_hidden: false })
    expect(idsOf(await api.posts.list({ category: home.name, sort: 'new' }))).toEqual([hidden.id, kept.id])
  })

  test('hiding a post still works for a member who has hidden more than a thousand posts', async () => {
    const { home, person, api } = await reader()
    const [kept, hidden] = [await createPost(t.db, { category: home }), await createPost(t.db, { category: home })]
    const elsewhere = await createCategory(t.db)
    await t.db.execute(sql`
      with added as (insert into post (category_id, title) select ${elsewhere.id}, 'Ukryty' from generate_series(1,
        1001) returning id)
      insert into hidden_post (user_id, post_id) select ${person.id}, id from added`)
    await api.reading.hide({ post_id: hidden.id, hidden: true })
    for (const feed of ['all', 'joined'] as const)
      expect(idsOf(await api.posts.list({ feed, category: home.name }))).toEqual([kept.id])
  })

  test('hiding a post requires a session, an existing post and a boolean value', async () => {
    const { api } = await reader()
    const { id } = await createPost(t.db)
    const deleted = await createPost(t.db, { deleted_at: new Date() })
    for (const name of ['hide', 'visit'] as const) {
      expect(await failure(visitor.reading[name]({ post_id: id, hidden: true }))).toMatchObject({
        status: 401,
        code: 'not_signed_in',
      })
      expect(await failure(api.reading[name]({ post_id: deleted.id, hidden: true }))).toMatchObject({
        status: 404,
        code: 'post_not_found',
      })
    }
    expect(await failure(api.reading.hide({ post_id: id } as never))).toMatchObject({
      status: 422,
      issues: { hidden: expect.any(String) },
    })
  })
})

describe('READ-2 visiting a thread', () => {
  test('comments by others since the last visit are counted and marked as new', async () => {
    const { person, home, api } = await reader()
    const thread = await createPost(t.db, { category: home })
    const before = await createComment(t.db, { post: thread, created_at: minute(1) })
    expect(await api.posts.get({ post_id: thread.id })).toMatchObject({ new_comments: null })
    const visit = minute(2)
    await recordVisit(t.db, person.id, thread.id, visit)
    const blocked = await createUser(t.db)
    await createBlock(t.db, person, blocked)
    await createComment(t.db, { post: thread, created_at: minute(3), author: person })
    await createComment(t.db, { post: thread, created_at: minute(3), author: blocked })
    await createComment(t.db, { post: thread, created_at: minute(3), deleted_at: minute(4) })
    const reply = await createComment(t.db, { parent: before, created_at: minute(4) })
    const orphan = await createComment(t.db, { post: thread, created_at: minute(5), author: null })
    const seen = await api.posts.get({ post_id: thread.id })
    expect(seen).toMatchObject({ new_comments: 2, visited_at: visit.toISOString() })
    expect((await api.posts.list({ category: home.name })).posts[0]).toMatchObject({ new_comments: 2 })
    const marked = async (asked: typeof api) =>
      (await asked.comments.list({ post_id: thread.id })).comments
        .filter((comment) => comment.is_new)
        .map(({ id }) => id)
        .sort()
    expect(await marked(api)).toEqual([reply.id, orphan.id])
    expect(await marked(visitor)).toEqual([])
    expect(await visitor.posts.get({ post_id: thread.id })).toMatchObject({ new_comments: null })

    const { visited_at } = await api.reading.visit({ post_id: thread.id })
    expect(await api.posts.get({ post_id: thread.id })).toMatchObject({ new_comments: 0, visited_at })
    expect(await marked(api)).toEqual([])
    // The earlier visit of another tab is stored late and changes nothing.
    expect(await recordVisit(t.db, person.id, thread.id, visit)).toEqual(new Date(visited_at))
  })

  test('visits are deleted after a year by a nightly job, in batches', async () => {
    const { person } = await reader()
    const threads = await Promise.all([1, 2, 3].map(() => createPost(t.db)))
    const year = 365 * 24 * 3_600_000
    for (const [at, { id }] of threads.entries())
      await recordVisit(t.db, person.id, id, new Date(Date.now() - (at === 1 ? 0.9 : 1.1) * year))
    for (let last: Awaited<ReturnType<typeof deleteOldVisits>> = { user_id: 0, post_id: 0 }; last;) {
      last = await deleteOldVisits(t.db, last, new Date(Date.now() - 2 * year), 1)
    }
    const visits = () => t.db.select({ id: postVisit.post_id }).from(postVisit).where(eq(postVisit.user_id, person.id))
    expect(await visits()).toHaveLength(3)
    await readingTasks.forget_visits(t.services, {}, new AbortController().signal)
    expect(await visits()).toEqual([{ id: threads[1]!.id }])
    expect(registry.schedule).toContainEqual({
      task: 'forget_visits',
      match: expect.stringMatching(/^\d+ \d+ \* \* \*$/),
      nightly: true,
    })
  })

  test('hide_read leaves visited threads out of feeds', async () => {
    const { home, api } = await reader()
    const [read, unread] = [await createPost(t.db, { category: home }), await createPost(t.db, { category: home })]
    await api.reading.visit({ post_id: read.id })
    for (const feed of ['all', 'joined'] as const) {
      expect(idsOf(await api.posts.list({ feed, category: home.name, hide_read: true }))).toEqual([unread.id])
    }
    expect(idsOf(await api.posts.list({ category: home.name, sort: 'new' }))).toEqual([unread.id, read.id])
    expect(idsOf(await visitor.posts.list({ category: home.name, sort: 'new', hide_read: true }))).toEqual([
      unread.id,
      read.id,
    ])
  })
})
