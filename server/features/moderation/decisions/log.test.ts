import { expect, test } from 'bun:test'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'

const t = await createTestApp()
const admin = await t.as(null, { admin: ADMIN_PASSWORD })

test('MOD-6 the public log of a community shows its decisions, without user names or deleted content', async () => {
  const [moderator, author] = [await createUser(t.db), await createUser(t.db)]
  const home = await createCategory(t.db, { creator: moderator })
  await joinCategory(t.db, author, home)
  const [mod, writer, visitor] = [await t.as(moderator), await t.as(author), await t.as(null)]
  const [gone, kept] = [
    await writer.posts.create({ title: 'Znikający tytuł', category_id: home.id }),
    await writer.posts.create({ title: 'Widoczny tytuł', category_id: home.id }),
  ]
  await mod.moderation.remove({ post_id: gone.id, reason_code: 'spam', text: 'Słowo do autora' })
  await mod.moderation.lock({ post_id: kept.id, locked: true })
  await mod.moderation.warn({ user_id: author.id, category_id: home.id, text: 'Słowo do autora' })
  await mod.moderation.ban({
    user_id: author.id,
    category_id: home.id,
    reason_code: 'harassment',
    text: 'Słowo do autora',
  })
  const log = await visitor.decisions.ofCategory({ category_id: home.id })
  expect(log).toMatchObject({
    entries: [
      { action: 'banned', reason_code: 'harassment', target: { type: 'user', title: '', url: '' }, by: null },
      { action: 'locked', target: { type: 'post', id: kept.id, title: 'Widoczny tytuł' }, by: null },
      {
        action: 'removed',
        reason_code: 'spam',
        rule_title: null,
        automatic: false,
        target: { type: 'post', id: gone.id, title: '', excerpt: '' },
        by: null,
      },
    ],
    next_cursor: null,
  })
  for (const api of [visitor, writer, await t.as(await createUser(t.db))]) {
    const text = JSON.stringify(await api.decisions.ofCategory({ category_id: home.id }))
    for (const secret of [moderator.username, author.username, 'Słowo do autora', 'Znikający'])
      expect(text).not.toContain(secret)
  }
  for (const api of [mod, admin]) {
    expect((await api.decisions.ofCategory({ category_id: home.id })).entries).toMatchObject([
      { action: 'banned', target: { title: author.username }, by: { username: moderator.username } },
      { action: 'warned' },
      { action: 'locked' },
      { action: 'removed', target: { title: 'Znikający tytuł' } },
    ])
  }
  const first = await visitor.decisions.ofCategory({ category_id: home.id, limit: 2 })
  expect(first.entries).toEqual(log.entries.slice(0, 2))
  expect(await visitor.decisions.ofCategory({ category_id: home.id, limit: 2, cursor: first.next_cursor! })).toEqual({
    entries: log.entries.slice(2),
    next_cursor: null,
  })
  expect(await failure(visitor.decisions.ofCategory({ category_id: 2_000_000_000 }))).toMatchObject({
    status: 404,
    code: 'category_not_found',
  })
})

test('MOD-5 decisions about adult communities contain user names and titles on the adult host only', async () => {
  const [moderator, author] = [await createUser(t.db), await createUser(t.db)]
  const home = await createCategory(t.db, { creator: moderator, is_nsfw: true })
  const written = await createPost(t.db, { author, category: home, title: 'Tylko dla dorosłych' })
  await (
    await t.as(moderator)
  ).moderation.remove({ post_id: written.id, reason_code: 'spam', text: 'Nie w tej społeczności.' })
  const bearer = await t.bearerOf(author)
  const ask = async (host: string) =>
    (await t.request('/api/account/decisions', { headers: { host, authorization: `Bearer ${bearer}` } })).text()
  const normal = await ask('localhost')
  expect(JSON.parse(normal).decisions).toMatchObject([
    { action: 'removed', is_adult: true, category: null, can_appeal_until: expect.any(String) },
  ])
  for (const named of [home.name, home.display_name, 'Tylko dla dorosłych', 'Nie w tej'])
    expect(normal).not.toContain(named)
  const adult = await ask('adult.localhost')
  expect(JSON.parse(adult).decisions).toMatchObject([
    { target: { title: 'Tylko dla dorosłych' }, category: { name: home.name }, text: 'Nie w tej społeczności.' },
  ])
})
