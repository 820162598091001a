import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { catalog } from '#shared/i18n/index.ts'
import { createPostgresBus } from '#server/bus/postgres-bus.ts'
import { createDb } from '#server/db/driver/client.ts'
import { comment } from '#server/features/comments/table.ts'
import { message } from '#server/features/messages/table.ts'
import { createApp } from '#server/http/app.ts'
import { calls } from '#server/http/api.ts'
import { createLogger } from '#server/lib/log.ts'
import { createServices } from '#server/services.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createMessage, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'
import { setReadOnly } from './read-only-mode.ts'

const t = await createTestApp()
const staff = await t.as(null, { admin: ADMIN_PASSWORD })
const author = await createMember(t)
const member = await t.as(author)
const owner = await createMember(t, { is_admin: true })
const home = await createCategory(t.db, { creator: owner })
await joinCategory(t.db, author, home)
const post = await createPost(t.db, { author, category: home })
const log = createLogger('silent', false)
const disposers: (() => unknown)[] = []

afterEach(() => staff.adminMaintenance.change({ read_only: false, message_pl: '', message_en: '' }))
afterAll(async () => {
  for (const dispose of disposers.toReversed()) await dispose()
})

const turnOn = (message_pl = '') => staff.adminMaintenance.change({ read_only: true, message_pl })

describe('RUN-7 read-only mode', () => {
  test("read-only mode answers writes with 503, Retry-After and the admin's text in the user's language", async () => {
    const answer = await staff.adminMaintenance.change({ read_only: true, message_pl: 'Wracamy o 22.' })
    expect(answer).toEqual({ read_only: true, message_pl: 'Wracamy o 22.', message_en: '' })
    expect(await staff.adminMaintenance.get()).toEqual(answer)
    const sent = await t.request('/api/comments', {
      method: 'POST',
      headers: { authorization: `Bearer ${await bearer()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ post_id: post.id, content: 'Tekst' }),
    })
    expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await sent.json()).toEqual({ code: 'read_only', detail: 'Wracamy o 22.' })
    const english = await t.as(author, { lang: 'en' })
    expect((await failure(english.votes.post({ post_id: post.id, value: 1 }))).detail).toBe(
      catalog('en').errors.read_only,
    )
    expect(await t.db.$count(comment, eq(comment.post_id, post.id))).toBe(0)
  })

  const bearer = () => t.bearerOf(author)

  const isWrite = ({ endpoint }: (typeof calls)[number]) => endpoint.method !== 'GET' && endpoint.access === 'user'
  test('read-only mode refuses every write except signing in or out and calls that store nothing', async () => {
    const token = await bearer()
    await turnOn()
    const allowed = await Promise.all(
      calls.filter(isWrite).map(async ({ endpoint: { method, path } }) => {
        const answer = await t.request(path.replaceAll(/:\w+/g, '1'), {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: '{}',
        })
        return answer.status === 503 ? [] : [`${method} ${path}`]
      }),
    )
    expect(allowed.flat().sort()).toEqual(['POST /api/auth/session', 'POST /api/markdown/preview'])
  })

  test('read-only mode applies to moderators, but not to admins', async () => {
    const creator = await createUser(t.db)
    const other = await createCategory(t.db, { creator })
    const held = await createPost(t.db, { author, category: other })
    await turnOn()
    const moderator = await t.as(creator)
    expect((await failure(moderator.moderation.lock({ post_id: held.id, locked: true }))).code).toBe('read_only')
    await staff.moderation.lock({ post_id: held.id, locked: true })
    const admin = await t.as(owner)
    expect((await admin.votes.post({ post_id: post.id, value: 1 })).user_vote).toBe(1)
  })

  test("admins can sign in and out in read-only mode, and a member's refused sign-in gives the reason", async () => {
    await turnOn()
    const visitor = await t.as(null)
    const refused = await failure(visitor.auth.login({ username: author.username, password: PASSWORD }))
    expect([refused.status, refused.code]).toEqual([503, 'read_only'])
    expect((await failure(visitor.auth.login({ username: author.username, password: 'Zle1234zle' }))).status).toBe(401)
    const { user } = await visitor.auth.login({ username: owner.username, password: PASSWORD })
    expect(user.is_admin).toBe(true)
    expect((await visitor.adminAuth.login({ password: ADMIN_PASSWORD })).success).toBe(true)
    expect(await member.auth.logout()).toEqual({ success: true })
  })

  test('read-only mode refuses registration, password reset and mailed links, also without JavaScript', async () => {
    await turnOn()
    const visitor = await t.as(null)
    const somebody = { username: 'ktokolwiek', email: 'ktokolwiek@example.org', password: PASSWORD }
    expect((await failure(visitor.auth.register(somebody))).code).toBe('read_only')
    expect((await failure(visitor.auth.requestPasswordReset({ email: somebody.email }))).code).toBe('read_only')
    expect((await failure(visitor.auth.verifyEmail({ token: 'x' }))).code).toBe('read_only')
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const notice = await t.request('/notice', {
      ...form,
      body: new URLSearchParams({
        url: `http://localhost:3000/post/${post.id}`,
        category: 'illegal',
        text: 'To jest treść niezgodna z prawem.',
        good_faith: 'on',
      }).toString(),
    })
    expect([notice.status, notice.headers.get('location')]).toEqual([303, expect.stringContaining('problem=read_only')])
    expect((await t.request('/unsubscribe', { ...form, body: 'token=x' })).status).toBe(503)
  })

  test('reading works in read-only mode and marks no message as read', async () => {
    const sender = await createUser(t.db)
    await createMessage(t.db, sender, author)
    await turnOn()
    const reader = await t.as(author)
    expect((await reader.messages.conversation({ username: sender.username })).messages).toHaveLength(1)
    expect(await t.db.select({ read_at: message.read_at }).from(message)).toEqual([{ read_at: null }])
    expect((await reader.posts.get({ post_id: post.id })).id).toBe(post.id)
  })

  test('read-only mode is turned on by admins only and recorded in the audit log', async () => {
    expect((await failure(member.adminMaintenance.change({ read_only: true }))).status).toBe(401)
    await turnOn()
    const { entries } = await staff.admin.audit({ limit: 5 })
    expect(entries.map(({ action }) => action)).toContain('maintenance.on')
  })

  test('a command turns read-only mode on in every process', async () => {
    const open = async () => {
      const bus = await createPostgresBus(t.url, log)
      const { db, close } = createDb(t.url, { max: 2 })
      const services = createServices({ config: t.config, db, log, bus })
      disposers.push(close, bus.close, services.events.close)
      return { app: createApp(services), services, bus }
    }
    const processes = [await open(), await open(), await open(), await open()]
    const bus = await createPostgresBus(t.url, log)
    disposers.push(bus.close)
    const changed = Promise.all(
      processes.map(async ({ services }) => {
        while (!services.settings.value('read_only')) await Bun.sleep(5)
      }),
    )
    await setReadOnly({ config: t.config, log, db: t.db, bus, now: () => new Date() }, { read_only: true })
    await changed
    const token = await bearer()
    for (const { app } of processes) {
      const answer = await app.request(`/api/posts/${post.id}/save`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{}',
      })
      expect(answer.status).toBe(503)
    }
    await t.services.settings.refresh()
  })
})
