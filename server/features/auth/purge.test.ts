import { expect, test } from 'bun:test'
import { eq, inArray } from 'drizzle-orm'
import { addJob } from '#server/jobs/add.ts'
import { idempotencyKey } from '#server/features/idempotency/table.ts'
import { adminToken, emailToken, registration, session } from '#server/features/auth/table.ts'
import { user } from '#server/features/users/table.ts'
import { createTestApp } from '#server/test/app.ts'
import { createRegistration, createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'

const t = await createTestApp()
const HOUR = 3_600_000
const hours = (n: number) => new Date(Date.now() + n * HOUR)

async function purge() {
  await addJob(t.db, 'purge_accounts', {})
  await runJobs(t.services)
}

test('registrations not verified within seven days are deleted, while accounts and bots stay', async () => {
  const old = hours(-7 * 24 - 1)
  const gone = await createRegistration(t.db, { created_at: old })
  const young = await createRegistration(t.db, { created_at: hours(-7 * 24 + 1) })
  await t.db
    .insert(emailToken)
    .values({ registration_id: gone.id, purpose: 'verify', token_hash: 'gone', expires_at: hours(1) })
  const account = await createUser(t.db, { created_at: old })
  const bot = await createUser(t.db, { is_bot: true, created_at: old })
  const tombstone = await createUser(t.db, { email: null, deleted_at: old, created_at: old })
  await purge()
  expect((await t.db.select().from(registration)).map((row) => row.id)).toEqual([young.id])
  expect(await t.db.$count(emailToken, eq(emailToken.token_hash, 'gone'))).toBe(0)
  expect(await t.db.$count(user, inArray(user.id, [account.id, bot.id, tombstone.id]))).toBe(3)
})

test('expired sessions, links, staff tokens and idempotency keys are purged', async () => {
  const { id: user_id } = await createUser(t.db)
  await t.db.insert(session).values([
    { id: 'over', user_id, expires_at: hours(-1) },
    { id: 'open', user_id, expires_at: hours(1) },
  ])
  await t.db.insert(emailToken).values([
    { user_id, purpose: 'reset', token_hash: 'over', expires_at: hours(-1) },
    { user_id, purpose: 'reset', token_hash: 'open', expires_at: hours(1) },
  ])
  await t.db.insert(adminToken).values([
    { token_hash: 'over', password_key: 'x', address: '::1', expires_at: hours(-1) },
    { token_hash: 'open', password_key: 'x', address: '::1', expires_at: hours(1) },
  ])
  await t.db.insert(idempotencyKey).values([
    { user_id, call: 'categories.create', key: 'over', created_at: hours(-25) },
    { user_id, call: 'categories.create', key: 'open', created_at: hours(-23) },
  ])
  await purge()
  expect((await t.db.select().from(session)).map((row) => row.id)).toEqual(['open'])
  expect((await t.db.select().from(emailToken)).map((row) => row.token_hash)).toEqual(['open'])
  expect((await t.db.select().from(adminToken)).map((row) => row.token_hash)).toEqual(['open'])
  expect((await t.db.select().from(idempotencyKey)).map((row) => row.key)).toEqual(['open'])
})
