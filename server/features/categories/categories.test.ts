import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { LIMITS, POINTS } from '#shared/limits.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createUpload, createUser, joinCategory } from '#server/test/factories.ts'
import { upload } from '../uploads/table.ts'
import { user } from '../users/table.ts'
import { category, categoryMembership } from './table.ts'

const t = await createTestApp()
const visitor = await t.as(null)
// A database of its own for the community list, which would otherwise contain the communities of all tests.
const own = await createTestApp()
const lone = await own.as(null)

async function member() {
  const person = await createUser(t.db)
  return { person, api: await t.as(person) }
}

const unused = () => `n${crypto.randomUUID().replaceAll('-', '').slice(0, 15)}`

describe('creating a community', () => {
  test('COMM-9,12 ENT-8,9 API-21,22 the creator of a community moderates it and earns 10 points', async () => {
    const { person, api } = await member()
    const name = unused()
    const made = await api.categories.create({ name, display_name: 'Kuchnia', description: 'O gotowaniu' })
    expect(made).toEqual({
      id: expect.any(Number),
      name,
      display_name: 'Kuchnia',
      description: 'O gotowaniu',
      icon_url: null,
      is_nsfw: false,
      member_count: 1,
      post_count: 0,
      banner_url: null,
      rules_count: 0,
      posting: 'members',
      downvotes: true,
      allow_bot: true,
      hold_newcomers: null,
    })
    expect(await visitor.categories.byName({ name })).toEqual(made)
    expect(await api.categories.membership({ category_id: made.id })).toEqual({ is_member: true, is_moderator: true })
    expect(await visitor.categories.creator({ category_id: made.id })).toEqual({ username: person.username })
    expect((await t.db.select().from(user).where(eq(user.id, person.id)))[0]!.wpoints).toBe(POINTS.community)
  })

  test('creating a community lowercases the name', async () => {
    const { api } = await member()
    const name = unused()
    expect(await api.categories.create({ name: ` ${name.toUpperCase()} `, display_name: 'Duże litery' })).toMatchObject(
      { name },
    )
  })

  test.each([
    ['no name', { name: '' }, 'name'],
    ['a name of 2 characters', { name: 'ab' }, 'name'],
    ['a name of 22 characters', { name: 'a'.repeat(LIMITS.categoryNameMax + 1) }, 'name'],
    ['a name with other letters', { name: 'żółw' }, 'name'],
    ['a name with a hyphen', { name: 'a-b-c' }, 'name'],
    ['no display name', { display_name: '  ' }, 'display_name'],
    ['a display name of 51 characters', { display_name: 'a'.repeat(LIMITS.displayName + 1) }, 'display_name'],
    ['a description of 501 characters', { description: 'a'.repeat(LIMITS.categoryDescription + 1) }, 'description'],
    ['an icon without encryption', { icon_url: 'http://example.org/a.png' }, 'icon_url'],
    ['an icon that is a script', { icon_url: 'javascript:alert(1)' }, 'icon_url'],
    ['an icon of 501 characters', { icon_url: `https://example.org/${'a'.repeat(LIMITS.iconUrl)}` }, 'icon_url'],
    ['a flag that is none', { is_nsfw: 'maybe' as never }, 'is_nsfw'],
  ])('NEWC-1,3,4 a new community with %s is refused, naming the field', async (_, wrong, field) => {
    const { api } = await member()
    const error = await failure(api.categories.create({ name: unused(), display_name: 'Dobra', ...wrong }))
    expect(error).toMatchObject({ status: 422, issues: { [field]: expect.any(String) } })
    expect(Object.keys(error.issues)).toEqual([field])
  })

  test('creating a community refuses a name taken in any letter case, also by a deleted community', async () => {
    const { api } = await member()
    const taken = await createCategory(t.db)
    const gone = await createCategory(t.db, { deleted_at: new Date() })
    const error = await failure(api.categories.create({ name: taken.name.toUpperCase(), display_name: 'Druga' }))
    expect(error).toMatchObject({ status: 409, code: 'name_taken' })
    expect(await failure(api.categories.create({ name: gone.name, display_name: 'Druga' }))).toMatchObject({
      status: 409,
    })
  })

  test('only one of two simultaneous requests to create a community of the same name succeeds', async () => {
    const name = unused()
    const both = await Promise.all([member(), member()])
    const outcomes = await Promise.allSettled(
      both.map(({ api }) => api.categories.create({ name, display_name: 'Wspólna' })),
    )
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await visitor.categories.byName({ name })).toMatchObject({ member_count: 1 })
  })

  test('NEWC-5 API-21 creating a community accepts an icon with an https URL or an upload', async () => {
    const { person, api } = await member()
    const elsewhere = 'https://example.org/ikona.png'
    expect(await api.categories.create({ name: unused(), display_name: 'Obca', icon_url: elsewhere })).toMatchObject({
      icon_url: elsewhere,
    })
    const own = await createUpload(t.db, { user: person })
    expect(await api.categories.create({ name: unused(), display_name: 'Własna', icon_url: own.url })).toMatchObject({
      icon_url: own.url,
    })
    expect((await t.db.select().from(upload).where(eq(upload.id, own.id)))[0]!.used_at).not.toBeNull()
  })

  test('creating a community refuses an icon that somebody else uploaded and creates nothing', async () => {
    const { api } = await member()
    const foreign = await createUpload(t.db)
    const name = unused()
    const error = await failure(api.categories.create({ name, display_name: 'Cudza', icon_url: foreign.url }))
    expect(error).toMatchObject({ status: 422, issues: { icon_url: expect.any(String) } })
    expect(await failure(visitor.categories.byName({ name }))).toMatchObject({ status: 404 })
  })

  test('sending the form that creates a community several times creates one community', async () => {
    const { api } = await member()
    const name = unused()
    const send = () => api.categories.create({ name, display_name: 'Raz' }, { idempotencyKey: 'form' })
    const [first, second] = await Promise.all([send(), send()])
    expect(second).toEqual(first!)
  })
})

describe('looking up a community by name', () => {
  test('API-20 a community is found by its name in any letter case', async () => {
    const { id, name } = await createCategory(t.db)
    expect(await visitor.categories.byName({ name: name.toUpperCase() })).toMatchObject({ id })
  })

  test('looking up a missing or deleted community by name answers 404', async () => {
    const { name } = await createCategory(t.db, { deleted_at: new Date() })
    expect(await failure(visitor.categories.byName({ name }))).toMatchObject({
      status: 404,
      code: 'category_not_found',
    })
    expect(await failure(visitor.categories.byName({ name: '%' }))).toMatchObject({ status: 404 })
    expect((await t.request('/api/categories/by-name/a%00b')).status).toBe(404)
  })

  test("a community looked up by name has no creator if the creator's account is deleted", async () => {
    const made = await createCategory(t.db, { creator: await createUser(t.db, { deleted_at: new Date() }) })
    expect(await visitor.categories.creator({ category_id: made.id })).toEqual({ username: null })
    expect(await failure(visitor.categories.creator({ category_id: 2_000_000_000 }))).toMatchObject({ status: 404 })
  })
})

describe('joining and leaving a community', () => {
  test("COMM-4,5 API-23 joining and leaving change the membership and the community's count of members", async () => {
    const { id } = await createCategory(t.db)
    const { api } = await member()
    expect(await api.categories.membership({ category_id: id })).toEqual({ is_member: false, is_moderator: false })
    expect(await api.categories.join({ category_id: id })).toEqual({ is_member: true, member_count: 2 })
    expect(await api.categories.membership({ category_id: id })).toEqual({ is_member: true, is_moderator: false })
    expect(await api.categories.leave({ category_id: id })).toEqual({ is_member: false, member_count: 1 })
    expect(await api.categories.membership({ category_id: id })).toEqual({ is_member: false, is_moderator: false })
  })

  test('joining or leaving a community repeatedly changes its count of members once', async () => {
    const { id } = await createCategory(t.db)
    const { api } = await member()
    await Promise.all([api.categories.join({ category_id: id }), api.categories.join({ category_id: id })])
    expect(await api.categories.join({ category_id: id })).toEqual({ is_member: true, member_count: 2 })
    await Promise.all([api.categories.leave({ category_id: id }), api.categories.leave({ category_id: id })])
    expect(await api.categories.leave({ category_id: id })).toEqual({ is_member: false, member_count: 1 })
  })

  test('simultaneous joining and leaving keeps the count of members exact', async () => {
    const made = await createCategory(t.db)
    const leaving = await Promise.all(Array.from({ length: 6 }, () => member()))
    for (const { person } of leaving) await joinCategory(t.db, person, made)
    const joining = await Promise.all(Array.from({ length: 9 }, () => member()))
    await Promise.all([
      ...leaving.map(({ api }) => api.categories.leave({ category_id: made.id })),
      ...joining.map(({ api }) => api.categories.join({ category_id: made.id })),
    ])
    const members = await t.db.$count(categoryMembership, eq(categoryMembership.category_id, made.id))
    expect(members).toBe(10)
    expect((await visitor.categories.byName({ name: made.name })).member_count).toBe(10)
  })

  test('the creator of a community cannot leave it', async () => {
    const made = await createCategory(t.db)
    const api = await t.as({ id: made.creator_id! })
    expect(await failure(api.categories.leave({ category_id: made.id }))).toMatchObject({
      status: 409,
      code: 'creator_stays',
    })
    expect(await api.categories.join({ category_id: made.id })).toEqual({ is_member: true, member_count: 1 })
    expect(await api.categories.membership({ category_id: made.id })).toEqual({ is_member: true, is_moderator: true })
  })

  test('joining and leaving a community requires a member of the site and an existing community', async () => {
    const { id } = await createCategory(t.db, { deleted_at: new Date() })
    const { api } = await member()
    expect(await failure(visitor.categories.join({ category_id: id }))).toMatchObject({ status: 401 })
    expect(await failure(visitor.categories.membership({ category_id: id }))).toMatchObject({ status: 401 })
    expect(await failure(api.categories.join({ category_id: id }))).toMatchObject({
      status: 404,
      code: 'category_not_found',
    })
    expect(await failure(api.categories.leave({ category_id: id }))).toMatchObject({ status: 404 })
    expect(await failure(api.categories.membership({ category_id: id }))).toMatchObject({ status: 404 })
  })
})

describe('the list of communities', () => {
  const names = async (asked: Parameters<typeof lone.categories.list>[0]) =>
    (await lone.categories.list(asked)).map((one) => one.name)

  beforeAll(async () => {
    const make = (name: string, display_name: string, member_count: number, rest = {}) =>
      createCategory(own.db, { creator: null, name, display_name, member_count, ...rest })
    await make('gotowanie', 'r/Kuchnia włoska', 5)
    await make('kuchnia', 'Kuchnia', 3)
    await make('kuchenki', 'Kuchenki 100%', 9)
    await make('zolwie', 'Żółwie', 7)
    await make('kuchnia_nocna', 'Kuchnia nocna', 50, { is_nsfw: true })
    await make('kuchnia_dawna', 'Kuchnia dawna', 60, { deleted_at: new Date() })
  })

  test('API-19 the list of communities has normal ones, or adult ones on request, the largest first', async () => {
    expect(await names({})).toEqual(['kuchenki', 'zolwie', 'gotowanie', 'kuchnia'])
    expect(await names({ nsfw: true })).toEqual(['kuchnia_nocna'])
  })

  test('API-19 the list of communities comes in pages, with the total number in a header', async () => {
    expect(await names({ limit: 2, offset: 1 })).toEqual(['zolwie', 'gotowanie'])
    expect((await own.request('/api/categories?limit=1')).headers.get('x-total-count')).toBe('4')
    expect((await own.request('/api/categories/?search=kuch&offset=9')).headers.get('x-total-count')).toBe('3')
  })

  test('API-19 the list of communities is searched by prefixes of words, without diacritics', async () => {
    expect(await names({ search: 'KUCH' })).toEqual(['kuchenki', 'gotowanie', 'kuchnia'])
    expect(await names({ search: 'żół' })).toEqual(['zolwie'])
    expect(await names({ search: 'z' })).toEqual(['zolwie'])
    expect(await names({ search: 'wlo' })).toEqual(['gotowanie'])
    expect(await names({ search: 'r/zol' })).toEqual(['zolwie'])
  })

  test('a search in the list of communities finds a misspelt name', async () => {
    expect(await names({ search: 'kuchina' })).toContain('kuchnia')
    expect(await names({ search: 'gotwanie' })).toEqual(['gotowanie'])
  })

  test('a search in the list of communities takes percent signs and underscores literally', async () => {
    expect(await names({ search: '%' })).toEqual([])
    expect(await names({ search: '100%' })).toEqual(['kuchenki'])
    expect(await names({ search: 'kuch_nki' })).not.toContain('zolwie')
    expect(await names({ search: '\\' })).toEqual([])
  })

  test('the list of communities refuses a limit or an offset that is out of range', async () => {
    expect(await failure(visitor.categories.list({ limit: 0 }))).toMatchObject({
      status: 422,
      issues: { limit: expect.any(String) },
    })
    expect(await failure(visitor.categories.list({ limit: 101 }))).toMatchObject({ status: 422 })
    expect(await failure(visitor.categories.list({ offset: 10_001 }))).toMatchObject({ status: 422 })
  })
})

test('API-20 every response about communities contains the adult flag', async () => {
  const { api } = await member()
  const made = await api.categories.create({ name: unused(), display_name: 'Dorosła', is_nsfw: true })
  expect(made.is_nsfw).toBe(true)
  expect((await visitor.categories.byName({ name: made.name })).is_nsfw).toBe(true)
  expect((await t.db.select().from(category).where(eq(category.id, made.id)))[0]!.is_nsfw).toBe(true)
})
