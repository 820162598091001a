import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'

test('the readiness probe checks once a second that the database has its tables', async () => {
  const t = await createTestApp()
  const start = Date.now()
  t.clock.now = () => new Date(start)
  const status = async () => (await t.request('/readyz')).status
  expect(await status()).toBe(200)
  await t.db.execute(sql`alter table "user" rename to elsewhere`)
  expect(await status()).toBe(200)
  t.clock.now = () => new Date(start + 1_000)
  expect(await status()).toBe(503)
  await t.db.execute(sql`alter table elsewhere rename to "user"`)
  expect(await status()).toBe(200)
})

test('an IP address may request the readiness probe six hundred times a minute', async () => {
  const t = await createTestApp({ RATE_LIMIT_SCALE: '0.01' })
  const statuses = await Promise.all(Array.from({ length: 7 }, async () => (await t.request('/readyz')).status))
  expect(statuses).toEqual([...Array(6).fill(200), 429])
  expect((await t.request('/healthz')).status).toBe(200)
})
