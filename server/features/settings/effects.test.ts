import { afterEach, describe, expect, test } from 'bun:test'
import type { SettingValues } from '#shared/api/settings/registry.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createRegistration, createUser } from '#server/test/factories.ts'
import { eq } from 'drizzle-orm'
import { user } from '../users/table.ts'
import { emailToken } from '../auth/table.ts'
import { hashToken, randomToken } from '../auth/tokens.ts'
import { mayCreate } from '../categories/rules.ts'
import { setting } from './table.ts'

const t = await createTestApp()
const admin = await t.as(null, { admin: ADMIN_PASSWORD })
const visitor = await t.as(null)
const ada = await createUser(t.db, { username: 'ada' })
const member = await t.as(ada)
const category = await createCategory(t.db, { name: 'ogrod', creator: ada })
const post = await createPost(t.db, { author: ada, category })
const comment = await createComment(t.db, { author: ada, post })

const set = (values: Partial<{ [Key in keyof SettingValues]: SettingValues[Key] | null }>) =>
  admin.adminSettings.change({ values })

const codeOf = async (call: Promise<unknown>) => (await failure(call)).code

afterEach(async () => {
  await t.db.delete(setting)
  await t.services.settings.refresh()
})

describe('RUN-3 name and tagline of the site', () => {
  test("Atom feeds show the site's name and tagline, and the OpenAPI document shows the name", async () => {
    await set({ site_name: 'Ogród & <Sad>', tagline_pl: 'Rozmowy o roślinach' })
    const feed = await (await t.request('/feed.xml')).text()
    expect(feed).toContain('<title>Ogród &amp; &lt;Sad&gt;</title>')
    expect(feed).toContain('<subtitle>Rozmowy o roślinach</subtitle>')
    expect(await (await t.request('/api/openapi.json')).json()).toMatchObject({ info: { title: 'Ogród & <Sad>' } })
  })
})

describe('RUN-3 features that are switched off', () => {
  test('calls and media of streams are refused when streams are switched off', async () => {
    await set({ streams: false })
    expect(await codeOf(visitor.streams.list({}))).toBe('feature_off')
    expect(await codeOf(member.streams.create({ title: 'Na żywo', url: 'https://example.org/live' }))).toBe(
      'feature_off',
    )
    expect((await t.request('/api/streams/1/media?seq=0', { method: 'POST' })).status).toBe(403)
    expect((await t.request('/media/live/1/index.m3u8')).status).toBe(404)
  })

  test('calls of mod mail are refused when mod mail is switched off', async () => {
    await set({ modmail: false })
    const question = { category_id: category.id, subject: 'Pytanie', text: 'Treść' }
    expect(await codeOf(member.modmail.start(question))).toBe('feature_off')
    expect(await codeOf(member.modmail.list({}))).toBe('feature_off')
  })

  test('calls of the bot are refused when the bot is switched off', async () => {
    await set({ bot: false })
    expect(await codeOf(member.bot.respondPublic({ comment_id: comment.id }))).toBe('feature_off')
    expect(await codeOf(admin.adminBot.createPost({}))).toBe('feature_off')
  })

  test("the moderation log is shown only to the community's staff when it is not public", async () => {
    await set({ public_log: false })
    expect(await codeOf(visitor.decisions.ofCategory({ category_id: category.id }))).toBe('feature_off')
    expect((await member.decisions.ofCategory({ category_id: category.id })).entries).toEqual([])
  })

  test('adult content is refused on every host when it is switched off', async () => {
    await set({ adult_variant: false })
    expect(await codeOf(visitor.posts.list({ nsfw: true }))).toBe('feature_off')
    const adult = { name: 'dorosli', display_name: 'Dorośli', is_nsfw: true }
    expect(await codeOf(member.categories.create(adult))).toBe('feature_off')
    const there = await t.request('http://adult.localhost/api/posts')
    expect([there.status, await there.json()]).toMatchObject([403, { code: 'feature_off' }])
    const page = await t.request('http://adult.localhost/r/ogrod')
    expect([page.status, page.headers.get('location')]).toEqual([302, 'http://localhost:3000'])
  })

  test('a language that is switched off is replaced by the remaining one', async () => {
    await set({ languages: ['en'] })
    expect((await failure(visitor.posts.get({ post_id: 999_999 }))).detail).toBe('Post not found')
    await set({ languages: ['pl'] })
    const english = await t.as(null, { lang: 'en' })
    expect((await failure(english.posts.get({ post_id: 999_999 }))).detail).not.toBe('Post not found')
  })
})

test('RUN-3 a new account starts with the configured default feed', async () => {
  await set({ default_feed: 'joined' })
  const token = randomToken()
  const { id: registration_id, username } = await createRegistration(t.db)
  const expires_at = new Date(Date.now() + 60_000)
  await t.db.insert(emailToken).values({ registration_id, purpose: 'verify', token_hash: hashToken(token), expires_at })
  await visitor.auth.verifyEmail({ token })
  const [made] = await t.db.select().from(user).where(eq(user.username, username))
  expect(made?.home_feed).toBe('joined')
})

describe('RUN-3 who may create communities', () => {
  test.each([
    ['everyone', 0, false, true],
    ['trust1', 0, false, false],
    ['trust1', 1, false, true],
    ['trust2', 1, false, false],
    ['trust2', 2, false, true],
    ['admins', 3, false, false],
    ['admins', 0, true, true],
  ] as const)(
    "the setting '%s' lets a member of trust level %d (admin: %p) create communities: %p",
    (by, trust_level, is_admin, expected) => {
      expect(mayCreate({ trust_level, is_admin }, by)).toBe(expected)
    },
  )

  test("a member can create a community by default, but not with the setting communities_by 'admins'", async () => {
    await set({ communities_by: 'admins' })
    const wanted = { name: 'nowa', display_name: 'Nowa' }
    expect(await codeOf(member.categories.create(wanted))).toBe('community_not_allowed')
    expect(await codeOf(visitor.categories.byName({ name: 'nowa' }))).toBe('category_not_found')
    await set({ communities_by: null })
    expect((await member.categories.create(wanted)).name).toBe('nowa')
  })
})
