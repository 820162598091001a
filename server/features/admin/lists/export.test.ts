import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { report } from '../../moderation/tables.ts'
import { stream } from '#server/features/streams/table.ts'
import { createLogger } from '#server/lib/log.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'
import { auditLog } from '#server/features/audit/table.ts'

const t = await createTestApp()
const { admin } = await t.as(null, { admin: ADMIN_PASSWORD })

beforeEach(async () => {
  await t.db.execute(sql`truncate "user", category, audit_log restart identity cascade`)
})

const noted = async () =>
  (await t.db.select().from(auditLog).orderBy(auditLog.id)).map(
    ({ actor, action, target_type, target_id, detail }) => `${actor}: ${action} ${target_type} ${target_id}, ${detail}`,
  )

async function makeForum() {
  const [here, elsewhere] = [
    await createUser(t.db, { username: 'ogrodniczka' }),
    await createUser(t.db, { username: 'kucharz' }),
  ]
  const [home, other] = [
    await createCategory(t.db, { name: 'ogrod', creator: here }),
    await createCategory(t.db, { name: 'kuchnia', creator: elsewhere }),
  ]
  const [mine, foreign] = [
    await createPost(t.db, { category: home, author: here, title: 'Grządka' }),
    await createPost(t.db, { category: other, author: here, title: 'Zupa' }),
  ]
  await t.db.insert(report).values([
    { reporter_id: here.id, post_id: mine.id, reason: 'x', scope_category_id: home.id },
    { reporter_id: here.id, post_id: foreign.id, reason: 'x', scope_category_id: other.id },
  ])
  await t.db.insert(stream).values({ user_id: here.id, title: 'x', url: 'https://a.example' })
  return { here, mine }
}

test('exporting a list is audited with its search and row count, while reading one is not', async () => {
  await makeForum()
  await Promise.all([
    admin.users(),
    admin.posts(),
    admin.categories(),
    admin.streams(),
    admin.reports(),
    admin.users({ export: false, search: 'kuch' }),
  ])
  expect(await noted()).toEqual([])
  const exported = await admin.users({ export: true, limit: 1 })
  expect(exported).toEqual(await admin.users({ limit: 1 }))
  expect(await admin.users({ export: true, limit: 1, skip: 1 })).toMatchObject({
    users: [{ username: 'ogrodniczka' }],
    total: 2,
  })
  await admin.users({ export: true, search: 'KUCH' })
  await admin.posts({ export: true, search: 'zupa' })
  await admin.posts({ export: true })
  await admin.categories({ export: true, search: 'niczego' })
  await admin.streams({ export: true, status: 'live' })
  await admin.reports({ export: true, status: 'pending' })
  expect(await noted()).toEqual([
    'admin credential: list.export users null, total: 2',
    'admin credential: list.export users null, search: KUCH, total: 1',
    'admin credential: list.export posts null, search: zupa, total: 1',
    'admin credential: list.export posts null, total: 2',
    'admin credential: list.export categories null, search: niczego, total: 0',
    'admin credential: list.export streams null, status: live, total: 1',
    'admin credential: list.export reports null, status: pending, total: 2',
  ])
})

test('the audit log names a moderator who exports a list; refused exports are not audited', async () => {
  const { here, mine } = await makeForum()
  const moderator = (await t.as(here)).admin
  expect(await moderator.posts({ export: true })).toMatchObject({ posts: [{ id: mine.id }], total: 1 })
  expect(await moderator.categories({ export: true })).toMatchObject({ categories: [{ name: 'ogrod' }], total: 1 })
  expect(await moderator.reports({ export: true })).toMatchObject({ reports: [{ post_id: mine.id }], total: 1 })
  const refused = await Promise.all(
    [moderator.users({ export: true }), moderator.streams({ export: true })].map(failure),
  )
  expect(refused.map(({ code }) => code)).toEqual(['not_staff', 'not_staff'])
  expect(await noted()).toEqual(
    ['posts', 'categories', 'reports'].map((list) => `ogrodniczka: list.export ${list} null, total: 1`),
  )
})

test('exporting a list fails if the audit log cannot be written, while reading the list still works', async () => {
  await makeForum()
  await t.db.execute(sql`alter table audit_log add constraint closed check (false) not valid`)
  const { log } = t.services
  t.services.log = createLogger('silent', false)
  const error = await failure(admin.users({ export: true }))
  const { total } = await admin.users()
  await t.db.execute(sql`alter table audit_log drop constraint closed`)
  t.services.log = log
  expect([error.status, total]).toEqual([500, 2])
})

test('a list of the admin panel answers 422 if its `export` parameter is not a boolean', async () => {
  expect((await failure(admin.posts({ export: 'yes' as never }))).status).toBe(422)
})
