import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { HELD_NEWCOMER, QUEUE_KINDS, type QueueKind } from '#shared/rules/queue.ts'
import type { Db } from '#server/db/driver/client.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { nodesOf, type Plan } from '#server/test/plans.ts'
import { untilSomebodyWaits } from '../../auth/testing/waiting.ts'
import { recountCounters } from '../../counters/queries.ts'
import { decision } from '../decisions/table.ts'
import { holdContent } from '../content/actions.ts'
import { lockContent, type ContentRef } from '../content/queries.ts'
import { notification } from '../../notifications/table.ts'
import { report } from '../reports/table.ts'
import { openItem } from './items.ts'
import { countItems, listItems, setClaim, type QueueScope } from './queries.ts'
import { queueItem } from './table.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const admin = await t.as(null, { admin: ADMIN_PASSWORD })

afterEach(() => {
  t.clock.now = () => new Date()
})

const later = (ms: number) => {
  const now = Date.now() + ms
  t.clock.now = () => new Date(now)
}

type Api = typeof visitor

/** A community with two moderators, a post with a comment, and two members who report content. */
async function scene() {
  const [first, second, author, anna, bartek] = await Promise.all(Array.from({ length: 5 }, () => createUser(t.db)))
  const home = await createCategory(t.db, { creator: first! })
  await joinCategory(t.db, second!, home, { is_moderator: true })
  await joinCategory(t.db, author!, home)
  const [mod, other, writer, a, b] = await Promise.all(
    [first!, second!, author!, anna!, bartek!].map((user) => t.as(user)),
  )
  const post = await writer!.posts.create({
    title: 'Rower na sprzedaż',
    content: 'Prawie **nowy**',
    category_id: home.id,
  })
  const comment = await writer!.comments.create({ post_id: post.id, content: 'Dodam zdjęcie' })
  return {
    home,
    post,
    comment,
    author: author!,
    first: first!,
    second: second!,
    anna: anna!,
    bartek: bartek!,
    mod: mod!,
    other: other!,
    writer: writer!,
    a: a!,
    b: b!,
  }
}

const queueOf = async (api: Api, { id }: { id: number }, kind?: QueueKind) =>
  (await api.queue.list({ category_id: id, kind, limit: 100 })).items

async function itemOf(api: Api, home: { id: number }) {
  const [item] = await queueOf(api, home)
  return item!
}

const hold = (ref: ContentRef, held_by: string | null = null) =>
  t.db.transaction(async (tx) =>
    holdContent(tx, await lockContent(tx, ref), { reason_code: 'spam', held_by }, { by: 'filter', now: t.clock.now() }),
  )

const reportsOf = async (item_id: number) =>
  (await t.db.select().from(report).where(eq(report.item_id, item_id))).map(({ status }) => status)

const decided = { status: 409, code: 'decided' }
const notStaff = { status: 403, code: 'not_staff' }

describe('MOD-4 the moderation queue', () => {
  test('the queue lists each reported item once, oldest first, with the data needed to decide', async () => {
    const { home, post, comment, author, anna, bartek, mod, a, b } = await scene()
    await a.reports.create({ post_id: post.id, reason: 'Oszustwo' })
    await a.reports.create({ comment_id: comment.id, reason: 'Reklama' })
    await b.reports.create({ post_id: post.id, reason: 'Zły dział' })
    const { items, total, next_cursor } = await mod.queue.list({ category_id: home.id })
    expect(total).toBe(2)
    expect(next_cursor).toBeNull()
    const place = {
      category: { id: home.id, name: home.name, display_name: home.display_name, is_nsfw: false },
      author: { id: author.id, username: author.username, avatar_url: null },
    }
    const common = {
      id: expect.any(Number) as number,
      kind: 'reports' as const,
      held_by: null,
      appeal: null,
      appealed: null,
      notice: null,
      registration: null,
      modmail_id: null,
      messages: [],
      refusal: null,
      claimed_by: null,
      claimed_until: null,
      status: 'open' as const,
      author: {
        username: author.username,
        created_at: expect.any(String) as string,
        trust_level: 0,
        removed_30d: 0,
        bans: 0,
      },
      waiting_since: expect.any(String) as string,
    }
    expect(items).toEqual([
      {
        ...common,
        reports_count: 2,
        target: {
          ...place,
          type: 'post',
          id: post.id,
          title: 'Rower na sprzedaż',
          excerpt: 'Prawie nowy',
          image_url: null,
          url: `/post/${post.id}`,
        },
        reports: [
          {
            id: expect.any(Number),
            reason: 'Zły dział',
            reporter: { username: bartek.username },
            created_at: expect.any(String),
          },
          {
            id: expect.any(Number),
            reason: 'Oszustwo',
            reporter: { username: anna.username },
            created_at: items[0]!.waiting_since,
          },
        ],
      },
      {
        ...common,
        reports_count: 1,
        reports: [expect.objectContaining({ reason: 'Reklama' })],
        target: {
          ...place,
          type: 'comment',
          id: comment.id,
          title: 'Rower na sprzedaż',
          excerpt: 'Dodam zdjęcie',
          image_url: null,
          url: `/post/${post.id}?comment=${comment.id}#comment-${comment.id}`,
        },
      },
    ])
  })

  test("the queue shows the author's earlier removals and warnings", async () => {
    const { home, post, comment, author, first, mod, a } = await scene()
    const older = await createPost(t.db, { author, category: home })
    await mod.moderation.remove({ post_id: older.id, reason_code: 'spam' })
    await mod.moderation.remove({ comment_id: comment.id, reason_code: 'spam' })
    await mod.moderation.restore({ comment_id: comment.id })
    await mod.moderation.ban({ user_id: author.id, category_id: home.id, reason_code: 'spam' })
    await a.reports.create({ post_id: post.id, reason: 'Znowu' })
    expect((await itemOf(mod, home)).author).toMatchObject({ removed_30d: 1, bans: 1 })
    later(31 * 86_400_000)
    expect((await itemOf(await t.as(first), home)).author).toMatchObject({ removed_30d: 0, bans: 1 })
  })

  test('the queue is visible to the moderators of the community and to admins', async () => {
    const { home, post, mod, a, writer } = await scene()
    const elsewhere = await scene()
    const chief = await t.as(await createUser(t.db, { is_admin: true }))
    await a.reports.create({ post_id: post.id, reason: 'Oszustwo' })
    await a.reports.create({ category_id: home.id, reason: 'Cała społeczność' })
    const { id } = await itemOf(mod, home)
    const ofCommunity = (await t.db.select().from(queueItem).where(eq(queueItem.reported_category_id, home.id)))[0]!
    expect(await mod.queue.list()).toMatchObject({ items: [{ id }], total: 1 })
    expect(await elsewhere.mod.queue.list()).toMatchObject({ items: [], total: 0 })
    for (const api of [writer, a, chief]) expect(await failure(api.queue.list())).toMatchObject(notStaff)
    expect(await failure(visitor.queue.list())).toMatchObject({ status: 401, code: 'admin_credential' })
    expect(await failure(elsewhere.mod.queue.list({ category_id: home.id }))).toMatchObject(notStaff)
    expect(await failure(admin.queue.list({ category_id: 2_000_000_000 }))).toMatchObject({
      status: 404,
      code: 'category_not_found',
    })
    for (const api of [elsewhere.mod, writer, chief]) {
      for (const call of [
        () => api.queue.claim({ item_id: id }),
        () => api.queue.release({ item_id: id }),
        () => api.queue.decide({ item_id: id, decision: 'keep' }),
      ]) {
        expect(await failure(call())).toMatchObject(notStaff)
      }
    }
    expect(await failure(mod.queue.decide({ item_id: ofCommunity.id, decision: 'keep' }))).toMatchObject(notStaff)
    expect((await admin.queue.claim({ item_id: ofCommunity.id })).item).toMatchObject({
      target: { type: 'category', id: home.id, title: home.display_name, url: `/r/${home.name}` },
    })
    expect(await admin.queue.decide({ item_id: ofCommunity.id, decision: 'keep' })).toMatchObject({
      item: { status: 'decided' },
      decision: null,
    })
    expect(await failure(admin.queue.claim({ item_id: 2_000_000_000 }))).toMatchObject({ status: 404 })
    expect(await failure(admin.queue.list({ kind: 'spam' as never }))).toMatchObject({
      status: 422,
      issues: { kind: expect.any(String) },
    })
  })

  test('the queue shows notices of illegal content to admins only', async () => {
    const { home, post, mod } = await scene()
    const opened = await openItem(t.db, {
      kind: 'notices',
      notice_id: post.id,
      post_id: post.id,
      category_id: home.id,
      waiting_since: new Date(),
    })
    expect(await queueOf(mod, home)).toEqual([])
    expect(await failure(mod.queue.claim({ item_id: opened.id }))).toMatchObject(notStaff)
    expect(await queueOf(admin, home, 'notices')).toMatchObject([
      { id: opened.id, target: { type: 'post', id: post.id } },
    ])
  })

  test('the queue is paged by cursor across kinds and communities, each item exactly once', async () => {
    const [one, two] = [await scene(), await scene()]
    await joinCategory(t.db, one.first, two.home, { is_moderator: true })
    const started = Date.now()
    for (const [n, { home, a }] of [one, two, one, two, one].entries()) {
      later(n * 1_000)
      await a.reports.create({ post_id: (await createPost(t.db, { category: home })).id, reason: `Zgłoszenie ${n}` })
    }
    later(2_500)
    await hold({ kind: 'post', id: two.post.id }, HELD_NEWCOMER)
    const walked = []
    let cursor: string | undefined
    do {
      const page = await one.mod.queue.list({ limit: 2, cursor })
      expect(page.total).toBe(6)
      walked.push(...page.items)
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(walked.map(({ kind, reports, held_by }) => (kind === 'held' ? held_by : reports[0]!.reason))).toEqual([
      'Zgłoszenie 0',
      'Zgłoszenie 1',
      'Zgłoszenie 2',
      HELD_NEWCOMER,
      'Zgłoszenie 3',
      'Zgłoszenie 4',
    ])
    expect(new Date(walked[0]!.waiting_since).getTime()).toBeGreaterThanOrEqual(started)
    expect(await one.mod.queue.list({ kind: 'held' })).toMatchObject({ items: [{ kind: 'held' }], total: 1 })
    expect(await one.mod.queue.list({ kind: 'reports', category_id: one.home.id })).toMatchObject({ total: 3 })
    expect(await failure(one.mod.queue.list({ cursor: 'bzdura' }))).toMatchObject({ status: 400, code: 'bad_cursor' })
  })
})

describe('MOD-4 a claim of a queue item', () => {
  test('a claim of a queue item blocks other moderators for ten minutes or until it is released', async () => {
    const { home, post, first, mod, other, a } = await scene()
    await a.reports.create({ post_id: post.id, reason: 'Oszustwo' })
    const { id: item_id } = await itemOf(mod, home)
    const now = Date.now()
    t.clock.now = () => new Date(now)
    const until = new Date(now + 600_000).toISOString()
    expect((await mod.queue.claim({ item_id })).item).toMatchObject({
      claimed_by: { username: first.username },
      claimed_until: until,
    })
    for (const call of [
      () => other.queue.claim({ item_id }),
      () => other.queue.release({ item_id }),
      () => other.queue.decide({ item_id, decision: 'keep' }),
      () => admin.queue.claim({ item_id }),
    ]) {
      const refused = await failure(call())
      expect(refused).toMatchObject({ status: 409, code: 'claimed' })
      expect(refused.body).toMatchObject({ by: { username: first.username }, until })
    }
    expect(await itemOf(other, home)).toMatchObject({ claimed_by: { username: first.username }, claimed_until: until })
    expect((await mod.queue.release({ item_id })).item).toMatchObject({ claimed_by: null, claimed_until: null })
    expect((await admin.queue.claim({ item_id })).item).toMatchObject({ claimed_by: null, claimed_until: until })
    expect((await failure(mod.queue.claim({ item_id }))).body).toMatchObject({ code: 'claimed', by: null, until })
    t.clock.now = () => new Date(now + 600_000)
    expect(await itemOf(mod, home)).toMatchObject({ claimed_by: null, claimed_until: null })
    expect((await mod.queue.claim({ item_id })).item).toMatchObject({ claimed_by: { username: first.username } })
    await mod.queue.decide({ item_id, decision: 'keep' })
    expect(await failure(other.queue.claim({ item_id }))).toMatchObject(decided)
    expect(await failure(mod.queue.release({ item_id }))).toMatchObject(decided)
  })

  test('only one of two simultaneous claims of a queue item succeeds', async () => {
    const { home, post, mod, other, a } = await scene()
    await a.reports.create({ post_id: post.id, reason: 'Oszustwo' })
    const { id: item_id } = await itemOf(mod, home)
    const outcomes = await Promise.allSettled([mod, other].map((api) => api.queue.claim({ item_id })))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test("claiming a queue item that another moderator claimed is refused with that moderator's name", async () => {
    const { home, post, first, mod, other, a } = await scene()
    await a.reports.create({ post_id: post.id, reason: 'Oszustwo' })
    const { id: item_id } = await itemOf(mod, home)
    const { refused } = await t.db.transaction(async (tx) => {
      await setClaim(tx, item_id, {
        claim: `user:${first.id}`,
        claimed_by_id: first.id,
        claimed_until: new Date(Date.now() + 60_000),
      })
      const claiming = failure(other.queue.claim({ item_id }))
      await untilSomebodyWaits(t.db)
      return { refused: claiming }
    })
    expect((await refused).body).toMatchObject({ code: 'claimed', by: { username: first.username } })
  })
})

describe('MOD-4 deciding a queue item', () => {
  test('a removal closes every report of the content and notifies reporters and author', async () => {
    const { home, post, mod, writer, a, b, anna, bartek } = await scene()
    await a.reports.create({ post_id: post.id, reason: 'Oszustwo' })
    await b.reports.create({ post_id: post.id, reason: 'Zły dział' })
    const { id: item_id } = await itemOf(mod, home)
    expect(await failure(mod.queue.decide({ item_id, decision: 'remove' }))).toMatchObject({
      status: 422,
      issues: { reason_code: expect.any(String) },
    })
    for (const decision of ['approve', 'uphold', 'overturn'] as const) {
      expect(await failure(mod.queue.decide({ item_id, decision }))).toMatchObject({
        status: 422,
        issues: { decision: expect.any(String) },
      })
    }
    const answer = await mod.queue.decide({
      item_id,
      decision: 'remove',
      reason_code: 'spam',
      text: 'To nie targowisko',
    })
    expect(answer).toMatchObject({
      item: { id: item_id, status: 'decided', claimed_by: null },
      decision: { action: 'removed', reason_code: 'spam', text: 'To nie targowisko', target: { id: post.id } },
    })
    expect(await mod.queue.list()).toMatchObject({ items: [], total: 0 })
    expect(await reportsOf(item_id)).toEqual(['resolved', 'resolved'])
    const notices = await t.db
      .select()
      .from(notification)
      .where(and(inArray(notification.user_id, [anna.id, bartek.id]), eq(notification.kind, 'report_decided')))
    expect(notices.map(({ user_id }) => user_id).sort()).toEqual([anna.id, bartek.id].sort())
    expect(new Set(notices.map(({ report_id }) => report_id)).size).toBe(2)
    expect((await writer.decisions.mine()).decisions).toMatchObject([
      { id: answer.decision!.id, text: 'To nie targowisko' },
    ])
    expect((await visitor.posts.get({ post_id: post.id })).removal).toMatchObject({ reason_code: 'spam' })
    expect(await failure(admin.queue.decide({ item_id, decision: 'keep' }))).toMatchObject(decided)
  })

  test('a decision to keep reported content rejects its reports', async () => {
    const { home, comment, post, mod, a } = await scene()
    await a.reports.create({ comment_id: comment.id, reason: 'Reklama' })
    const { id: item_id } = await itemOf(mod, home)
    expect(await mod.queue.decide({ item_id, decision: 'keep' })).toMatchObject({
      item: { status: 'decided' },
      decision: { action: 'approved', target: { type: 'comment', id: comment.id } },
    })
    expect(await reportsOf(item_id)).toEqual(['rejected'])
    expect(await visitor.comments.list({ post_id: post.id })).toMatchObject({ total: 1 })
  })

  test('deciding a queue item held for review publishes or removes its content', async () => {
    const { home, post, comment, mod } = await scene()
    await hold({ kind: 'post', id: post.id }, 'Słowa kluczowe')
    const item = await itemOf(mod, home)
    expect(item).toMatchObject({
      kind: 'held',
      held_by: 'Słowa kluczowe',
      reports: [],
      reports_count: 0,
      target: { title: 'Rower na sprzedaż', url: `/post/${post.id}` },
    })
    expect(await failure(mod.queue.decide({ item_id: item.id, decision: 'keep' }))).toMatchObject({ status: 422 })
    expect(await mod.queue.decide({ item_id: item.id, decision: 'approve' })).toMatchObject({
      decision: { action: 'approved' },
    })
    expect(await visitor.posts.get({ post_id: post.id })).toMatchObject({ is_held: false })
    await hold({ kind: 'comment', id: comment.id })
    await mod.queue.decide({ item_id: (await itemOf(mod, home)).id, decision: 'remove', reason_code: 'spam' })
    expect(await visitor.comments.list({ post_id: post.id })).toMatchObject({ total: 0 })
    expect(await recountCounters(t.db)).toEqual([])
  })

  test('an item leaves the queue when its content is removed, approved or deleted by another call', async () => {
    const { home, post, comment, mod, writer, a, b } = await scene()
    const posts = await Promise.all(Array.from({ length: 4 }, () => createPost(t.db, { category: home })))
    type Row = (typeof posts)[number]
    const [approved, deleted, resolved, heldPost] = posts as [Row, Row, Row, Row]
    const below = await createComment(t.db, { post: deleted })
    for (const { id: post_id } of [...posts, post]) await a.reports.create({ post_id, reason: 'Oszustwo' })
    for (const { id: comment_id } of [comment, below]) await a.reports.create({ comment_id, reason: 'Reklama' })
    await hold({ kind: 'post', id: heldPost.id })
    const started = await queueOf(mod, home)
    expect(started).toHaveLength(8)
    const idOf = (type: string, id: number) =>
      started.find(({ target }) => target.type === type && target.id === id)!.id

    await mod.moderation.remove({ post_id: post.id, reason_code: 'spam' })
    expect(await reportsOf(idOf('post', post.id))).toEqual(['resolved'])
    await mod.moderation.approve({ post_id: approved.id })
    expect(await reportsOf(idOf('post', approved.id))).toEqual(['rejected'])
    await mod.moderation.approve({ post_id: heldPost.id })
    await writer.comments.remove({ comment_id: comment.id })
    await admin.admin.removePost({ post_id: deleted.id })
    expect((await queueOf(mod, home)).map(({ target }) => target.id)).toEqual([resolved.id])

    await b.reports.create({ post_id: resolved.id, reason: 'Ja też' })
    const [first] = (await mod.admin.reports({ status: 'pending' })).reports
      .filter(({ post_id }) => post_id === resolved.id)
      .toReversed()
    await mod.admin.decideReport({ report_id: first!.id, action: 'rejected' })
    expect(await queueOf(mod, home)).toEqual([])
    await a.reports.create({ post_id: resolved.id, reason: 'Znowu' })
    expect(await queueOf(mod, home)).toMatchObject([
      { reports_count: 2, reports: [{ reason: 'Znowu' }, { reason: 'Ja też' }] },
    ])

    await admin.moderation.restore({ post_id: deleted.id })
    expect(await queueOf(mod, home)).toMatchObject([
      { target: { type: 'post', id: deleted.id }, status: 'open', reports_count: 1 },
      { target: { type: 'comment', id: below.id }, status: 'open' },
      { target: { id: resolved.id } },
    ])
  })

  test('a report sent while its content is being removed or deleted leaves no open queue item', async () => {
    const { home, post, comment, mod, writer, a, b } = await scene()
    await Promise.allSettled([
      a.reports.create({ post_id: post.id, reason: 'Oszustwo' }),
      mod.moderation.remove({ post_id: post.id, reason_code: 'spam' }),
    ])
    expect(await queueOf(mod, home)).toEqual([])
    await mod.moderation.restore({ post_id: post.id })
    await Promise.allSettled([
      ...[a, b].map((api) => api.reports.create({ comment_id: comment.id, reason: 'Reklama' })),
      writer.posts.remove({ post_id: post.id }),
    ])
    expect(await queueOf(mod, home)).toEqual([])
  })

  test('content that was held for review before staff deleted it is held again when restored', async () => {
    const { home, post, mod } = await scene()
    await hold({ kind: 'post', id: post.id })
    await admin.admin.removePost({ post_id: post.id })
    expect(await queueOf(mod, home)).toEqual([])
    await admin.moderation.restore({ post_id: post.id })
    expect(await mod.posts.get({ post_id: post.id })).toMatchObject({ is_held: true })
    expect(await queueOf(mod, home)).toMatchObject([{ kind: 'held', target: { id: post.id } }])
  })

  test('two moderators decide a hundred queue items at once, each item exactly once', async () => {
    const { home, mod, other, a } = await scene()
    const posts = await Promise.all(Array.from({ length: 100 }, () => createPost(t.db, { category: home })))
    for (const { id } of posts) await a.reports.create({ post_id: id, reason: 'Oszustwo' })
    const work = async (api: Api) => {
      let done = 0
      for (;;) {
        const { items } = await api.queue.list({ limit: 5 })
        if (items.length === 0) return done
        for (const { id } of items) {
          const answer = await api.queue
            .decide({ item_id: id, decision: id % 2 === 0 ? 'remove' : 'keep', reason_code: 'spam' })
            .catch((error: { code: string }) => error.code)
          if (typeof answer === 'string') expect(answer).toBe('decided')
          else done += 1
        }
      }
    }
    const [ofFirst, ofSecond] = await Promise.all([work(mod), work(other)])
    expect(ofFirst! + ofSecond!).toBe(100)
    const made = await t.db.select().from(decision).where(eq(decision.category_id, home.id))
    expect(made.map(({ post_id }) => post_id).sort((x, y) => x! - y!)).toEqual(
      posts.map(({ id }) => id).sort((x, y) => x - y),
    )
    expect(await t.db.$count(report, and(eq(report.scope_category_id, home.id), eq(report.status, 'pending')))).toBe(0)
    expect(
      await t.db.$count(queueItem, and(eq(queueItem.category_id, home.id), isNotNull(queueItem.decision_id))),
    ).toBe(100)
    expect(await recountCounters(t.db)).toEqual([])
  })
})

describe('MOD-4 undoing a decision in the queue', () => {
  test('undoing a removal restores the content and reopens its queue item and reports', async () => {
    const { home, post, first, mod, other, writer, a, b, anna } = await scene()
    await a.reports.create({ post_id: post.id, reason: 'Oszustwo' })
    const before = await itemOf(mod, home)
    const { decision } = await mod.queue.decide({ item_id: before.id, decision: 'remove', reason_code: 'spam' })
    const undo = { decision_id: decision!.id }
    const elsewhere = await scene()
    for (const api of [elsewhere.mod, writer, a]) expect(await failure(api.queue.undo(undo))).toMatchObject(notStaff)
    expect(await failure(mod.queue.undo({ decision_id: 2_000_000_000 }))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(await other.queue.undo(undo)).toMatchObject({ decision: { action: 'restored', target: { id: post.id } } })
    expect(await itemOf(mod, home)).toEqual(before)
    expect(await reportsOf(before.id)).toEqual(['pending'])
    expect(
      await t.db.$count(notification, and(eq(notification.user_id, anna.id), eq(notification.kind, 'report_decided'))),
    ).toBe(0)
    expect(await visitor.posts.get({ post_id: post.id })).toMatchObject({ title: 'Rower na sprzedaż', removal: null })
    expect(await recountCounters(t.db)).toEqual([])
    expect(await failure(mod.queue.undo(undo))).toMatchObject({ status: 409, code: 'already_so' })
    await b.reports.create({ post_id: post.id, reason: 'Zły dział' })
    expect(await itemOf(mod, home)).toMatchObject({ id: before.id, reports_count: 2 })
    const again = await mod.queue.decide({ item_id: before.id, decision: 'remove', reason_code: 'spam' })
    later(86_400_000)
    expect(await failure((await t.as(first)).queue.undo({ decision_id: again.decision!.id }))).toMatchObject({
      status: 409,
      code: 'too_late',
    })
  })

  test('undoing a decision to keep content reopens its queue item, including reports sent since', async () => {
    const { home, post, mod, a, b, writer } = await scene()
    await a.reports.create({ post_id: post.id, reason: 'Oszustwo' })
    const before = await itemOf(mod, home)
    const { decision } = await mod.queue.decide({ item_id: before.id, decision: 'keep' })
    await a.reports.create({ post_id: post.id, reason: 'Jednak' })
    await b.reports.create({ post_id: post.id, reason: 'Zły dział' })
    expect(await mod.queue.undo({ decision_id: decision!.id })).toMatchObject({ decision: { action: 'reopened' } })
    expect(await queueOf(mod, home)).toMatchObject([
      { id: before.id, waiting_since: before.waiting_since, reports_count: 2, status: 'open' },
    ])
    expect((await reportsOf(before.id)).sort()).toEqual(['pending', 'pending', 'rejected'])
    expect((await writer.decisions.mine()).decisions.map(({ action }) => action)).toEqual(['approved'])
    expect((await visitor.decisions.ofCategory({ category_id: home.id })).entries.map(({ action }) => action)).toEqual([
      'approved',
    ])
    expect(await failure(mod.queue.undo({ decision_id: decision!.id }))).toMatchObject({ status: 409 })
  })

  test('undoing an approval holds the content for review again', async () => {
    const { home, post, mod } = await scene()
    await hold({ kind: 'post', id: post.id }, HELD_NEWCOMER)
    const before = await itemOf(mod, home)
    for (const answer of [{ decision: 'approve' }, { decision: 'remove', reason_code: 'spam' }] as const) {
      const { decision } = await mod.queue.decide({ item_id: before.id, ...answer })
      expect(await mod.queue.undo({ decision_id: decision!.id })).toMatchObject({
        decision: { action: answer.decision === 'approve' ? 'held' : 'restored' },
      })
      expect(await queueOf(mod, home)).toEqual([before])
      expect(await failure(visitor.posts.get({ post_id: post.id }))).toMatchObject({ status: 404 })
      expect(await mod.posts.get({ post_id: post.id })).toMatchObject({ is_held: true, removal: null })
    }
    expect(await recountCounters(t.db)).toEqual([])
  })

  test('every decision can be undone while it is in force, except for warnings and lifted bans', async () => {
    const { home, post, author, mod, writer } = await scene()
    const latest = async () =>
      (await t.db.select().from(decision).where(eq(decision.category_id, home.id)).orderBy(decision.id)).at(-1)!.id
    const undo = async () => (await mod.queue.undo({ decision_id: await latest() })).decision.action
    await mod.moderation.lock({ post_id: post.id, locked: true })
    const locked = await latest()
    expect(await undo()).toBe('unlocked')
    expect(await undo()).toBe('locked')
    expect(await failure(mod.queue.undo({ decision_id: locked }))).toMatchObject({ code: 'already_so' })
    await mod.moderation.pin({ post_id: post.id, pinned: true })
    expect(await undo()).toBe('unpinned')
    const {
      rules: [rule],
    } = await mod.categories.setRules({ category_id: home.id, rules: [{ title: 'Tylko na temat', text: '' }] })
    await mod.moderation.remove({ post_id: post.id, reason_code: 'off_topic', rule_id: rule!.id, text: 'Nie tu' })
    await mod.moderation.restore({ post_id: post.id })
    await mod.categories.setRules({ category_id: home.id, rules: [] })
    expect(await undo()).toBe('removed')
    expect(await visitor.posts.get({ post_id: post.id })).toMatchObject({
      removal: { reason_code: 'off_topic', rule_title: 'Tylko na temat' },
    })
    expect((await writer.decisions.mine()).decisions[0]).toMatchObject({
      action: 'removed',
      rule: { id: rule!.id },
      text: 'Nie tu',
    })
    await mod.admin.removePost({ post_id: post.id })
    expect(await undo()).toBe('restored')
    await mod.moderation.ban({ user_id: author.id, category_id: home.id, reason_code: 'spam' })
    expect(await undo()).toBe('unbanned')
    expect(await failure(undo())).toMatchObject({ status: 409, code: 'not_undoable' })
    await mod.moderation.warn({ user_id: author.id, category_id: home.id, text: 'Uwaga' })
    expect(await failure(undo())).toMatchObject({ code: 'not_undoable' })
    expect(await recountCounters(t.db)).toEqual([])
  })

  test('only one of two simultaneous attempts to undo a decision succeeds', async () => {
    const { post, mod, other } = await scene()
    const { decision } = await mod.moderation.remove({ post_id: post.id, reason_code: 'spam' })
    const outcomes = await Promise.allSettled([mod, other].map((api) => api.queue.undo({ decision_id: decision.id })))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('rows that a page of the queue reads', async () => {
  const own = await createTestApp()
  const COMMUNITIES = 10
  const EACH = 200
  const homes: number[] = []

  beforeAll(async () => {
    homes.push(
      ...(
        await own.db.execute<{ id: number }>(
          sql`insert into category (name, display_name) select 'dzial_' || n, 'dzial' from generate_series(1,
            ${COMMUNITIES}) n returning id`,
        )
      ).map(({ id }) => id),
    )
    const reporter = await createUser(own.db)
    await own.db.execute(
      sql`insert into post (category_id, title) select c.id, 'post' from category c, generate_series(1, ${EACH}) n`,
    )
    await own.db.execute(sql`
      insert into queue_item (kind, thing, post_id, category_id, report_count, waiting_since, status)
      select 'reports', 'post:' || id, id, category_id, 1, timestamptz '2026-01-01' + id * interval '1 minute', case
        when id % 7 < 4 then 'open' else 'decided' end from post`)
    await own.db.execute(
      sql`insert into report (reporter_id, post_id, item_id, reason) select ${reporter.id}, post_id, id, 'Powód'
        from queue_item`,
    )
    await own.db.execute(sql`analyze`)
  })

  async function reads(ask: (db: Db) => Promise<unknown>) {
    const statements: { text: string; params: unknown[] }[] = []
    await ask(
      drizzle(own.sql, { logger: { logQuery: (text, params) => statements.push({ text, params }) } }) as unknown as Db,
    )
    const { text, params } = statements[0]!
    const plan = await own.sql.begin(async (tx) => {
      // Forces the query plan that PostgreSQL chooses for large tables.
      await tx.unsafe('set local enable_seqscan = off')
      await tx.unsafe('set local enable_bitmapscan = off')
      const [row] = await tx.unsafe(`explain (analyze, format json) ${text}`, params as never[])
      return (row!['QUERY PLAN'] as { Plan: Plan }[])[0]!.Plan
    })
    const scans = [...nodesOf(plan)].filter((node) => node['Relation Name'] === 'queue_item')
    const rows = scans.reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    )
    return { indexes: [...new Set(scans.map((node) => node['Index Name'] ?? node['Node Type']))].sort(), rows }
  }

  const LIMIT = 20
  const scopes: [string, () => QueueScope, string, number][] = [
    ['an admin', () => ({ kinds: QUEUE_KINDS, categoryIds: null }), 'queue_item_waiting', 1],
    [
      'a moderator of three communities',
      () => ({ kinds: QUEUE_KINDS, categoryIds: homes.slice(0, 3) }),
      'queue_item_scope',
      3,
    ],
    ['one community', () => ({ kinds: ['reports'], categoryIds: homes.slice(0, 1) }), 'queue_item_scope', 1],
  ]

  test.each(scopes)(
    'a page of the queue of %s reads only the oldest items of each kind and community',
    async (_, scope, index, sources) => {
      const now = new Date()
      const first = await listItems(own.db, scope(), { limit: LIMIT, now })
      for (const cursor of [undefined, first.next_cursor!]) {
        const { indexes, rows } = await reads((db) => listItems(db, scope(), { limit: LIMIT, cursor, now }))
        expect(indexes).toEqual([index])
        expect(rows).toBeLessThanOrEqual(sources * (LIMIT + 1))
      }
      expect((await reads((db) => countItems(db, scope()))).indexes).toEqual([index])
    },
  )
})
