import { afterEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { LIFETIME, LIMITS } from '#shared/limits.ts'
import { rowsOf } from '#server/features/exports/sections/queries.ts'
import { message } from '#server/features/messages/table.ts'
import { notification } from '#server/features/notifications/table.ts'
import { user } from '#server/features/users/table.ts'
import { addJob } from '#server/jobs/add.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createMessage, createPost, createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { createMember, PASSWORD } from '../../auth/testing/member.ts'
import { queueItem } from '../queue/table.ts'
import { report, reportedMessage } from './table.ts'

const t = await createTestApp({ MESSAGE_TTL_AFTER_READ: '24h', ADULT_HOST: 'adult.example.org' })
const reason = 'Groźby'
afterEach(() => {
  t.clock.now = () => new Date()
})

async function couple() {
  const [anna, bartek] = [await createUser(t.db), await createUser(t.db)]
  return { anna, bartek, annas: await t.as(anna), admin: await t.as(null, { admin: ADMIN_PASSWORD }) }
}
type Couple = Awaited<ReturnType<typeof couple>>

const write = async ({ anna, bartek }: Couple, ...texts: string[]) => {
  const ids: number[] = []
  for (const content of texts) ids.push((await createMessage(t.db, bartek, anna, { content })).id)
  return ids
}
const itemAbout = async ({ admin, bartek }: Couple) => {
  for (let cursor: string | undefined; ;) {
    const page = await admin.queue.list({ kind: 'reports', limit: 50, cursor })
    const found = page.items.find(({ target }) => target.author?.id === bartek.id)
    if (found || page.next_cursor === null) return found
    cursor = page.next_cursor
  }
}
const storedFor = (id: number) =>
  t.db.select().from(reportedMessage).where(eq(reportedMessage.report_id, id)).orderBy(reportedMessage.message_id)

describe('a report of a private message', () => {
  test('REP-10 a report of a private message stores it and the five messages before it for admins', async () => {
    const scene = await couple()
    const ids = await write(scene, '1', '2', '3', '4')
    const answer = await createMessage(t.db, scene.anna, scene.bartek, { content: 'Przestań' })
    await createMessage(t.db, await createUser(t.db), scene.anna, { content: 'Ktoś inny' })
    const [fifth, reported] = await write(scene, '5', 'Groźba')
    await write(scene, 'Później')
    const { id, status } = await scene.annas.reports.create({ message_id: reported, reason })
    expect(status).toBe('pending')
    expect((await storedFor(id)).map(({ message_id }) => message_id)).toEqual([
      ...ids.slice(1),
      answer.id,
      fifth!,
      reported!,
    ])
    const item = await itemAbout(scene)
    expect(item).toMatchObject({
      kind: 'reports',
      target: { type: 'message', id: reported, title: scene.bartek.username, excerpt: 'Groźba', category: null },
      reports: [{ id, reason, reporter: { username: scene.anna.username } }],
      author: { username: scene.bartek.username },
    })
    expect(item!.messages.map(({ content, is_reported }) => [content, is_reported])).toEqual([
      ['2', false],
      ['3', false],
      ['4', false],
      ['Przestań', false],
      ['5', false],
      ['Groźba', true],
    ])
    expect(item!.messages[3]!.sender).toEqual({ username: scene.anna.username })
    const { reports } = await scene.admin.admin.reports({ limit: 5 })
    expect(reports.find((one) => one.id === id)).toMatchObject({
      content_type: 'message',
      content_id: reported,
      message_id: reported,
      user_id: null,
      target: { author: scene.bartek.username, excerpt: 'Groźba' },
    })
  })

  test("REP-10 a report of one's own, somebody else's or an expired private message is answered with 404", async () => {
    const scene = await couple()
    const own = await createMessage(t.db, scene.anna, scene.bartek)
    const foreign = await createMessage(t.db, scene.bartek, await createUser(t.db))
    const vanished = await createMessage(t.db, scene.bartek, scene.anna, {
      read_at: new Date(Date.now() - 25 * 3_600_000),
    })
    for (const message_id of [own.id, foreign.id, vanished.id, 2_000_000_000])
      expect(await failure(scene.annas.reports.create({ message_id, reason }))).toMatchObject({
        status: 404,
        code: 'message_not_found',
      })
    expect(await t.db.$count(report, eq(report.reporter_id, scene.anna.id))).toBe(0)
  })

  test('a report contains no expired private messages, and remains after the reported message is deleted', async () => {
    const scene = await couple()
    await createMessage(t.db, scene.bartek, scene.anna, { read_at: new Date(Date.now() - 25 * 3_600_000) })
    const [reported] = await write(scene, 'x'.repeat(LIMITS.message))
    await scene.annas.reports.create({ message_id: reported, reason })
    await t.db.delete(message).where(eq(message.id, reported!))
    const { item } = await scene.admin.queue.claim({ item_id: (await itemAbout(scene))!.id })
    expect(item.messages.map(({ content }) => content.length)).toEqual([LIMITS.message])
  })

  test('a private message can be reported on the adult host, and its reporter can export the report', async () => {
    const scene = await couple()
    const [message_id] = await write(scene, 'Groźba')
    const adult = await t.as(scene.anna, { headers: { host: 'adult.example.org' } })
    const { id } = await adult.reports.create({ message_id, reason })
    expect((await itemAbout(scene))!.messages).toHaveLength(1)
    const exported = async (userId: number, file: 'reports' | 'reported_messages') => [
      ...(await t.db.execute(rowsOf(file, { userId, lifetime: { now: new Date(), ttl: 1 } }))),
    ]
    expect(await exported(scene.anna.id, 'reports')).toMatchObject([{ id, message_id, user_id: scene.bartek.id }])
    expect(await exported(scene.anna.id, 'reported_messages')).toMatchObject([
      { report_id: id, message_id, sender: scene.bartek.username, content: 'Groźba' },
    ])
    expect(await exported(scene.bartek.id, 'reported_messages')).toEqual([])
  })

  test('REP-10 the admin who claims a report sees long messages in full, other admins see excerpts', async () => {
    const scene = await couple()
    const [message_id] = await write(scene, `Groźba ${'bardzo '.repeat(1_000)}`)
    await scene.annas.reports.create({ message_id, reason })
    const item = (await itemAbout(scene))!
    expect(item.messages[0]!.content.length).toBeLessThanOrEqual(300)
    const claimed = await scene.admin.queue.claim({ item_id: item.id })
    expect(claimed.item.messages[0]!.content.length).toBeGreaterThan(6_000)
    expect((await itemAbout(scene))!.messages).toEqual(claimed.item.messages)
    const other = await createUser(t.db, { is_admin: true })
    const seenByOther = await itemAbout({ ...scene, admin: await t.as(other, { admin: ADMIN_PASSWORD }) })
    expect(seenByOther!.messages[0]!.content.length).toBeLessThanOrEqual(300)
  })

  test('a private message has at most one pending report and stored copy, even with simultaneous reports', async () => {
    const scene = await couple()
    const [message_id] = await write(scene, 'Groźba')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => scene.annas.reports.create({ message_id, reason })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await failure(scene.annas.reports.create({ message_id, reason }))).toMatchObject({
      status: 409,
      code: 'already_reported',
    })
    expect(await t.db.$count(reportedMessage, eq(reportedMessage.message_id, message_id!))).toBe(1)
  })

  test("a report of a private message is hidden from moderators of both members' communities", async () => {
    const scene = await couple()
    const moderator = await createUser(t.db)
    await createCategory(t.db, { creator: moderator })
    const [message_id] = await write(scene, 'Groźba')
    const { id } = await scene.annas.reports.create({ message_id, reason })
    const item = await itemAbout(scene)
    const mod = await t.as(moderator)
    expect((await mod.queue.list({ kind: 'reports' })).items).toEqual([])
    expect((await mod.admin.reports({})).reports).toEqual([])
    for (const call of [
      () => mod.queue.claim({ item_id: item!.id }),
      () => mod.queue.decide({ item_id: item!.id, decision: 'resolve' }),
      () => mod.admin.decideReport({ report_id: id, action: 'resolved' }),
    ])
      expect(await failure(call())).toMatchObject({ code: 'not_staff' })
  })

  test('REP-10 a report of a private message is deleted after 90 days with its messages and queue item', async () => {
    const scene = await couple()
    const [first, second] = await write(scene, 'Groźba', 'Druga')
    const { id } = await scene.annas.reports.create({ message_id: first, reason })
    await scene.annas.reports.create({ message_id: second, reason })
    await scene.admin.admin.decideReport({ report_id: id, action: 'rejected' })
    const ofMember = await scene.annas.reports.create({ user_id: scene.bartek.id, reason })
    const clean = async (after: number) => {
      t.clock.now = () => new Date(Date.now() + after)
      await addJob(t.db, 'delete_reported_messages', {})
      await runJobs(t.services)
      t.clock.now = () => new Date()
    }
    const left = async () => ({
      reports: (await t.db.select().from(report).where(eq(report.reporter_id, scene.anna.id))).map((one) => one.id),
      messages: await t.db.$count(reportedMessage, eq(reportedMessage.sender_id, scene.bartek.id)),
      items: await t.db.$count(queueItem, eq(queueItem.reported_user_id, scene.bartek.id)),
      notifications: await t.db.$count(notification, eq(notification.user_id, scene.anna.id)),
    })
    await clean(LIFETIME.reportedMessage - 60_000)
    expect(await left()).toMatchObject({ messages: 3, items: 3, notifications: 1 })
    await clean(LIFETIME.reportedMessage + 60_000)
    expect(await left()).toEqual({ reports: [ofMember.id], messages: 0, items: 1, notifications: 0 })
  })
})

describe('a report of a member', () => {
  test('REP-10 a report about a member goes to admins, and each reporter can have one pending report', async () => {
    const scene = await couple()
    const user_id = scene.bartek.id
    const { id } = await scene.annas.reports.create({ user_id, reason })
    await (await t.as(await createUser(t.db))).reports.create({ user_id, reason: 'Spam' })
    expect(await failure(scene.annas.reports.create({ user_id, reason }))).toMatchObject({ code: 'already_reported' })
    expect(await itemAbout(scene)).toMatchObject({
      reports_count: 2,
      messages: [],
      target: { type: 'user', id: user_id, title: scene.bartek.username, url: `/u/${scene.bartek.username}` },
    })
    const { reports } = await scene.admin.admin.reports({ limit: 5 })
    expect(reports.find((one) => one.id === id)).toMatchObject({ content_type: 'user', content_id: user_id, user_id })
  })

  test('a report about a member must name exactly one other, existing member', async () => {
    const scene = await couple()
    const gone = await createUser(t.db, { deleted_at: new Date() })
    const { create } = scene.annas.reports
    expect(await failure(create({ user_id: gone.id, reason }))).toMatchObject({ status: 404, code: 'user_not_found' })
    expect(await failure(create({ user_id: scene.anna.id, reason }))).toMatchObject({ code: 'self' })
    const [message_id] = await write(scene, 'Groźba')
    expect(await failure(create({ user_id: scene.bartek.id, message_id, reason }))).toMatchObject({ status: 422 })
  })

  test('deleting an account closes the reports about it and deletes their stored messages', async () => {
    const bartek = await createMember(t)
    const scene = { ...(await couple()), bartek }
    const answer = await createMessage(t.db, scene.anna, bartek)
    const [message_id] = await write(scene, 'Groźba')
    const { id } = await scene.annas.reports.create({ message_id, reason })
    await scene.annas.reports.create({ user_id: bartek.id, reason })
    await (await t.as(bartek)).users.removeMe({ password: PASSWORD })
    await runJobs(t.services)
    expect((await storedFor(id)).map((stored) => stored.message_id)).toEqual([answer.id])
    const items = await t.db.select().from(queueItem).where(eq(queueItem.reported_user_id, bartek.id))
    expect(items.map(({ status }) => status)).toEqual(['decided', 'decided'])
    const { reports } = await scene.admin.admin.reports({ limit: 5 })
    expect(reports.find((one) => one.id === id)).toMatchObject({ status: 'pending', target: null })
  })
})

describe('a case about a member or a message', () => {
  test('an admin resolves or rejects a report about a member or a message, which notifies the reporter', async () => {
    for (const [decision, status] of [
      ['resolve', 'resolved'],
      ['keep', 'rejected'],
    ] as const) {
      const scene = await couple()
      const [message_id] = await write(scene, 'Groźba')
      const { id } = await scene.annas.reports.create({ message_id, reason })
      const item = await itemAbout(scene)
      const { item: decided, decision: made } = await scene.admin.queue.decide({ item_id: item!.id, decision })
      expect([decided.status, made]).toEqual(['decided', null])
      const [row] = await t.db.select().from(report).where(eq(report.id, id))
      expect(row).toMatchObject({ status })
      expect(await t.db.$count(notification, eq(notification.report_id, id))).toBe(1)
    }
  })

  test("a report of a member cannot be decided by 'remove', and a report of a post not by 'resolve'", async () => {
    const scene = await couple()
    await scene.annas.reports.create({ user_id: scene.bartek.id, reason })
    const item = await itemAbout(scene)
    expect(
      await failure(scene.admin.queue.decide({ item_id: item!.id, decision: 'remove', reason_code: 'spam' })),
    ).toMatchObject({ status: 422 })
    const post = await createPost(t.db, { author: scene.bartek })
    await scene.annas.reports.create({ post_id: post.id, reason })
    const [ofPost] = await t.db.select().from(queueItem).where(eq(queueItem.post_id, post.id))
    expect(await failure(scene.admin.queue.decide({ item_id: ofPost!.id, decision: 'resolve' }))).toMatchObject({
      status: 422,
    })
  })

  test('an admin cannot decide a report about themselves if another admin could', async () => {
    const scene = await couple()
    await t.db.update(user).set({ is_admin: true }).where(eq(user.id, scene.bartek.id))
    await createUser(t.db, { is_admin: true })
    await scene.annas.reports.create({ user_id: scene.bartek.id, reason })
    const item = await itemAbout(scene)
    const own = await t.as(scene.bartek, { admin: ADMIN_PASSWORD })
    expect(await failure(own.queue.decide({ item_id: item!.id, decision: 'keep' }))).toMatchObject({
      code: 'own_decision',
    })
  })
})
