import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { auditLog } from '#server/features/audit/table.ts'
import { user } from '#server/features/users/table.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { grantAdmin } from './queries.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

const isAdmin = async (username: string) => {
  const [row] = await database.db.select().from(user).where(eq(user.username, username))
  return row!.is_admin
}

test('the command that grants admin rights finds a user name in any letter case and is audited', async () => {
  const [ada] = await database.db
    .insert(user)
    .values([{ username: 'Ada' }, { username: 'Adam' }])
    .returning()
  expect(await grantAdmin(database.db, 'aDA')).toBe('Ada')
  expect([await isAdmin('Ada'), await isAdmin('Adam')]).toEqual([true, false])
  expect(await database.db.select().from(auditLog)).toMatchObject([
    { actor: 'command line', action: 'user.grant_admin', target_type: 'user', target_id: ada!.id },
  ])
})

test('the command that grants admin rights changes nothing for an unknown user name', async () => {
  expect(await grantAdmin(database.db, 'nobody_here')).toBeNull()
})

test('the command that grants admin rights changes nothing for a deleted account', async () => {
  await database.db.insert(user).values({ username: 'gone', deleted_at: new Date() })
  expect(await grantAdmin(database.db, 'gone')).toBeNull()
  expect(await isAdmin('gone')).toBe(false)
})
