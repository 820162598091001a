import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { policyOrigin } from '#shared/rules/streams.ts'
import { addJob } from '#server/jobs/add.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createBlock, createCategory, createFollow, createUser, joinCategory } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { user as userTable } from '../users/table.ts'
import { listStreams, softDeleteStream } from './queries.ts'
import { stream as streamTable } from './table.ts'

const t = await createTestApp()

const limitTo = async (live_streams: number | null) =>
  (await t.as(null, { admin: ADMIN_PASSWORD })).adminSettings.change({ values: { live_streams } })
const announced = { title: 'Gramy w szachy', description: 'Do mata', url: 'https://example.org/szachy' }

describe('announcing a stream', () => {
  test('ENT-14 a new stream is live and has no viewers', async () => {
    const anna = await createUser(t.db)
    t.clock.now = () => new Date('2025-05-01T12:00:00Z')
    const stream = await (await t.as(anna)).streams.create({ ...announced, stream_type: 'external' })
    t.clock.now = () => new Date()
    expect(stream).toEqual({
      ...announced,
      id: stream.id,
      is_live: true,
      streamer: { username: anna.username, avatar_url: null },
      viewer_count: 0,
      peak_viewers: 0,
      stream_type: 'external',
      created_at: '2025-05-01T12:00:00.000Z',
      category: null,
      post_id: null,
      playback: { kind: 'link', url: announced.url },
      thumbnail_url: null,
      ended_at: null,
      ends_at: '2025-05-02T00:00:00.000Z',
      is_interrupted: false,
      can: { edit: true, end: true },
    })
  })

  test('a second live stream of a member is refused with 409, also for concurrent requests', async () => {
    const anna = await createUser(t.db)
    const api = await t.as(anna)
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => api.streams.create(announced)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await failure(api.streams.create(announced))).toMatchObject({ status: 409, code: 'already_live' })
  })

  test('a stream needs an https URL and a title of 3 to 300 characters', async () => {
    const api = await t.as(await createUser(t.db))
    expect(await failure(api.streams.create({ ...announced, url: 'http://example.org' }))).toMatchObject({
      status: 422,
      issues: { url: expect.any(String) },
    })
    expect(await failure(api.streams.create({ ...announced, url: 'javascript:alert(1)' }))).toMatchObject({
      status: 422,
    })
    expect(await failure(api.streams.create({ ...announced, title: 'ab' }))).toMatchObject({
      status: 422,
      issues: { title: expect.any(String) },
    })
    expect(await failure(api.streams.create({ ...announced, stream_type: 'rtmp' as 'external' }))).toMatchObject({
      status: 422,
    })
  })

  test('visitors cannot announce a stream', async () => {
    expect(await failure((await t.as(null)).streams.create(announced))).toMatchObject({ status: 401 })
  })
})

describe('the automatic end of an announced stream', () => {
  const lookAfter = async () => {
    await addJob(t.db, 'look_after_streams', {})
    await runJobs(t.services)
  }
  const expire = (id: number) =>
    t.db
      .update(streamTable)
      .set({ live_until: new Date(Date.now() - 1_000) })
      .where(eq(streamTable.id, id))

  test('STREAM-2 a stream that nobody ends is ended after 12 hours, and the streamer sees that time', async () => {
    const api = await t.as(await createUser(t.db))
    const { id, created_at, ends_at } = await api.streams.create(announced)
    expect(Date.parse(ends_at!) - Date.parse(created_at)).toBe(12 * 3_600_000)
    await lookAfter()
    expect((await api.streams.get({ stream_id: id })).is_live).toBe(true)
    await expire(id)
    await lookAfter()
    expect(await api.streams.get({ stream_id: id })).toMatchObject({ is_live: false, ends_at: null })
    expect(await api.streams.create(announced)).toMatchObject({ is_live: true })
  })

  test('STREAM-2 an edit or an extension by the streamer restarts the 12 hours until a stream is ended', async () => {
    const { home, api } = await community()
    const { id: stream_id } = await api.streams.create(live(home.id))
    for (const change of [{ extend: true as const }, { title: 'Gramy dalej' }, { description: 'Do mata w trzech' }]) {
      await expire(stream_id)
      const { ends_at } = await api.streams.edit({ stream_id, ...change })
      expect(Date.parse(ends_at!)).toBeGreaterThan(Date.now() + 11 * 3_600_000)
    }
    expect(await failure(api.streams.edit({ stream_id }))).toMatchObject({ status: 422 })
    const stranger = await t.as(await createUser(t.db))
    expect(await failure(stranger.streams.edit({ stream_id, extend: true }))).toMatchObject({ status: 403 })
  })
})

describe('word filters for streams', () => {
  test("STREAM-8 the site's word filters check new and edited streams without a community", async () => {
    const own = await createTestApp()
    const admin = await own.as(null, { admin: ADMIN_PASSWORD })
    const match = { any: [{ field: 'text', op: 'word', value: 'kasyno' }] } as const
    const add = (action: 'remove' | 'hold' | 'report', value: string) =>
      admin.filters.create({ category_id: null, name: action, action, match: { any: [{ ...match.any[0], value }] } })
    for (const [action, word] of [
      ['remove', 'kasyno'],
      ['hold', 'lombard'],
      ['report', 'loteria'],
    ] as const)
      await add(action, word)
    const api = await own.as(await createUser(own.db))
    for (const word of ['kasyno', 'lombard'])
      expect(await failure(api.streams.create({ ...announced, description: `Tu jest ${word}` }))).toMatchObject({
        status: 422,
        issues: { title: expect.any(String) },
      })
    const { id: stream_id } = await api.streams.create({ ...announced, description: 'Tu jest loteria' })
    expect(await failure(api.streams.edit({ stream_id, description: 'Tu jest kasyno' }))).toMatchObject({ status: 422 })
    expect(await api.streams.get({ stream_id })).toMatchObject({ description: 'Tu jest loteria' })
  })
})

describe('ending a stream', () => {
  test('ending a stream twice is a no-op, and a new stream may start', async () => {
    const api = await t.as(await createUser(t.db))
    const { id } = await api.streams.create(announced)
    expect(await api.streams.end({ stream_id: id })).toMatchObject({ id, is_live: false })
    expect(await api.streams.end({ stream_id: id })).toMatchObject({ id, is_live: false })
    expect(await api.streams.create(announced)).toMatchObject({ is_live: true })
  })

  test('a stream without a community can be ended only by its streamer', async () => {
    const { id } = await (await t.as(await createUser(t.db))).streams.create(announced)
    const stranger = await t.as(await createUser(t.db, { is_admin: true }))
    expect(await failure(stranger.streams.end({ stream_id: id }))).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await failure(stranger.streams.end({ stream_id: 2_000_000_000 }))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })
})

describe('streams in the admin panel', () => {
  test('staff list streams by status, newest first, and delete them', async () => {
    const [anna, bartek] = [await createUser(t.db), await createUser(t.db)]
    const before = await (await t.as(await createUser(t.db))).streams.create(announced)
    const api = await t.as(anna)
    const first = await api.streams.create(announced)
    await api.streams.end({ stream_id: first.id })
    const second = await (await t.as(bartek)).streams.create(announced)
    const page = { skip: 0, limit: 2 }
    const all = await listStreams(t.db, page)
    expect(all.streams).toMatchObject([
      { id: second.id, streamer: { username: bartek.username } },
      { id: first.id, streamer: { username: anna.username } },
    ])
    const live = await listStreams(t.db, { ...page, status: 'live' })
    const ended = await listStreams(t.db, { ...page, status: 'ended' })
    expect(live.streams[0]).toMatchObject({ id: second.id })
    expect(ended.streams[0]).toMatchObject({ id: first.id })
    expect(live.total + ended.total).toBe(all.total)

    await softDeleteStream(t.db, second.id, new Date())
    expect(await listStreams(t.db, page)).toMatchObject({
      total: all.total - 1,
      streams: [{ id: first.id }, { id: before.id }],
    })
    expect(await failure(softDeleteStream(t.db, second.id, new Date()))).toMatchObject({ code: 'not_found' })
    expect(await failure((await t.as(bartek)).streams.end({ stream_id: second.id }))).toMatchObject({ status: 404 })
    expect(await (await t.as(bartek)).streams.create(announced)).toMatchObject({ is_live: true })
  })
})

const ADULT = { headers: { host: 'adult.localhost' } }

async function community(columns: Parameters<typeof createCategory>[1] = {}) {
  const [anna, moderator] = [await createUser(t.db), await createUser(t.db)]
  const home = await createCategory(t.db, { creator: moderator, ...columns })
  await joinCategory(t.db, anna, home)
  return { anna, moderator, home, api: await t.as(anna) }
}

const live = (category_id: number) => ({ ...announced, category_id })

describe('streams in a community', () => {
  test('STREAM-2 a stream in a community creates a post, and both always have the same title and text', async () => {
    const { home, api } = await community()
    const stream = await api.streams.create(live(home.id))
    expect(stream).toMatchObject({ category: { id: home.id, name: home.name } })
    const post = await api.posts.get({ post_id: stream.post_id! })
    expect(post).toMatchObject({ title: announced.title, stream: { id: stream.id, is_live: true }, link_url: null })
    const edited = await api.streams.edit({ stream_id: stream.id, title: 'Gramy w go', description: 'Do końca' })
    expect(edited).toMatchObject({ title: 'Gramy w go', description: 'Do końca' })
    expect(await api.posts.get({ post_id: stream.post_id! })).toMatchObject({
      title: 'Gramy w go',
      content: 'Do końca',
    })
    await api.posts.edit({ post_id: stream.post_id!, title: 'Gramy w warcaby' })
    expect(await api.streams.get({ stream_id: stream.id })).toMatchObject({ title: 'Gramy w warcaby' })
    const stranger = await t.as(await createUser(t.db))
    expect(await failure(stranger.streams.edit({ stream_id: stream.id, title: 'Moje' }))).toMatchObject({ status: 403 })
    expect(await stranger.streams.end({ stream_id: stream.id }).catch((error) => error)).toMatchObject({ status: 403 })
    expect(await api.streams.end({ stream_id: stream.id })).toMatchObject({
      is_live: false,
      ended_at: expect.any(String),
      playback: null,
    })
    expect(await api.posts.get({ post_id: stream.post_id! })).toMatchObject({ stream: { is_live: false } })
  })

  test('STREAM-2 a stream in a community requires the right to post there', async () => {
    const { home } = await community()
    const outsider = await t.as(await createUser(t.db))
    expect(await failure(outsider.streams.create(live(home.id)))).toMatchObject({ status: 403, code: 'not_a_member' })
    const { home: closed, api } = await community({ posting: 'moderators' })
    expect(await failure(api.streams.create(live(closed.id)))).toMatchObject({ status: 403, code: 'moderators_only' })
    expect(await api.streams.create(announced)).toMatchObject({ is_live: true })
  })

  test('STREAM-2 external and hls streams require a URL that fits the type, browser streams allow none', async () => {
    const api = await t.as(await createUser(t.db))
    const create = (values: Record<string, unknown>) =>
      failure(api.streams.create({ title: 'Na żywo', ...values } as Parameters<typeof api.streams.create>[0]))
    for (const stream_type of ['external', 'hls'])
      expect(await create({ stream_type })).toMatchObject({ status: 422, issues: { url: expect.any(String) } })
    expect(await create({ stream_type: 'hls', url: 'https://example.org/live' })).toMatchObject({ status: 422 })
    expect(await create({ stream_type: 'browser', url: 'https://example.org/' })).toMatchObject({
      status: 422,
      issues: { url: expect.any(String) },
    })
    const url = 'https://live.example.org/a/index.m3u8?token=1'
    expect(await api.streams.create({ title: 'Na żywo', stream_type: 'hls', url })).toMatchObject({
      playback: { kind: 'hls', url },
    })
  })

  test('STREAM-3 an hls stream needs a host name that can be put into a content security policy', async () => {
    const api = await t.as(await createUser(t.db))
    const hosts = ['*', '*.com', 'a;sandbox', 'a,b', "a'b"]
    for (const host of hosts) {
      const asked = api.streams.create({ title: 'Na żywo', stream_type: 'hls', url: `https://${host}/x.m3u8` })
      expect(await failure(asked)).toMatchObject({ status: 422, issues: { url: expect.any(String) } })
    }
    expect(hosts.map((host) => policyOrigin(`https://${host}/x.m3u8`))).toEqual(hosts.map(() => null))
    expect(policyOrigin('https://u:p@live.example.org:8443/x.m3u8')).toBe('https://live.example.org:8443')
  })

  test('STREAM-2 a missing community membership is reported before other reasons to refuse a stream', async () => {
    const { home } = await community()
    const api = await t.as(await createUser(t.db))
    await api.streams.create(announced)
    expect(await failure(api.streams.create(live(home.id)))).toMatchObject({ status: 403, code: 'not_a_member' })
    await limitTo(0)
    const browser = { title: 'Z kamery', stream_type: 'browser' as const, category_id: home.id }
    const refused = await failure((await t.as(await createUser(t.db))).streams.create(browser))
    await limitTo(null)
    expect(refused).toMatchObject({ status: 403, code: 'not_a_member' })
  })

  test('STREAM-8 removing a post, by a moderator or a filter, ends its stream', async () => {
    const { home, api, moderator } = await community()
    const stream = await api.streams.create(live(home.id))
    const staff = await t.as(moderator)
    await staff.moderation.remove({ post_id: stream.post_id!, reason_code: 'spam' })
    expect(await api.streams.get({ stream_id: stream.id })).toMatchObject({ is_live: false })
    await staff.filters.create({
      category_id: home.id,
      name: 'Kasyno',
      action: 'remove',
      match: { any: [{ field: 'title', op: 'word', value: 'kasyno' }] },
    })
    expect(await api.streams.create({ ...live(home.id), title: 'Kasyno na żywo' })).toMatchObject({ is_live: false })
    expect(await api.streams.create(live(home.id))).toMatchObject({ is_live: true })
  })

  test('STREAM-2 a member may announce ten streams an hour, with and without a community', async () => {
    const limited = await createTestApp({ RATE_LIMIT_SCALE: '1' })
    const api = await limited.as(await createUser(limited.db))
    for (let count = 0; count < 10; count += 1) {
      const { id } = await api.streams.create(announced)
      await api.streams.end({ stream_id: id })
    }
    expect(await failure(api.streams.create(announced))).toMatchObject({ status: 429 })
  })

  test("STREAM-8 a suspension ends a member's stream, a ban ends only a stream in that community", async () => {
    const { home, api, anna, moderator } = await community()
    const state = async ({ id }: { id: number }) => (await api.streams.get({ stream_id: id })).is_live
    const about = { user_id: anna.id, category_id: home.id, reason_code: 'spam' as const }
    const [staff, admin] = [await t.as(moderator), await t.as(null, { admin: ADMIN_PASSWORD })]
    const elsewhere = await api.streams.create(announced)
    await staff.moderation.ban(about)
    expect(await state(elsewhere)).toBe(true)
    await staff.moderation.unban(about)
    await api.streams.end({ stream_id: elsewhere.id })
    const there = await api.streams.create(live(home.id))
    await staff.moderation.ban(about)
    expect(await state(there)).toBe(false)
    const last = await api.streams.create(announced)
    await admin.moderation.ban({ ...about, category_id: null })
    expect(await state(last)).toBe(false)
  })

  test('STREAM-2 a stream ended by staff is recorded as a decision that the streamer can read', async () => {
    const { home, api, moderator } = await community()
    const stream = await api.streams.create(live(home.id))
    const staff = await t.as(moderator)
    expect(await staff.streams.get({ stream_id: stream.id })).toMatchObject({ can: { edit: false, end: true } })
    expect(await staff.streams.end({ stream_id: stream.id })).toMatchObject({ is_live: false })
    const { decisions } = await api.decisions.mine({})
    expect(decisions[0]).toMatchObject({ action: 'stream_ended', target: { type: 'post', id: stream.post_id } })
    expect((await api.notifications.list({ limit: 1 }))[0]).toMatchObject({ kind: 'moderation' })
    const admin = await createUser(t.db, { is_admin: true })
    const again = await api.streams.create(live(home.id))
    expect(await (await t.as(admin)).streams.end({ stream_id: again.id })).toMatchObject({ is_live: false })
  })

  test('STREAM-2 deleting a post ends its stream', async () => {
    const { home, api } = await community()
    const stream = await api.streams.create(live(home.id))
    await api.posts.remove({ post_id: stream.post_id! })
    expect(await failure(api.streams.get({ stream_id: stream.id }))).toMatchObject({ status: 404 })
    expect(await api.streams.create(announced)).toMatchObject({ is_live: true })
  })
})

describe('the list of streams', () => {
  test('STREAM-1 the list of streams shows live ones by viewers, then ended ones by time, in pages', async () => {
    const { home } = await community()
    const made: number[] = []
    for (let at = 0; at < 5; at += 1) {
      const member = await createUser(t.db)
      await joinCategory(t.db, member, home)
      const api = await t.as(member)
      const { id } = await api.streams.create(live(home.id))
      made.push(id)
      await t.db
        .update(streamTable)
        .set({ viewer_count: [3, 9, 9, 0, 0][at]! })
        .where(eq(streamTable.id, id))
      t.clock.now = () => new Date(Date.now() + at * 1_000)
      if (at >= 3) await api.streams.end({ stream_id: id })
    }
    t.clock.now = () => new Date()
    const visitor = await t.as(null)
    const [a, b, c, d, e] = made as [number, number, number, number, number]
    const ids = async (state?: 'live' | 'ended') => {
      const found: number[] = []
      for (let cursor: string | undefined; ;) {
        const page = await visitor.streams.list({ category_id: home.id, state, limit: 2, cursor })
        found.push(...page.streams.map(({ id }) => id))
        if (page.next_cursor === null) return found
        cursor = page.next_cursor
      }
    }
    expect(await ids()).toEqual([c, b, a, e, d])
    expect(await ids('live')).toEqual([c, b, a])
    expect(await ids('ended')).toEqual([e, d])
    expect(await failure(visitor.streams.list({ cursor: 'nic' }))).toMatchObject({ status: 400 })
  })

  test('STREAM-8 the list of streams leaves out streams of blocked members and of removed posts', async () => {
    const { home, api, anna, moderator } = await community()
    const stream = await api.streams.create(live(home.id))
    const reader = await createUser(t.db)
    const listed = async (member: { id: number } | null, options = {}) =>
      (await (await t.as(member, options)).streams.list({ category_id: home.id })).streams.map(({ id }) => id)
    expect(await listed(reader)).toEqual([stream.id])
    await createBlock(t.db, reader, anna)
    expect(await listed(reader)).toEqual([])
    expect(await listed(null)).toEqual([stream.id])

    const staff = await t.as(moderator)
    await staff.moderation.remove({ post_id: stream.post_id!, reason_code: 'spam' })
    expect(await listed(null)).toEqual([])
    expect(await (await t.as(null)).streams.get({ stream_id: stream.id })).toMatchObject({
      title: '',
      description: '',
      url: null,
      playback: null,
    })
    expect(await api.streams.get({ stream_id: stream.id })).toMatchObject({ title: announced.title, playback: null })
  })

  test('STREAM-8 an adult stream is listed and shown on the adult site only', async () => {
    const { home, api } = await community({ is_nsfw: true })
    const stream = await api.streams.create(live(home.id))
    const [normal, adult] = [await t.as(null), await t.as(null, ADULT)]
    expect((await normal.streams.list({ nsfw: true })).streams).toEqual([])
    expect(await failure(normal.streams.get({ stream_id: stream.id }))).toMatchObject({ status: 404 })
    expect((await adult.streams.list({ nsfw: true })).streams).toMatchObject([{ id: stream.id }])
    expect((await adult.streams.list({})).streams.map(({ id }) => id)).not.toContain(stream.id)
    expect(await adult.streams.get({ stream_id: stream.id })).toMatchObject({ id: stream.id })
  })

  test('STREAM-8 a stream held for review is seen by streamer and staff; its approval notifies followers', async () => {
    const { home, api, anna, moderator } = await community({ hold_newcomers: true })
    await t.db.update(userTable).set({ trust_level: 0 }).where(eq(userTable.id, anna.id))
    const follower = await createUser(t.db)
    await createFollow(t.db, follower, anna)
    const stream = await api.streams.create(live(home.id))
    expect(await failure((await t.as(null)).streams.get({ stream_id: stream.id }))).toMatchObject({ status: 404 })
    expect(await api.streams.get({ stream_id: stream.id })).toMatchObject({ id: stream.id })
    const [staff, stranger] = [await t.as(moderator), await t.as(await createUser(t.db))]
    const { id: stream_id } = stream
    expect(await failure(stranger.streams.end({ stream_id }))).toMatchObject({ status: 404 })
    expect(await failure(stranger.streams.edit({ stream_id, title: 'Moje' }))).toMatchObject({ status: 404 })
    expect(await staff.streams.get({ stream_id: stream.id })).toMatchObject({ id: stream.id })
    await runJobs(t.services)
    expect(await (await t.as(follower)).notifications.list({})).toEqual([])
    await staff.moderation.approve({ post_id: stream.post_id! })
    await runJobs(t.services)
    expect(await (await t.as(null)).streams.get({ stream_id: stream.id })).toMatchObject({ id: stream.id })
    expect(await (await t.as(follower)).notifications.list({})).toMatchObject([{ kind: 'stream' }])
  })
})

describe('notifications of followers', () => {
  test('STREAM-7 followers are notified once of a stream, unless they blocked the streamer or opted out', async () => {
    const { home, api, anna } = await community()
    const [follower, blocker, other] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
    for (const one of [follower, blocker, other]) await createFollow(t.db, one, anna)
    await createBlock(t.db, blocker, anna)
    await (await t.as(other)).notifications.editSettings({ kinds: { stream: { site: false } } })
    const stream = await api.streams.create(live(home.id))
    await runJobs(t.services)
    await addJob(t.db, 'announce_stream', { stream_id: stream.id })
    await runJobs(t.services)
    const listOf = async (member: { id: number }) => (await t.as(member)).notifications.list({})
    expect(await listOf(follower)).toMatchObject([
      {
        kind: 'stream',
        link: `/stream/${stream.id}`,
        title: `${anna.username} nadaje na żywo`,
        content: announced.title,
      },
    ])
    expect(await listOf(blocker)).toEqual([])
    expect(await listOf(other)).toEqual([])
    const settings = await (await t.as(follower)).notifications.settings()
    expect(settings.kinds.stream).toEqual({ site: true, email: false, push: false })
  })

  test('STREAM-7 a notification of a stream shows the current title of its post', async () => {
    const { home, api, anna } = await community()
    const follower = await createUser(t.db)
    await createFollow(t.db, follower, anna)
    const { post_id } = await api.streams.create(live(home.id))
    await runJobs(t.services)
    await api.posts.edit({ post_id: post_id!, title: 'Gramy w warcaby' })
    const [notice] = await (await t.as(follower)).notifications.list({})
    expect(notice).toMatchObject({ kind: 'stream', content: 'Gramy w warcaby' })
  })

  test("STREAM-7 a stream without a community notifies the streamer's followers too", async () => {
    const [anna, follower] = [await createUser(t.db), await createUser(t.db)]
    await createFollow(t.db, follower, anna)
    const stream = await (await t.as(anna)).streams.create(announced)
    await runJobs(t.services)
    const api = await t.as(follower)
    expect(await api.notifications.list({})).toMatchObject([
      { link: `/stream/${stream.id}`, content: announced.title, post_id: null },
    ])
    await softDeleteStream(t.db, stream.id, new Date())
    expect(await api.notifications.list({})).toEqual([])
  })
})

describe('streaming from the browser', () => {
  const browser = { title: 'Z kamery', stream_type: 'browser' as const }

  test('STREAM-4 streaming from a browser is refused when switched off or when all encoders are busy', async () => {
    const api = await t.as(await createUser(t.db), { lang: 'en' })
    await limitTo(0)
    expect(await failure(api.streams.create(browser))).toMatchObject({
      status: 503,
      code: 'no_encoder',
      detail: expect.stringContaining('switched off'),
    })
    await limitTo(1)
    const outcomes = await Promise.allSettled(
      [api, await t.as(await createUser(t.db))].map((one) => one.streams.create(browser)),
    )
    await limitTo(null)
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    if (t.services.live.hasEncoder()) expect(refused).toMatchObject([{ reason: { status: 503, code: 'no_encoder' } }])
    else expect(refused).toHaveLength(2)
  })
})
