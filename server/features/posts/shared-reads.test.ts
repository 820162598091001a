import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Api } from '#shared/api/index.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'

const t = await createTestApp()
const visitor = await t.as(null)

/**
 * Locks a table and returns how many queries wait for it. The query of `last` is sent after all others: as soon as it
 * waits, the others have been sent.
 */
async function waitingReads(
  table: string,
  ask: () => Promise<unknown>[],
  last: () => Promise<unknown>,
): Promise<number> {
  const { waiting, answered } = await t.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${sql.identifier(table)} in access exclusive mode`)
    const count = async () =>
      (
        await t.sql`
      select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type
        = 'Lock'`
      )[0]!.waiting as number
    const asked = ask()
    while ((await count()) === 0) await Bun.sleep(5)
    const later = last()
    while ((await count()) < 2) await Bun.sleep(5)
    // The object keeps the transaction from awaiting `answered`, which resolves only after the lock is released.
    return { waiting: await count(), answered: Promise.all([...asked, later]) }
  })
  await answered
  return waiting
}

const post = await createPost(t.db)
const other = await createPost(t.db)

const shared: [string, string, (api: Api, id: number) => Promise<unknown>][] = [
  ['a post', 'post', (api, post_id) => api.posts.get({ post_id })],
  ['a page of comments', 'comment', (api, post_id) => api.comments.list({ post_id })],
]

test.each(shared)('two concurrent requests of visitors for %s share one query', async (_, table, ask) => {
  await Promise.all([createComment(t.db, { post }), createComment(t.db, { post: other })])
  expect(
    await waitingReads(
      table,
      () => [ask(visitor, post.id), ask(visitor, post.id)],
      () => ask(visitor, other.id),
    ),
  ).toBe(2)
})

test('a read request sent after a write sees the write, even if a shared read was already running', async () => {
  const author = await createUser(t.db)
  const home = await createCategory(t.db)
  const written = await createPost(t.db, { author, category: home })
  const member = await t.as(author)
  const ask = () =>
    Promise.all([
      visitor.posts.get({ post_id: written.id }),
      visitor.comments.list({ post_id: written.id }),
      visitor.categories.byName({ name: home.name }),
    ] as const)
  for (let round = 0; round < 3; round += 1) {
    const before = [ask(), ask(), ask()]
    const comment = await member.comments.create({ post_id: written.id, content: `Runda ${round}` })
    await member.posts.edit({ post_id: written.id, content: `Treść ${round}` })
    const [seen, page] = await ask()
    expect([seen.content, page.comments.map(({ id }) => id)]).toEqual([`Treść ${round}`, [comment.id]])
    const still = [ask(), ask()]
    await member.comments.remove({ comment_id: comment.id })
    expect((await ask())[1].comments).toEqual([])
    await Promise.all([...before, ...still])
  }
  // The reads run concurrently with the deletion, so they may or may not find the post.
  const before = Promise.allSettled([ask(), ask()])
  await member.posts.remove({ post_id: written.id })
  expect((await failure(visitor.posts.get({ post_id: written.id }))).code).toBe('post_not_found')
  await before
})

test("concurrent readers never get each other's votes or permissions", async () => {
  const [author, voter, joiner] = await Promise.all([createUser(t.db), createUser(t.db), createUser(t.db)])
  const home = await createCategory(t.db)
  const written = await createPost(t.db, { author, category: home })
  const comment = await createComment(t.db, { post: written, author })
  const [asAuthor, asVoter, asJoiner] = await Promise.all([t.as(author), t.as(voter), t.as(joiner)])
  await asVoter.votes.post({ post_id: written.id, value: 1 })
  await asVoter.votes.comment({ comment_id: comment.id, value: -1 })
  await asJoiner.categories.join({ category_id: home.id })
  const readers = [visitor, asAuthor, asVoter, asJoiner]
  const answers = await Promise.all(
    [...readers, ...readers].map(async (api) => {
      const [seen, { comments }, about] = await Promise.all([
        api.posts.get({ post_id: written.id }),
        api.comments.list({ post_id: written.id }),
        api.categories.about({ category_id: home.id }),
      ])
      return [seen.user_vote, seen.can.edit, comments[0]!.user_vote, comments[0]!.can.edit, about.is_member]
    }),
  )
  const expected: typeof answers = [
    [0, false, 0, false, false],
    [0, true, 0, true, false],
    [1, false, -1, false, false],
    [0, false, 0, false, true],
  ]
  expect(answers).toEqual([...expected, ...expected])
})
