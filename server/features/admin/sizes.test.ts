import { expect, test } from 'bun:test'
import { report } from '../moderation/tables.ts'
import { stream } from '#server/features/streams/table.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createComment, createPost, createUser } from '#server/test/factories.ts'
import { ensureBot } from '../bot/queries.ts'

const t = await createTestApp()
const { admin, adminBot } = await t.as(null, { admin: ADMIN_PASSWORD })
const many = <Made>(count: number, make: (at: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

test('ADMDB-4 BOT-6 CON-3 the panel shows 50 table rows, 7 chart days and 10 comments by default', async () => {
  const bot = (await ensureBot(t.db, t.config.botUsername, new Date()))!
  const written = await createPost(t.db, { author: bot })
  await many(51, () => createComment(t.db, { post: written }))
  expect((await admin.databaseTable({ name: 'comment' })).rows).toHaveLength(50)
  expect((await admin.charts()).daily).toHaveLength(7)
  expect(await adminBot.pendingComments()).toHaveLength(10)
})

test('API-53 the panel lists streams and reports in pages of 20, newest first, with the total', async () => {
  const streamer = await createUser(t.db)
  const written = await createPost(t.db)
  const streams = await many(23, async (at) => {
    const [row] = await t.db
      .insert(stream)
      .values({ user_id: streamer.id, title: `Stream ${at}`, url: 'https://example.org', is_live: false })
      .returning()
    return row!.id
  })
  const reports = await many(23, async () => {
    const [row] = await t.db
      .insert(report)
      .values({ reporter_id: (await createUser(t.db)).id, post_id: written.id, reason: 'x' })
      .returning()
    return row!.id
  })
  const newest = (ids: number[]) => ids.toSorted((a, b) => b - a)
  const [pages, rest] = [
    await Promise.all([admin.streams(), admin.reports()]),
    await Promise.all([admin.streams({ skip: 20, limit: 2 }), admin.reports({ skip: 20, limit: 2 })]),
  ]
  expect(pages.map(({ total }) => total)).toEqual([23, 23])
  expect(pages[0].streams.map(({ id }) => id)).toEqual(newest(streams).slice(0, 20))
  expect(pages[1].reports.map(({ id }) => id)).toEqual(newest(reports).slice(0, 20))
  expect(rest[0].streams.map(({ id }) => id)).toEqual(newest(streams).slice(20, 22))
  expect(rest[1].reports.map(({ id }) => id)).toEqual(newest(reports).slice(20, 22))
})
