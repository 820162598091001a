import { describe, expect, test } from 'bun:test'
import { createTestApp, failure } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { listStreams, softDeleteStream } from './queries.ts'

const t = await createTestApp()
const announced = { title: 'Gramy w szachy', description: 'Do mata', url: 'https://example.org/szachy' }

describe('announcing', () => {
  test('ENT-14 answers with the stream, live and without viewers', async () => {
    const anna = await createUser(t.db)
    t.clock.now = () => new Date('2025-05-01T12:00:00Z')
    const stream = await (await t.as(anna)).streams.create({ ...announced, stream_type: 'external' })
    t.clock.now = () => new Date()
    expect(stream).toEqual({
      ...announced,
      id: stream.id,
      is_live: true,
      streamer: { username: anna.username },
      viewer_count: 0,
      stream_type: 'external',
      created_at: '2025-05-01T12:00:00.000Z',
    })
  })

  test('a second one while the first is live is 409, also at the same moment', async () => {
    const anna = await createUser(t.db)
    const api = await t.as(anna)
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => api.streams.create(announced)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await failure(api.streams.create(announced))).toMatchObject({ status: 409, code: 'already_live' })
  })

  test('takes an https address and a title of 3 to 300 characters only', async () => {
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

  test('is for members', async () => {
    expect(await failure((await t.as(null)).streams.create(announced))).toMatchObject({ status: 401 })
  })
})

describe('ending', () => {
  test('is final, may be repeated, and lets the next one begin', async () => {
    const api = await t.as(await createUser(t.db))
    const { id } = await api.streams.create(announced)
    expect(await api.streams.end({ stream_id: id })).toMatchObject({ id, is_live: false })
    expect(await api.streams.end({ stream_id: id })).toMatchObject({ id, is_live: false })
    expect(await api.streams.create(announced)).toMatchObject({ is_live: true })
  })

  test("is the announcer's alone", async () => {
    const { id } = await (await t.as(await createUser(t.db))).streams.create(announced)
    const stranger = await t.as(await createUser(t.db, { is_admin: true }))
    expect(await failure(stranger.streams.end({ stream_id: id }))).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await failure(stranger.streams.end({ stream_id: 2_000_000_000 }))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })
})

describe('staff', () => {
  test('list streams by status, newest first, and take them away', async () => {
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
