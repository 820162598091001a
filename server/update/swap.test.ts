import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { writeBackup } from '#server/db/backup/write.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createUser } from '#server/test/factories.ts'
import { mayCreateDatabases, NO_MEDIA, restoreBeside, swapDatabases } from './swap.ts'

const forum = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'watek-swap-test-'))
afterAll(async () => {
  await forum.drop()
  await rm(folder, { recursive: true })
})

const id = crypto.randomUUID().replaceAll('-', '').slice(0, 12)
const print = () => {}

const databases = async () => {
  const url = new URL(forum.url)
  url.pathname = '/postgres'
  const sql = postgres(url.href, { max: 1 })
  const rows = await sql<{ datname: string }[]>`select datname from pg_database where datname like ${`%${id}`}`
  await sql.end()
  return rows.map(({ datname }) => datname)
}

test('RUN-10 a rollback swaps the backup with the database while clients are connected', async () => {
  const user = await createUser(forum.db)
  await forum.sql`insert into session (id, user_id, expires_at) values ('kept', ${user.id}, now() + interval '1 day')`
  const file = join(folder, 'before.tar.zst')
  await writeBackup({ url: forum.url, media: NO_MEDIA, file, print })
  await forum.sql`create table added_by_a_migration (id int)`
  await forum.sql`update "user" set bio = 'changed by a migration'`

  // A killed restore starts again from the beginning.
  await restoreBeside(forum.url, id, file)
  await restoreBeside(forum.url, id, file)
  expect(await databases()).toEqual([`watek_restored_${id}`])
  await swapDatabases(forum.url, id)
  expect(await databases()).toEqual([])

  const sql = postgres(forum.url, { max: 1, onnotice: () => {} })
  const [found] = await sql`select to_regclass('added_by_a_migration') as added, bio from "user" where id = ${user.id}`
  expect(found).toEqual({ added: null, bio: user.bio ?? '' })
  expect(await sql`select id from session`).toHaveLength(1)
  await sql.end()

  // Repeating the swap after a kill changes nothing.
  await swapDatabases(forum.url, id)
  const again = postgres(forum.url, { max: 1, onnotice: () => {} })
  expect(await again`select 1 from "user" where id = ${user.id}`).toHaveLength(1)
  await again.end()
})

test('RUN-10 a role that may not create databases is detected before anything is changed', async () => {
  const sql = postgres(forum.url, { max: 1, onnotice: () => {} })
  expect(await mayCreateDatabases(sql)).toBe(true)
  const role = `limited_${id}`
  await sql`create role ${sql(role)}`
  await sql`set role ${sql(role)}`
  expect(await mayCreateDatabases(sql)).toBe(false)
  await sql`reset role`
  await sql`drop role ${sql(role)}`
  await sql.end()
})
