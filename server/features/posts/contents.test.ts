import { expect, test } from 'bun:test'
import { eq, sql, type SQL } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { category, categoryFlair } from '../categories/table.ts'
import { user } from '../users/table.ts'
import { post, postRank } from './table.ts'

const t = await createTestApp()
const visitor = await t.as(null)

async function listedPost() {
  const home = await createCategory(t.db)
  const author = await createUser(t.db)
  const [flair] = await t.db
    .insert(categoryFlair)
    .values({ category_id: home.id, position: 0, label: 'Pytanie', color: 'blue' })
    .returning({ id: categoryFlair.id })
  const { id } = await createPost(t.db, { category: home, author })
  await t.db.update(post).set({ flair_id: flair!.id }).where(eq(post.id, id))
  const card = async (api = visitor) => (await api.posts.list({ category: home.name })).posts[0]!
  return { id, home, author, flair: flair!, card }
}

test('a cached feed post is refreshed after each change of the post, its author, community or flair', async () => {
  const { id, home, author, flair, card } = await listedPost()
  expect(await card()).toMatchObject({ flair: { label: 'Pytanie' }, author: { username: author.username } })
  const changes: [() => PromiseLike<unknown>, object][] = [
    [() => t.db.update(post).set({ title: 'Nowy tytuł' }).where(eq(post.id, id)), { title: 'Nowy tytuł' }],
    [() => t.db.update(post).set({ excerpt: 'Skrót' }).where(eq(post.id, id)), { content: 'Skrót' }],
    [() => t.db.update(postRank).set({ upvotes: 7 }).where(eq(postRank.post_id, id)), { upvotes: 7 }],
    [() => t.db.update(postRank).set({ is_locked: true }).where(eq(postRank.post_id, id)), { is_locked: true }],
    [
      () => t.db.update(category).set({ display_name: 'Inna nazwa' }).where(eq(category.id, home.id)),
      { category: { display_name: 'Inna nazwa' } },
    ],
    [
      () => t.db.update(category).set({ downvotes: false }).where(eq(category.id, home.id)),
      { category: { downvotes: false } },
    ],
    [
      () => t.db.update(user).set({ avatar_url: '/media/a.webp' }).where(eq(user.id, author.id)),
      { author: { avatar_url: '/media/a.webp' } },
    ],
    [() => t.db.update(user).set({ is_bot: true }).where(eq(user.id, author.id)), { is_ai: true }],
    [
      () => t.db.update(categoryFlair).set({ label: 'Odpowiedź' }).where(eq(categoryFlair.id, flair.id)),
      { flair: { label: 'Odpowiedź' } },
    ],
    [
      () => t.db.update(categoryFlair).set({ deleted_at: new Date() }).where(eq(categoryFlair.id, flair.id)),
      { flair: null },
    ],
    [() => t.db.update(user).set({ deleted_at: new Date() }).where(eq(user.id, author.id)), { author: null }],
  ]
  for (const [change, shown] of changes) {
    await change()
    expect(await card()).toMatchObject(shown)
  }
})

test('a feed post cached for a visitor shows each member their own vote and saved state', async () => {
  const { id, card } = await listedPost()
  const [voter, other] = [await t.as(await createUser(t.db)), await t.as(await createUser(t.db))]
  expect(await card()).toMatchObject({ user_vote: 0, is_saved: false })
  await voter.votes.post({ post_id: id, value: -1 })
  await voter.saves.save({ post_id: id, saved: true })
  expect(await card(voter)).toMatchObject({ user_vote: -1, is_saved: true, downvotes: 1 })
  expect(await card(other)).toMatchObject({ user_vote: 0, is_saved: false, downvotes: 1 })
})

test("a feed post cached for all readers does not show one member's poll vote to others", async () => {
  const home = await createCategory(t.db)
  const author = await createUser(t.db)
  await joinCategory(t.db, author, home)
  const [asker, voter] = [await t.as(author), await t.as(await createUser(t.db))]
  const { poll, id } = await asker.posts.create({
    title: 'Ankieta',
    category_id: home.id,
    poll: { options: ['Tak', 'Nie'], hours: 24 },
  })
  const pollFor = async (api: typeof asker) => (await api.posts.list({ category: home.name })).posts[0]!.poll!
  expect((await pollFor(voter)).my_option_id).toBeNull()
  await voter.polls.vote({ post_id: id, option_id: poll!.options[0]!.id })
  expect(await pollFor(voter)).toMatchObject({ my_option_id: poll!.options[0]!.id, total_votes: 1 })
  expect((await pollFor(asker)).my_option_id).toBeNull()
})

test('a feed post read in a transaction that rolls back is not cached', async () => {
  const { id, home, card } = await listedPost()
  const { loadCards } = await import('./queries.ts')
  const reader = { id: null, hasCredential: false, isAdminAccount: false, isSuspended: false }
  const rename = (tx: { execute: (query: SQL) => PromiseLike<unknown> }, title: string) =>
    tx.execute(sql`update post set title = ${title} where id = ${id}`)
  await t.db
    .transaction(async (tx) => {
      await rename(tx, 'Nigdy')
      expect((await loadCards(tx, [id], reader))[0]).toMatchObject({ title: 'Nigdy' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect((await card()).title).not.toBe('Nigdy')
  expect((await visitor.posts.list({ category: home.name })).total).toBe(1)
})

test('a cached community id is not used after the community is deleted or renamed', async () => {
  const home = await createCategory(t.db)
  await createPost(t.db, { category: home })
  const countOf = async (name: string, nsfw = false) =>
    (await visitor.posts.list({ category: name, nsfw })).posts.length
  for (const name of [home.name, home.name.toUpperCase(), ` ${home.name} `]) expect(await countOf(name)).toBe(1)
  const ofFlair = visitor.posts.list({ category: home.name, flair: 999_999 })
  expect((await ofFlair).posts).toEqual([])
  expect([await countOf(home.name), await countOf(home.name, true)]).toEqual([1, 0])
  await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, home.id))
  expect(await countOf(home.name)).toBe(0)
  await t.db
    .update(category)
    .set({ deleted_at: null, name: `${home.name}_2` })
    .where(eq(category.id, home.id))
  const other = await createCategory(t.db, { name: home.name })
  await createPost(t.db, { category: other })
  expect((await visitor.posts.list({ category: home.name })).posts[0]!.category.id).toBe(other.id)
})
