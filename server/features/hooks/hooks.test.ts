import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import type { HookEvent } from '#shared/rules/hooks.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { receivedBy } from '../mails/testing/mails.ts'
import { hook, hookDelivery } from './table.ts'

const t = await createTestApp({ PUSH_ALLOW_PRIVATE: 'true', PUBLIC_URL: 'https://watek.example' })

type Got = { path: string; id: string; body: string; headers: Record<string, string> }

const got: Got[] = []
const answers: number[] = []
const receiver = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const headers = Object.fromEntries(request.headers)
    const { pathname } = new URL(request.url)
    const status = answers.shift() ?? 200
    const body = await request.text()
    got.push({ path: pathname, id: headers['webhook-id']!, body, headers })
    return new Response('ok', { status, ...(status === 302 && { headers: { location: '/elsewhere' } }) })
  },
})
afterAll(() => receiver.stop(true))

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const after = (ms: number) => {
  t.clock.now = () => new Date(Date.now() + ms)
}
beforeEach(async () => {
  after(0)
  await t.db.delete(hook)
  got.length = 0
  answers.length = 0
})

const work = () => runJobs(t.services)
const taken = () =>
  got.splice(0).map(({ body }) => JSON.parse(body) as { type: HookEvent; data: Record<string, object> })
const admin = await t.as(null, { admin: ADMIN_PASSWORD })

async function community(columns: Parameters<typeof createCategory>[1] = {}) {
  const founder = await createUser(t.db)
  const home = await createCategory(t.db, { creator: founder, ...columns })
  const writer = await createUser(t.db, { trust_level: 2 })
  await joinCategory(t.db, writer, home)
  return { founder, home, api: await t.as(founder), writer: await t.as(writer), writerRow: writer }
}

type Community = Awaited<ReturnType<typeof community>>

const add = ({ api, home }: Pick<Community, 'api' | 'home'>, ...events: HookEvent[]) =>
  api.hooks.create({ url: `${receiver.url.origin}/hook`, events, category_id: home.id })

describe('calls that manage webhooks', () => {
  test("HOOK-1 a moderator adds, changes and removes a community's webhooks, and sees each secret once", async () => {
    const c = await community()
    const { hook: made, secret } = await add(c, 'post.created', 'post.created')
    expect(secret).toMatch(/^whsec_[\w+/]{32}$/)
    expect(made).toEqual({
      id: expect.any(Number),
      category_id: c.home.id,
      url: `${receiver.url.origin}/hook`,
      events: ['post.created'],
      is_enabled: true,
      created_at: expect.any(String),
      failing_since: null,
      switched_off_at: null,
    })
    expect(await c.api.hooks.list({ category_id: c.home.id })).toEqual({ hooks: [made] })
    const changed = await c.api.hooks.edit({ hook_id: made.id, is_enabled: false, events: ['comment.created'] })
    expect(changed).toEqual({ hook: { ...made, is_enabled: false, events: ['comment.created'] } })
    expect(await c.api.hooks.remove({ hook_id: made.id })).toEqual({ success: true })
    expect(await c.api.hooks.list({ category_id: c.home.id })).toEqual({ hooks: [] })
  })

  test('HOOK-1 webhooks of a community are managed by its staff, webhooks of the whole site by admins', async () => {
    const [c, other] = [await community(), await community()]
    const { hook: made } = await add(c, 'post.created')
    const visitor = await t.as(null)
    const calls = (api: Awaited<ReturnType<typeof t.as>>) => [
      () => api.hooks.list({ category_id: c.home.id }),
      () => api.hooks.create({ url: 'https://1.1.1.1/', events: ['post.created'], category_id: c.home.id }),
      () => api.hooks.edit({ hook_id: made.id, is_enabled: false }),
      () => api.hooks.remove({ hook_id: made.id }),
      () => api.hooks.deliveries({ hook_id: made.id }),
      () => api.hooks.replay({ hook_id: made.id, delivery_id: 1 }),
    ]
    for (const call of [...calls(other.api), ...calls(c.writer)])
      expect(await failure(call())).toMatchObject({ status: 403, code: 'not_staff' })
    for (const call of calls(visitor)) expect((await failure(call())).status).toBe(401)
    expect(await failure(c.api.hooks.list({}))).toMatchObject({ code: 'not_staff' })
    expect((await admin.hooks.list({ category_id: c.home.id })).hooks).toHaveLength(1)
    const site = await admin.hooks.create({ url: 'https://1.1.1.1/', events: ['user.registered'], category_id: null })
    expect((await admin.hooks.list({})).hooks).toEqual([site.hook])
  })

  test('HOOK-1 a webhook with an invalid URL or event is refused', async () => {
    const closed = await createTestApp()
    const staff = await closed.as(null, { admin: ADMIN_PASSWORD })
    for (const url of [
      'https://127.0.0.1/',
      'https://localhost/',
      'http://1.1.1.1/',
      'ftp://1.1.1.1/',
      'https://[::1]/',
    ])
      expect(await failure(staff.hooks.create({ url, events: ['post.created'] }))).toMatchObject({
        status: 422,
        issues: { url: expect.any(String) },
      })
    const c = await community()
    expect((await failure(add(c, 'user.registered'))).status).toBe(422)
    expect((await failure(add(c))).status).toBe(422)
    const made = await staff.hooks.create({ url: 'https://1.1.1.1/', events: ['post.created'] })
    expect(await failure(staff.hooks.edit({ hook_id: made.hook.id, url: 'https://10.0.0.1/' }))).toMatchObject({
      status: 422,
    })
  })
})

describe('events that webhooks get', () => {
  test('HOOK-2 events of a community are sent to its webhook, signed by Standard Webhooks', async () => {
    const c = await community()
    const { secret } = await add(
      c,
      'post.created',
      'post.edited',
      'post.removed',
      'comment.created',
      'comment.edited',
      'comment.removed',
      'member.joined',
      'report.created',
      'decision.made',
    )
    const post = await c.writer.posts.create({ title: 'Pomidory', content: 'Siew', category_id: c.home.id })
    await work()
    const [first] = got
    expect(new Webhook(secret).verify(first!.body, first!.headers)).toMatchObject({ type: 'post.created' })
    expect(first!.headers['content-type']).toContain('application/json')
    expect(taken()).toMatchObject([
      {
        type: 'post.created',
        timestamp: expect.any(String),
        data: {
          post: {
            id: post.id,
            title: 'Pomidory',
            content: 'Siew',
            url: `https://watek.example/post/${post.id}`,
            category: { id: c.home.id, name: c.home.name },
            author: { id: c.writerRow.id, username: c.writerRow.username },
          },
        },
      },
    ])
    await c.writer.posts.edit({ post_id: post.id, title: 'Pomidory na balkonie' })
    const said = await c.writer.comments.create({ post_id: post.id, content: 'Już kiełkują' })
    await c.writer.comments.edit({ comment_id: said.id, content: 'Kiełkują' })
    const guest = await createUser(t.db)
    await (await t.as(guest)).categories.join({ category_id: c.home.id })
    await (await t.as(guest)).reports.create({ post_id: post.id, reason: 'Reklama' })
    await c.api.moderation.remove({ comment_id: said.id, reason_code: 'spam' })
    await c.writer.posts.remove({ post_id: post.id })
    await work()
    const events = taken()
    expect(events.map(({ type }) => type).sort()).toEqual([
      'comment.created',
      'comment.edited',
      'comment.removed',
      'decision.made',
      'member.joined',
      'post.edited',
      'post.removed',
      'report.created',
    ])
    const of = (type: HookEvent) => events.find((event) => event.type === type)!.data
    expect(of('member.joined')).toMatchObject({ user: { username: guest.username }, category: { id: c.home.id } })
    expect(of('report.created').report).toMatchObject({ post_id: post.id, reason: 'Reklama' })
    expect(JSON.stringify(of('report.created'))).not.toContain(guest.username)
    expect(of('decision.made').decision).toMatchObject({ action: 'removed', comment_id: said.id })
    // Payloads are built only when a delivery is sent, which is after the content was deleted.
    expect(of('comment.created').comment).not.toHaveProperty('content')
    expect(of('post.edited').post).not.toHaveProperty('title')
  })

  test('HOOK-2 a webhook gets no events of other communities or of types that its owner did not choose', async () => {
    const [c, other] = [await community(), await community()]
    await add(c, 'comment.created')
    await c.writer.posts.create({ title: 'Tutaj', category_id: c.home.id })
    const foreign = await other.writer.posts.create({ title: 'Gdzie indziej', category_id: other.home.id })
    await other.writer.comments.create({ post_id: foreign.id, content: 'Obcy' })
    await work()
    expect(taken()).toEqual([])
  })

  test('HOOK-2 a webhook of the whole site gets events of all communities and registrations', async () => {
    const [c, other] = [await community(), await community()]
    await admin.hooks.create({
      url: `${receiver.url.origin}/all`,
      events: ['post.created', 'user.registered'],
      category_id: null,
    })
    await c.writer.posts.create({ title: 'Tutaj', category_id: c.home.id })
    await other.writer.posts.create({ title: 'Gdzie indziej', category_id: other.home.id })
    const newcomer = await createUser(t.db)
    await work()
    const events = taken()
    expect(events.map(({ type }) => type).sort()).toEqual(['post.created', 'post.created', 'user.registered'])
    expect(events.find(({ type }) => type === 'user.registered')!.data).toMatchObject({
      user: { id: newcomer.id, username: newcomer.username },
    })
  })

  test('HOOK-2 an event whose transaction is rolled back is not sent', async () => {
    const c = await community()
    await add(c, 'member.joined')
    await t.db
      .transaction(async (tx) => {
        await joinCategory(tx, await createUser(tx), c.home)
        throw new Error('rolled back')
      })
      .catch(() => {})
    await work()
    expect(taken()).toEqual([])
  })

  test('HOOK-5 the webhook of a former moderator sends nothing and is turned off', async () => {
    const c = await community()
    const second = await createUser(t.db)
    await joinCategory(t.db, second, c.home, { is_moderator: true })
    const hers = await t.as(second)
    await hers.hooks.create({ url: `${receiver.url.origin}/hook`, events: ['post.created'], category_id: c.home.id })
    await c.api.moderators.remove({ category_id: c.home.id, user_id: second.id })
    await c.writer.posts.create({ title: 'Tylko dla moderatorów', category_id: c.home.id })
    await work()
    expect(taken()).toEqual([])
    expect((await c.api.hooks.list({ category_id: c.home.id })).hooks).toMatchObject([{ is_enabled: false }])
  })
})

describe('deliveries to webhooks', () => {
  test('HOOK-3 a failed delivery is retried, and later events about the same content wait for it', async () => {
    const c = await community()
    const { hook: made } = await add(c, 'post.created', 'post.edited')
    answers.push(500, 302)
    const post = await c.writer.posts.create({ title: 'Pomidory', category_id: c.home.id })
    await c.writer.posts.edit({ post_id: post.id, title: 'Pomidory na balkonie' })
    await work()
    expect(taken().map(({ type }) => type)).toEqual(['post.created'])
    after(4 * SECOND)
    await work()
    expect(taken().map(({ type }) => type)).toEqual(['post.created'])
    after(15 * SECOND)
    await work()
    expect(taken().map(({ type }) => type)).toEqual(['post.created', 'post.edited'])
    const { deliveries } = await c.api.hooks.deliveries({ hook_id: made.id })
    expect(deliveries).toMatchObject([
      { event: 'post.edited', status: 'delivered', attempts: 1, status_code: 200 },
      { event: 'post.created', status: 'delivered', attempts: 3, status_code: 200 },
    ])
  })

  test('HOOK-3 all attempts to deliver an event have the same webhook-id', async () => {
    const c = await community()
    await add(c, 'post.created')
    answers.push(503)
    await c.writer.posts.create({ title: 'Pomidory', category_id: c.home.id })
    await work()
    after(5 * SECOND)
    await work()
    expect(new Set(got.map(({ id }) => id)).size).toBe(1)
    expect(got).toHaveLength(2)
  })

  test('HOOK-3 after 72 hours of failures a webhook is turned off and its owner gets a mail', async () => {
    const c = await community()
    const { hook: made } = await add(c, 'post.created')
    answers.push(...Array(20).fill(500))
    await c.writer.posts.create({ title: 'Pomidory', category_id: c.home.id })
    await work()
    after(71 * HOUR)
    await work()
    const [present] = await t.db.select().from(hook).where(eq(hook.id, made.id))
    expect(present).toMatchObject({ is_enabled: true })
    after(73 * HOUR)
    await work()
    const [off] = await t.db.select().from(hook).where(eq(hook.id, made.id))
    expect(off).toMatchObject({ is_enabled: false })
    expect(off!.switched_off_at).not.toBeNull()
    expect((await receivedBy(t, c.founder)).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('127.0.0.1'),
    )
    answers.length = 0
    await (await t.as(c.founder)).hooks.edit({ hook_id: made.id, is_enabled: true })
    expect((await t.db.select().from(hook).where(eq(hook.id, made.id)))[0]).toMatchObject({ failures: 0 })
  })

  test('HOOK-3 a webhook whose URL responds with 410 is turned off', async () => {
    const c = await community()
    await add(c, 'post.created')
    answers.push(410)
    await c.writer.posts.create({ title: 'Pomidory', category_id: c.home.id })
    await work()
    expect((await c.api.hooks.list({ category_id: c.home.id })).hooks).toMatchObject([{ is_enabled: false }])
  })

  test("HOOK-4 the log lists a webhook's last 500 deliveries; each can be sent again with its webhook-id", async () => {
    const c = await community()
    const { hook: made } = await add(c, 'post.created')
    const post = await c.writer.posts.create({ title: 'Pomidory', category_id: c.home.id })
    await work()
    const [sent] = got
    await t.db
      .insert(hookDelivery)
      .values(
        Array.from({ length: 510 }, () => ({
          hook_id: made.id,
          event: 'post.created' as const,
          thing: `post:${post.id}`,
          subject_id: post.id,
          status: 'delivered' as const,
        })),
      )
    const ids: number[] = []
    let cursor: string | undefined
    do {
      const page = await c.api.hooks.deliveries({ hook_id: made.id, limit: 100, cursor })
      ids.push(...page.deliveries.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(ids).toHaveLength(500)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    const [original] = await t.db.select().from(hookDelivery).where(eq(hookDelivery.webhook_id, sent!.id))
    got.length = 0
    const { delivery } = await c.api.hooks.replay({ hook_id: made.id, delivery_id: original!.id })
    expect(delivery).toMatchObject({ webhook_id: sent!.id, status: 'waiting' })
    await work()
    expect(got.map(({ id }) => id)).toEqual([sent!.id])
    const other = await add(c, 'post.created')
    expect(await failure(c.api.hooks.replay({ hook_id: other.hook.id, delivery_id: original!.id }))).toMatchObject({
      status: 404,
    })
  })
  test('HOOK-5 a webhook delivery answered with a redirect has failed, and the redirect is not followed', async () => {
    const c = await community()
    const { hook: made } = await add(c, 'post.created')
    answers.push(302)
    await c.writer.posts.create({ title: 'Pomidory', category_id: c.home.id })
    await work()
    expect(got.map(({ path }) => path)).toEqual(['/hook'])
    const { deliveries } = await c.api.hooks.deliveries({ hook_id: made.id })
    expect(deliveries).toMatchObject([{ status: 'waiting', status_code: 302 }])
  })

  test('HOOK-5 a webhook whose host name resolves to a private IP address at delivery gets nothing', async () => {
    const closed = await createTestApp({ PUBLIC_URL: 'https://watek.example' })
    const staff = await closed.as(null, { admin: ADMIN_PASSWORD })
    const made = await staff.hooks.create({ url: 'https://1.1.1.1/', events: ['post.created'] })
    await closed.db
      .update(hook)
      .set({ url: `https://localhost:${receiver.port}/hook` })
      .where(eq(hook.id, made.hook.id))
    const writer = await createUser(closed.db, { trust_level: 2 })
    const home = await createCategory(closed.db)
    await joinCategory(closed.db, writer, home)
    await (await closed.as(writer)).posts.create({ title: 'Pomidory', category_id: home.id })
    await runJobs(closed.services)
    expect(got).toEqual([])
    const { deliveries } = await staff.hooks.deliveries({ hook_id: made.hook.id })
    expect(deliveries).toMatchObject([{ status: 'waiting', error: 'The address is private' }])
  })
})
