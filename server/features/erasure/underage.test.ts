import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { LIFETIME } from '#shared/limits.ts'
import { addJob } from '#server/jobs/add.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createPost, createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { decision } from '../moderation/tables.ts'
import { user } from '../users/table.ts'

const t = await createTestApp({ MINIMUM_AGE: '16' })
const admin = await t.as(null, { admin: ADMIN_PASSWORD })
const visitor = await t.as(null)

test('AGE-1 a registration below the minimum age is refused; one that declares no age is accepted', async () => {
  const form = { email: 'ktos@example.org', password: 'Haslo1234' }
  expect(await failure(visitor.auth.register({ ...form, username: 'mlody', age_confirmed: false }))).toMatchObject({
    status: 422,
    issues: { age_confirmed: expect.any(String) },
  })
  expect(await visitor.auth.register({ ...form, username: 'dorosly', age_confirmed: true })).toMatchObject({
    username: 'dorosly',
  })
  expect(await visitor.auth.register({ ...form, username: 'dawny' })).toMatchObject({ username: 'dawny' })
})

test('AGE-2 suspending an underage account erases it after 30 days unless an appeal is open or granted', async () => {
  const other = await t.as(await createUser(t.db, { is_admin: true }), { admin: ADMIN_PASSWORD })
  const chief = await t.as(await createUser(t.db, { is_admin: true }), { admin: ADMIN_PASSWORD })
  const people = await Promise.all(Array.from({ length: 6 }, () => createUser(t.db)))
  const [plain, appealed, upheld, overturned, spammer, fresh] = people as [
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
  ]
  const post = await createPost(t.db, { author: plain })
  const suspend = (user_id: number, reason_code: 'underage' | 'spam') =>
    chief.moderation.ban({ user_id, category_id: null, reason_code })
  for (const { id } of people) await suspend(id, id === spammer.id ? 'spam' : 'underage')
  for (const one of [appealed, upheld, overturned]) {
    const api = await t.as(one)
    const { decisions } = await api.decisions.mine()
    await api.appeals.create({ decision_id: decisions[0]!.id, text: 'Mam już tyle lat, proszę sprawdzić.' })
  }
  const { items } = await other.queue.list({ kind: 'appeals' })
  for (const item of items) {
    const name = item.author!.username
    if (name === appealed.username) continue
    await other.queue.decide({
      item_id: item.id,
      decision: name === upheld.username ? 'uphold' : 'overturn',
      text: 'Tak',
    })
  }
  const old = new Date(Date.now() - LIFETIME.underageAccount - 1_000)
  await t.db.update(decision).set({ created_at: old })
  await t.db
    .update(decision)
    .set({ created_at: new Date(Date.now() - LIFETIME.underageAccount + 60_000) })
    .where(eq(decision.user_id, fresh.id))
  await addJob(t.db, 'erase_underage', {})
  await runJobs(t.services)
  const rows = await t.db.select().from(user)
  const erased = people.filter(({ id }) => rows.find((row) => row.id === id)!.deleted_at !== null)
  expect(erased.map(({ id }) => id)).toEqual([plain.id, upheld.id])
  expect(await failure(visitor.posts.get({ post_id: post.id }))).toMatchObject({ status: 404 })
  const { entries } = await admin.admin.audit({})
  expect(entries.filter(({ action }) => action === 'user.erase_underage')).toHaveLength(2)
})
