import { describe, expect, spyOn, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { RE2JS } from 're2js'
import type { Api } from '#shared/api/index.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Condition, FilterAction, Match } from '#shared/rules/filters.ts'
import { createServices } from '#server/services.ts'
import { createApp } from '#server/http/app.ts'
import { createDb } from '#server/db/driver/client.ts'
import { createPostgresBus } from '#server/bus/postgres-bus.ts'
import { shareInvalidations } from '#server/bus/shared-invalidations.ts'
import { createInvalidations } from '#server/lib/invalidations.ts'
import { createLogger } from '#server/lib/log.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { auditLog } from '../../audit/table.ts'
import { untilSomebodyWaits } from '../../auth/testing/waiting.ts'
import { removeContent } from '../content/actions.ts'
import { lockContent } from '../content/queries.ts'
import { comment } from '../../comments/table.ts'
import { postRank } from '../../posts/table.ts'
import { BATCH_SIZE } from './history-queries.ts'
import { lockFilters } from './queries.ts'
import { contentFilter } from './table.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const admin = await t.as(null, { admin: ADMIN_PASSWORD })
const DAY = 86_400_000

const word = (value: string): Match => ({ any: [{ field: 'text', op: 'word', value }] })

async function scene() {
  const [moderator, author] = [await createUser(t.db), await createUser(t.db)]
  const home = await createCategory(t.db, { creator: moderator })
  await joinCategory(t.db, author, home)
  const [mod, writer] = [await t.as(moderator), await t.as(author)]
  const add = (action: FilterAction, match: Match, name = 'Reklamy') =>
    mod.filters.create({ category_id: home.id, name, action, match, confirm: true })
  const hits = async (api: Api = mod, category_id: number | null = home.id) =>
    (await api.filters.list({ category_id })).filters.map(({ hits_30d }) => hits_30d)
  return { moderator, author, home, mod, writer, add, hits }
}

/** The filter exists only while the callback runs, since it would match posts of other tests. */
async function withSiteFilter(match: Match, run: (id: number) => Promise<void>): Promise<void> {
  const { id } = await admin.filters.create({ name: 'Cały serwis', action: 'hold', match, confirm: true })
  await run(id).finally(() => admin.filters.remove({ filter_id: id }))
}

async function at<T>(time: number, run: () => Promise<T>): Promise<T> {
  const real = t.clock.now
  t.clock.now = () => new Date(time)
  try {
    return await run()
  } finally {
    t.clock.now = real
  }
}

describe('MOD-9 filters of communities and of the site', () => {
  test('the filters of a community share a size limit, even if a filter is enabled concurrently', async () => {
    const { home, mod } = await scene()
    const large: Match = {
      any: Array.from({ length: 20 }, (_, n) => ({ field: 'text', op: 'regex', value: `[a-z]{8${n % 10}}${n}` })),
    }
    const saved = { category_id: home.id, name: 'Reklamy', action: 'hold', match: word('kasyno') } as const
    const { id: filter_id } = await mod.filters.create({ ...saved, is_enabled: false })
    const { late } = await t.db.transaction(async (tx) => {
      await lockFilters(tx, home.id)
      const overlapping = Promise.allSettled([
        mod.filters.edit({ filter_id, is_enabled: true, confirm: true }),
        mod.filters.edit({ filter_id, match: large, confirm: true }),
      ])
      await untilSomebodyWaits(t.db, 2)
      return { late: overlapping }
    })
    const outcomes = await late
    expect(
      outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as object] : [])),
    ).toMatchObject([{ status: 409, code: 'too_many_filters' }])
  })

  test("a new filter's patterns are compiled before the rows of the community's filters are locked", async () => {
    const { home, add } = await scene()
    const regex = (value: string): Match => ({ any: [{ field: 'text', op: 'regex', value }] })
    await add('hold', regex('kasyn[oa]'))
    const compile = spyOn(RE2JS, 'compile')
    const { saved, before } = await t.db.transaction(async (tx) => {
      await lockFilters(tx, home.id)
      const waiting = add('hold', regex('hazard(em)?'))
      await untilSomebodyWaits(t.db)
      return { saved: waiting, before: compile.mock.calls.length }
    })
    await saved
    expect(before).toBeGreaterThan(0)
    expect(compile.mock.calls).toHaveLength(before)
    compile.mockRestore()
  })

  test('filters of a community are managed by its moderators, and site-wide filters by admins', async () => {
    const { home, mod, writer, add } = await scene()
    const elsewhere = await scene()
    const chief = await t.as(await createUser(t.db, { is_admin: true }))
    const made = await add('hold', word('kasyno'))
    expect(made).toEqual({
      id: made.id,
      category_id: home.id,
      name: 'Reklamy',
      is_enabled: true,
      action: 'hold',
      match: word('kasyno'),
      hits_30d: 0,
    })
    expect(await admin.filters.list({ category_id: home.id })).toEqual({ filters: [made], next_cursor: null })
    const other = await mod.filters.create({
      category_id: home.id,
      name: 'Drugi',
      action: 'report',
      match: word('bonus'),
      is_enabled: false,
    })
    const first = await mod.filters.list({ category_id: home.id, limit: 1 })
    expect(first.filters).toEqual([made])
    expect(await mod.filters.list({ category_id: home.id, limit: 1, cursor: first.next_cursor! })).toEqual({
      filters: [other],
      next_cursor: null,
    })

    const changed = await mod.filters.edit({ filter_id: made.id, name: 'Hazard', action: 'remove', is_enabled: false })
    expect(changed).toEqual({ ...made, name: 'Hazard', action: 'remove', is_enabled: false })
    const match = { all: [{ field: 'links', op: 'more', value: 3 }] } satisfies Match
    expect(await admin.filters.edit({ filter_id: made.id, match })).toEqual({ ...changed, match })

    const notStaff = { status: 403, code: 'not_staff' }
    for (const api of [writer, elsewhere.mod, chief]) {
      expect(await failure(api.filters.list({ category_id: home.id }))).toMatchObject(notStaff)
      expect(
        await failure(api.filters.create({ category_id: home.id, name: 'x', action: 'hold', match })),
      ).toMatchObject(notStaff)
      expect(await failure(api.filters.edit({ filter_id: made.id, name: 'x' }))).toMatchObject(notStaff)
      expect(await failure(api.filters.test({ category_id: home.id, match, days: 1 }))).toMatchObject(notStaff)
      expect(await failure(api.filters.remove({ filter_id: made.id }))).toMatchObject(notStaff)
    }
    expect(await failure(visitor.filters.list({ category_id: home.id }))).toMatchObject({
      status: 401,
      code: 'admin_credential',
    })
    for (const api of [mod, chief]) {
      expect(await failure(api.filters.list())).toMatchObject(notStaff)
      expect(await failure(api.filters.create({ name: 'x', action: 'hold', match }))).toMatchObject(notStaff)
      expect(await failure(api.filters.test({ match, days: 1 }))).toMatchObject(notStaff)
    }
    await withSiteFilter(word('nigdziexyz'), async (id) => {
      expect((await admin.filters.list()).filters.map((filter) => filter.id)).toContain(id)
      expect(await failure(mod.filters.edit({ filter_id: id, is_enabled: false }))).toMatchObject(notStaff)
      expect(await failure(mod.filters.remove({ filter_id: id }))).toMatchObject(notStaff)
    })

    expect(await mod.filters.remove({ filter_id: made.id })).toEqual({ success: true })
    expect(await failure(mod.filters.remove({ filter_id: made.id }))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await failure(mod.filters.edit({ filter_id: made.id, name: 'x' }))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect((await mod.filters.list({ category_id: home.id })).filters).toEqual([other])
    const log = await t.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.target_id, made.id))
    expect(log.map(({ action }) => action).filter((action) => action.startsWith('filter.'))).toEqual([
      'filter.create',
      'filter.edit',
      'filter.edit',
      'filter.delete',
    ])
  })

  test('a filter with invalid conditions is refused with an explanation', async () => {
    const { home, mod, add } = await scene()
    const condition = { field: 'text', op: 'word', value: 'x' }
    const refused = async (given: object) => {
      const input = { category_id: home.id, name: 'x', action: 'hold', match: { any: [condition] }, ...given }
      const { status, issues } = await failure(mod.filters.create(input as never))
      expect(status).toBe(422)
      return Object.keys(issues).join()
    }
    const hostile: unknown[] = [
      null,
      'x',
      7,
      [],
      {},
      { any: [] },
      { all: [], any: [] },
      { any: {} },
      { any: [null] },
      { any: ['x'] },
      { any: [{}] },
      { any: [{ ...condition, field: 'password' }] },
      { any: [{ ...condition, field: '__proto__' }] },
      { any: [{ ...condition, op: 'constructor' }] },
      { any: [{ ...condition, value: '' }] },
      { any: [{ ...condition, value: ' \0 ' }] },
      { any: [{ ...condition, value: 'x'.repeat(LIMITS.filterValue + 1) }] },
      { any: [{ ...condition, value: 3 }] },
      { any: [{ ...condition, value: true }] },
      { any: [{ ...condition, value: null }] },
      { any: [{ ...condition, value: ['x'] }] },
      { any: [{ ...condition, op: 'less' }] },
      { any: [{ field: 'links', op: 'less', value: '3' }] },
      { any: [{ field: 'links', op: 'contains', value: 3 }] },
      { any: [{ field: 'links', op: 'more', value: 1.5 }] },
      { any: [{ field: 'links', op: 'more', value: 1e300 }] },
      { any: [{ field: 'is_first_post', op: 'is', value: false }] },
      { any: [{ field: 'is_first_post', op: 'more', value: true }] },
      { any: [{ field: 'text', op: 'regex', value: '(' }] },
      { any: [{ field: 'title', op: 'regex', value: '(?=x)' }] },
      { any: Array.from({ length: 15 }, () => condition), all: Array.from({ length: 6 }, () => condition) },
    ]
    for (const match of hostile) expect([match, await refused({ match })]).toEqual([match, 'match'])
    expect(await refused({ name: '' })).toBe('name')
    expect(await refused({ name: 'x'.repeat(LIMITS.filterName + 1) })).toBe('name')
    expect(await refused({ action: 'ban' })).toBe('action')
    for (const days of [0, 91, 1.5, '7', null])
      expect(await failure(mod.filters.test({ category_id: home.id, match: word('x'), days } as never))).toMatchObject({
        status: 422,
        issues: { days: expect.any(String) },
      })
    expect((await mod.filters.list({ category_id: home.id })).filters).toEqual([])
    expect(await add('hold', { any: Array.from({ length: 20 }, () => condition as Condition) })).toMatchObject({
      is_enabled: true,
    })
  })

  test('a community has at most 50 filters', async () => {
    const { home, add, mod } = await scene()
    await t.db
      .insert(contentFilter)
      .values(
        Array.from({ length: LIMITS.filters - 1 }, () => ({
          category_id: home.id,
          name: 'x',
          action: 'hold' as const,
          match: word('x'),
          is_enabled: false,
        })),
      )
    const added = await Promise.allSettled([add('hold', word('y')), add('hold', word('z'))])
    expect(added.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await failure(add('hold', word('y')))).toMatchObject({ status: 409, code: 'too_many_filters' })
    const [one] = (await mod.filters.list({ category_id: home.id })).filters
    expect(await mod.filters.edit({ filter_id: one!.id, name: 'Inny' })).toMatchObject({ name: 'Inny' })
  })
})

describe('MOD-9 a post or comment that matches a filter', () => {
  test('a post or comment that matches a hold filter waits for a moderator', async () => {
    const { home, author, mod, writer, add, hits } = await scene()
    await add('hold', { all: [{ field: 'title', op: 'word', value: 'kasyno' }] })
    await add('hold', word('kasyno'), 'Treść')
    const fine = await writer.posts.create({ title: 'Dzień dobry', content: 'Witam', category_id: home.id })
    expect(fine).toMatchObject({ is_held: false })
    const post = await writer.posts.create({ title: 'Nowe KASYNO', content: '', category_id: home.id })
    expect(post).toMatchObject({ is_held: true, removal: null, title: 'Nowe KASYNO' })
    const comment = await writer.comments.create({ post_id: fine.id, content: 'Polecam Kasyno!' })
    expect(comment).toMatchObject({ is_held: true, content: 'Polecam Kasyno!' })
    expect((await visitor.posts.list({ category: home.name })).posts.map(({ id }) => id)).toEqual([fine.id])
    expect(await failure(visitor.posts.get({ post_id: post.id }))).toMatchObject({ status: 404 })
    expect(await visitor.posts.get({ post_id: fine.id })).toMatchObject({ comment_count: 0 })
    expect(await mod.posts.get({ post_id: post.id })).toMatchObject({ is_held: true })
    expect(await hits()).toEqual([1, 1])
    expect((await mod.queue.list({ kind: 'held', category_id: home.id })).items).toMatchObject([
      { held_by: 'Reklamy' },
      { held_by: 'Treść' },
    ])
    expect((await visitor.users.get({ username: author.username })).post_count).toBe(1)
    await mod.moderation.approve({ post_id: post.id })
    expect((await visitor.posts.list({ category: home.name })).posts).toHaveLength(2)
  })

  test('a post or comment that matches a remove filter is removed, and its author is notified', async () => {
    const { home, mod, writer, add } = await scene()
    await add('remove', word('kasyno'))
    const post = await writer.posts.create({ title: 'Zapraszam', content: 'Najlepsze kasyno', category_id: home.id })
    expect(post).toMatchObject({
      content: 'Najlepsze kasyno',
      removal: { by: 'filter', reason_code: 'other' },
      can: { edit: false },
    })
    expect(await visitor.posts.get({ post_id: post.id })).toMatchObject({
      title: '',
      content: '',
      removal: { by: 'filter' },
    })
    expect((await writer.decisions.mine()).decisions).toMatchObject([
      {
        action: 'removed',
        automatic: true,
        target: { type: 'post', id: post.id },
        can_appeal_until: expect.any(String),
      },
    ])
    expect((await writer.notifications.page({ filter: 'moderation' })).notifications).toMatchObject([
      { kind: 'moderation' },
    ])
    expect((await visitor.decisions.ofCategory({ category_id: home.id })).entries).toMatchObject([
      { action: 'removed', automatic: true, by: null },
    ])
    await mod.moderation.restore({ post_id: post.id })
    expect(await visitor.posts.get({ post_id: post.id })).toMatchObject({ content: 'Najlepsze kasyno', removal: null })
  })

  test('a post or comment that matches a report filter is reported without a reporter and stays visible', async () => {
    const { home, mod, writer, add, hits } = await scene()
    await add('report', word('kasyno'), 'Hazard')
    const post = await writer.posts.create({ title: 'Zapraszam', content: 'Najlepsze kasyno', category_id: home.id })
    expect(post).toMatchObject({ is_held: false, removal: null })
    const comment = await writer.comments.create({ post_id: post.id, content: 'kasyno' })
    expect(await visitor.posts.get({ post_id: post.id })).toMatchObject({
      content: 'Najlepsze kasyno',
      comment_count: 1,
    })
    const { items } = await mod.queue.list({ kind: 'reports', category_id: home.id })
    expect(items).toMatchObject([
      { target: { type: 'post', id: post.id }, held_by: 'Hazard', reports: [] },
      { target: { type: 'comment', id: comment.id }, held_by: 'Hazard', reports: [] },
    ])
    await mod.queue.decide({ item_id: items[0]!.id, decision: 'keep' })
    expect((await mod.queue.list({ kind: 'reports', category_id: home.id })).total).toBe(1)
    expect(await hits()).toEqual([2])
  })

  test('editing a post that a filter removed is refused, and causes no deadlock', async () => {
    const { author, home, writer, add } = await scene()
    await add('remove', word('kasyno'))
    const { id: post_id } = await createPost(t.db, { category: home })
    const { id } = await createComment(t.db, { post: { id: post_id }, author, content: 'Pierwszy tekst' })
    const { late } = await t.db.transaction(async (tx) => {
      await tx.select({ id: postRank.post_id }).from(postRank).where(eq(postRank.post_id, post_id)).for('no key update')
      const overlapping = failure(writer.comments.edit({ comment_id: id, content: 'Najlepsze kasyno' }))
      await untilSomebodyWaits(t.db)
      await removeContent(
        tx,
        await lockContent(tx, { kind: 'comment', id }),
        { reason_code: 'spam' },
        { by: 'filter', now: t.clock.now() },
      )
      return { late: overlapping }
    })
    expect(await late).toMatchObject({ status: 403, code: 'removed' })
  })

  test('the most severe action of all matching filters is applied, to new and edited texts', async () => {
    const { home, mod, writer, add, hits } = await scene()
    await add('report', word('kasyno'))
    await add('hold', word('kasyno'))
    const post = await writer.posts.create({ title: 'Zapraszam', content: 'Coś', category_id: home.id })
    const comment = await writer.comments.create({ post_id: post.id, content: 'Coś' })
    expect(await writer.posts.edit({ post_id: post.id, content: 'Nasze kasyno' })).toMatchObject({
      is_held: true,
      content: 'Nasze kasyno',
    })
    expect(await failure(visitor.posts.get({ post_id: post.id }))).toMatchObject({ status: 404 })
    await mod.moderation.approve({ post_id: post.id })
    expect(await writer.comments.edit({ comment_id: comment.id, content: 'A kasyno?' })).toMatchObject({
      is_held: true,
    })
    expect(await hits()).toEqual([2, 2])

    // A moderator approved the post with this word; it is held again only if one edit removes the word and a later one
    // adds it.
    expect(await writer.posts.edit({ post_id: post.id, content: 'Nasze kasyno, poprawione' })).toMatchObject({
      is_held: false,
    })
    expect(await writer.posts.edit({ post_id: post.id, content: 'Bez tego słowa' })).toMatchObject({ is_held: false })
    expect(await writer.posts.edit({ post_id: post.id, content: 'Znowu kasyno' })).toMatchObject({ is_held: true })
    await add('remove', { all: [{ field: 'title', op: 'contains', value: 'hazard' }] })
    expect(await writer.posts.edit({ post_id: post.id, title: 'Hazard tutaj' })).toMatchObject({
      removal: { by: 'filter' },
      is_held: false,
    })
    expect(await failure(writer.posts.edit({ post_id: post.id, title: 'Inaczej' }))).toMatchObject({
      status: 403,
      code: 'removed',
    })
    expect(await hits()).toEqual([3, 3, 1])
  })

  test("a filter can match by facts about the author, or only an author's first post", async () => {
    const { home, mod, add } = await scene()
    await add('hold', {
      all: [
        { field: 'author_age_days', op: 'less', value: 2 },
        { field: 'author_karma', op: 'less', value: 5 },
      ],
    })
    const people = await Promise.all([
      createUser(t.db, { karma: 0 }),
      createUser(t.db, { karma: 5 }),
      createUser(t.db, { karma: 0, created_at: new Date(Date.now() - 2 * DAY) }),
    ])
    const held = []
    for (const person of people) {
      await joinCategory(t.db, person, home)
      held.push((await (await t.as(person)).posts.create({ title: 'Mój post', category_id: home.id })).is_held)
    }
    expect(held).toEqual([true, false, false])
    await mod.filters.edit({
      filter_id: (await mod.filters.list({ category_id: home.id })).filters[0]!.id,
      match: { all: [{ field: 'is_first_post', op: 'is', value: true }] },
      confirm: true,
    })
    const second = await t.as(people[1]!)
    expect(await second.posts.create({ title: 'Drugi', category_id: home.id })).toMatchObject({ is_held: false })
    await add('remove', { all: [{ field: 'author_trust', op: 'more', value: 1 }] })
    const regular = await createUser(t.db, { trust_level: 2 })
    await joinCategory(t.db, regular, home)
    expect(await second.posts.create({ title: 'Trzeci', category_id: home.id })).toMatchObject({ removal: null })
    expect(await (await t.as(regular)).posts.create({ title: 'Mój post', category_id: home.id })).toMatchObject({
      removal: { by: 'filter' },
    })
    expect(
      (
        await mod.filters.test({
          category_id: home.id,
          match: { all: [{ field: 'author_trust', op: 'is', value: 2 }] },
          days: 1,
        })
      ).matched,
    ).toBe(1)
    const newcomer = await createUser(t.db)
    await joinCategory(t.db, newcomer, home)
    const first = await (await t.as(newcomer)).posts.create({ title: 'Pierwszy', category_id: home.id })
    expect(first).toMatchObject({ is_held: true })
    const open = await createPost(t.db, { category: home })
    expect(await (await t.as(newcomer)).comments.create({ post_id: open.id, content: 'Pierwszy' })).toMatchObject({
      is_held: false,
    })
  })

  test('a text that matches a filter is published if its author is a moderator there or an admin', async () => {
    const { home, mod, writer, add, moderator } = await scene()
    const chief = await createUser(t.db, { is_admin: true })
    await joinCategory(t.db, chief, home)
    await add('hold', word('kasyno'))
    const text = { title: 'Zapraszam', content: 'kasyno', category_id: home.id }
    expect(await mod.posts.create(text)).toMatchObject({ is_held: false })
    expect(await (await t.as(chief)).posts.create(text)).toMatchObject({ is_held: false })
    expect(await (await t.as(moderator, { admin: ADMIN_PASSWORD })).posts.create(text)).toMatchObject({
      is_held: false,
    })
    expect(await writer.posts.create(text)).toMatchObject({ is_held: true })
    const elsewhere = await scene()
    await joinCategory(t.db, moderator, elsewhere.home)
    await elsewhere.add('hold', word('kasyno'))
    expect(await mod.posts.create({ ...text, category_id: elsewhere.home.id })).toMatchObject({ is_held: true })
    await withSiteFilter(word('slotymaszyny'), async () => {
      const matchingPost = { ...text, content: 'slotymaszyny' }
      expect(await mod.posts.create(matchingPost)).toMatchObject({ is_held: true })
      expect(await writer.posts.create(matchingPost)).toMatchObject({ is_held: true })
      expect(await (await t.as(chief)).posts.create(matchingPost)).toMatchObject({ is_held: false })
    })
    expect(await writer.posts.create({ ...text, content: 'slotymaszyny' })).toMatchObject({ is_held: false })
  })

  test("a filter's matches are counted for 30 days, and not counted while it is disabled or deleted", async () => {
    const { home, mod, writer, add, hits } = await scene()
    const filter = await add('report', word('kasyno'))
    const post = () => writer.posts.create({ title: 'Zapraszam', content: 'kasyno', category_id: home.id })
    await at(Date.now() - 31 * DAY, post)
    await at(Date.now() - 29 * DAY, post)
    expect(await hits()).toEqual([1])
    await mod.filters.edit({ filter_id: filter.id, is_enabled: false })
    await post()
    expect(await hits()).toEqual([1])
    await mod.filters.edit({ filter_id: filter.id, is_enabled: true, confirm: true })
    await post()
    expect(await hits()).toEqual([2])
    await mod.filters.remove({ filter_id: filter.id })
    await post()
    expect((await mod.queue.list({ kind: 'reports', category_id: home.id })).total).toBe(3)
  })
})

test('MOD-9 switching a filter on or off or deleting it takes effect in every process', async () => {
  const { home, mod, author } = await scene()
  const log = createLogger('silent', true)
  const [bus, otherBus] = [await createPostgresBus(t.url, log), await createPostgresBus(t.url, log)]
  const database = createDb(t.url, { max: 4 })
  const invalidations = shareInvalidations(createInvalidations(), bus)
  const other = createApp(createServices({ config: t.config, db: database.db, log, bus, invalidations }))
  const receiving = shareInvalidations(createInvalidations(), otherBus)
  const stop = t.services.invalidations.subscribe((tags) => {
    if (tags.has('filters')) receiving.publish(['filters'])
  })
  const headers = { authorization: `Bearer ${await t.bearerOf(author)}`, 'content-type': 'application/json' }
  const isHeldThere = async () => {
    const answer = await other.request('/api/posts', {
      method: 'POST',
      headers,
      body: JSON.stringify({ title: `Zapraszam ${crypto.randomUUID()}`, content: 'kasyno', category_id: home.id }),
    })
    return ((await answer.json()) as { is_held: boolean }).is_held
  }
  const next = () =>
    new Promise<void>((resolve) => {
      const end = invalidations.subscribe((tags) => {
        if (!tags.has('filters')) return
        end()
        resolve()
      })
    })
  try {
    expect(await isHeldThere()).toBe(false)
    let published = next()
    const filter = await mod.filters.create({
      category_id: home.id,
      name: 'x',
      action: 'hold',
      match: word('kasyno'),
      confirm: true,
    })
    await published
    expect(await isHeldThere()).toBe(true)
    published = next()
    await mod.filters.edit({ filter_id: filter.id, is_enabled: false })
    await published
    expect(await isHeldThere()).toBe(false)
    published = next()
    await mod.filters.edit({ filter_id: filter.id, is_enabled: true, confirm: true })
    await published
    expect(await isHeldThere()).toBe(true)
    published = next()
    await mod.filters.remove({ filter_id: filter.id })
    await published
    expect(await isHeldThere()).toBe(false)
  } finally {
    stop()
    await bus.close()
    await otherBus.close()
    await database.close()
  }
})

describe('MOD-9 testing a filter against past texts', () => {
  test('testing a filter counts matches in a period, shows the newest ones, and changes nothing', async () => {
    const { home, author, mod, hits } = await scene()
    const other = await scene()
    const ago = (days: number) => new Date(Date.now() - days * DAY)
    const old = await createPost(t.db, {
      category: home,
      author,
      title: 'Dawne',
      content: 'kasyno',
      created_at: ago(40),
    })
    const posts = []
    for (let at = 0; at < 3; at += 1)
      posts.push(
        await createPost(t.db, {
          category: home,
          author,
          title: `Post ${at}`,
          content: at === 1 ? 'zwykły' : 'kasyno',
          created_at: ago(20 - at),
        }),
      )
    await createPost(t.db, { category: home, author, content: 'kasyno', created_at: ago(5), deleted_at: new Date() })
    await createPost(t.db, { category: other.home, author, content: 'kasyno', created_at: ago(5) })
    const comment = await createComment(t.db, { post: posts[1]!, author: null, content: 'kasyno', created_at: ago(2) })
    await createComment(t.db, { post: posts[1]!, author, content: 'zwykły', created_at: ago(1) })

    const found = await mod.filters.test({ category_id: home.id, match: word('kasyno'), days: 30 })
    expect(found).toMatchObject({ checked: 5, matched: 3 })
    expect(found.samples).toEqual([
      {
        type: 'comment',
        id: comment.id,
        title: 'Post 1',
        excerpt: 'kasyno',
        author: null,
        created_at: comment.created_at.toISOString(),
      },
      {
        type: 'post',
        id: posts[2]!.id,
        title: 'Post 2',
        excerpt: 'kasyno',
        author: { username: author.username },
        created_at: posts[2]!.created_at.toISOString(),
      },
      {
        type: 'post',
        id: posts[0]!.id,
        title: 'Post 0',
        excerpt: 'kasyno',
        author: { username: author.username },
        created_at: posts[0]!.created_at.toISOString(),
      },
    ])
    expect(await mod.filters.test({ category_id: home.id, match: word('kasyno'), days: 90 })).toMatchObject({
      checked: 6,
      matched: 4,
    })
    expect(await mod.filters.test({ category_id: home.id, match: word('kasyno'), days: 1 })).toMatchObject({
      matched: 0,
    })
    const firsts = await mod.filters.test({
      category_id: home.id,
      match: { all: [{ field: 'is_first_post', op: 'is', value: true }] },
      days: 90,
    })
    expect(firsts.samples.map(({ id }) => id)).toEqual([old.id])
    expect(await visitor.posts.get({ post_id: posts[0]!.id })).toMatchObject({
      content: 'kasyno',
      is_held: false,
      removal: null,
    })
    expect(await hits()).toEqual([])
    expect((await admin.filters.test({ match: word('kasyno'), days: 30 })).matched).toBeGreaterThanOrEqual(4)
  })

  test("testing a community's filter reads only texts of that community, in threads of any age", async () => {
    const { home, author, mod } = await scene()
    const other = await scene()
    const crowd = await createPost(t.db, { category: other.home, author })
    await t.db
      .insert(comment)
      .values(
        Array.from({ length: 300 }, (_, n) => ({
          post_id: crowd.id,
          depth: 1,
          is_nsfw: false,
          content: `kasyno ${n}`,
          content_html: '',
        })),
      )
    for (let n = 0; n < 30; n += 1) await createPost(t.db, { category: other.home, author, content: 'kasyno' })
    const old = await createPost(t.db, {
      category: home,
      author,
      content: 'kasyno',
      created_at: new Date(Date.now() - 400 * DAY),
    })
    for (let n = 0; n < 3; n += 1) await createComment(t.db, { post: old, author, content: 'kasyno' })
    await createComment(t.db, { post: old, author, content: 'kasyno', created_at: new Date(Date.now() - 8 * DAY) })
    await createComment(t.db, { post: old, author, content: 'kasyno', deleted_at: new Date() })
    await createPost(t.db, { category: home, author, content: 'kasyno' })
    const execute = spyOn(t.db, 'execute')
    const found = await mod.filters.test({ category_id: home.id, match: word('kasyno'), days: 7 })
    const rows = (await Promise.all(execute.mock.results.map(({ value }) => value as Promise<unknown[]>))).flat().length
    execute.mockRestore()
    expect(found).toMatchObject({ checked: 4, matched: 4 })
    expect(rows).toBeLessThan(20)
  })

  test('a filter test reads other threads too if one has more new comments than a query returns', async () => {
    const { home, author, mod } = await scene()
    const created_at = new Date(Date.now() - DAY)
    for (const count of [700, 0, 1_500, 3]) {
      const { id: post_id } = await createPost(t.db, { category: home, author })
      if (count > 0)
        await t.db
          .insert(comment)
          .values(
            Array.from({ length: count }, (_, n) => ({
              post_id,
              depth: 1,
              is_nsfw: false,
              content: n % 2 ? 'kasyno' : 'bez',
              content_html: '',
              created_at,
            })),
          )
    }
    expect(await mod.filters.test({ category_id: home.id, match: word('kasyno'), days: 7 })).toMatchObject({
      checked: 2_207,
      matched: 1_101,
    })
  })

  test('testing a filter runs in batches, and stops when the client disconnects', async () => {
    const { home, author, mod, moderator } = await scene()
    const created_at = new Date(Date.now() - DAY)
    for (let at = 0; at < BATCH_SIZE + 5; at += 1)
      await createPost(t.db, { category: home, author, content: at % 4 === 0 ? 'kasyno' : 'zwykły', created_at })
    const found = await mod.filters.test({ category_id: home.id, match: word('kasyno'), days: 3 })
    expect(found).toMatchObject({ checked: BATCH_SIZE + 5, matched: 27 })
    expect(found.samples).toHaveLength(LIMITS.filterSamples)
    const gone = AbortSignal.abort()
    const answer = await t.app.request(
      new Request('http://localhost/api/moderation/filters/test', {
        method: 'POST',
        signal: gone,
        headers: { authorization: `Bearer ${await t.bearerOf(moderator)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ category_id: home.id, match: word('kasyno'), days: 3 }),
      }),
    )
    expect(await answer.json()).toEqual({ checked: 0, matched: 0, samples: [] })
  })

  test('testing a filter reads a limited number of newest texts and reports if older texts were skipped', async () => {
    const { home, mod, author } = await scene()
    const first = await createPost(t.db, { category: home, author, content: 'kasyno', created_at: new Date(0) })
    const long = 'kasyno '.repeat(5_700)
    await t.db.execute(sql`
      insert into post (category_id, author_id, title, content) select ${home.id}, ${author.id}, 'Długi', ${long}
      from generate_series(1, 400)`)
    const tested = () => mod.filters.test({ category_id: home.id, match: word('kasyno'), days: 3 })
    expect(await tested()).toMatchObject({ checked: 300, matched: 300, is_cut: true })
    await t.db.execute(sql`delete from post where category_id = ${home.id} and id <> ${first.id}`)
    await t.db.execute(sql`
      insert into post (category_id, author_id, title) select ${home.id}, ${author.id}, 'Krótki'
        from generate_series(1, 5100)`)
    expect(await tested()).toMatchObject({ checked: 5_000, matched: 0, is_cut: true })
    await t.db.execute(sql`delete from post where id in (select id from post where category_id = ${home.id} limit 200)`)
    expect(await tested()).not.toHaveProperty('is_cut')
  })

  test("saving a filter that matches over a fifth of last week's texts requires confirmation", async () => {
    const { home, author, mod } = await scene()
    for (let at = 0; at < 10; at += 1)
      await createPost(t.db, { category: home, author, content: at < 3 ? 'kasyno bonus' : at < 5 ? 'bonus' : 'zwykły' })
    await createPost(t.db, { category: home, author, content: 'kasyno', created_at: new Date(Date.now() - 8 * DAY) })
    const columns = { category_id: home.id, name: 'x', action: 'hold' } as const
    const tooBroad = (matched: number) => ({ status: 409, code: 'too_broad', body: { checked: 10, matched } })
    expect(await failure(mod.filters.create({ ...columns, match: word('kasyno') }))).toMatchObject(tooBroad(3))
    const off = await mod.filters.create({ ...columns, match: word('kasyno'), is_enabled: false })
    expect(await failure(mod.filters.edit({ filter_id: off.id, is_enabled: true }))).toMatchObject(tooBroad(3))
    expect((await mod.filters.list({ category_id: home.id })).filters).toMatchObject([{ is_enabled: false }])
    expect(await mod.filters.edit({ filter_id: off.id, is_enabled: true, confirm: true })).toMatchObject({
      is_enabled: true,
    })
    expect(await mod.filters.edit({ filter_id: off.id, name: 'Bez pytania' })).toMatchObject({ name: 'Bez pytania' })
    expect(await failure(mod.filters.edit({ filter_id: off.id, match: word('bonus') }))).toMatchObject(tooBroad(5))
    expect(
      await mod.filters.create({ ...columns, match: { all: [{ field: 'text', op: 'is', value: 'bonus' }] } }),
    ).toMatchObject({ is_enabled: true })
    expect(await mod.filters.create({ ...columns, match: word('zwykły'), confirm: true })).toMatchObject({
      is_enabled: true,
    })
  })
})
