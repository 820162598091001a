import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { user } from '#server/features/users/table.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createDb, isUniqueViolation } from './client.ts'

const database = await createTestDatabase({ max: 2 })
afterAll(() => database.drop())

const query = () => database.db.execute(sql`select pg_sleep(0.001)`)
const transaction = () => database.db.transaction((tx) => tx.execute(sql`select 1`))

test('transactions begin among queries without parameters, however many there are at once', async () => {
  const work = Array.from({ length: 60 }, async (_, n) => {
    await [transaction, query][n % 2]!()
    await [transaction, query, query][n % 3]!()
    await [transaction, query, query, query, query][n % 5]!()
  })
  expect(await Promise.all(work)).toHaveLength(60)
})

const failureOf = (write: Promise<unknown>) => write.then(() => null, (error: unknown) => error)

test('a name taken in another case is a unique violation, of that index and no other', async () => {
  await database.db.insert(user).values({ username: 'Ada' })
  const error = await failureOf(database.db.insert(user).values({ username: 'ada' }))
  expect(isUniqueViolation(error)).toBe(true)
  expect(isUniqueViolation(error, 'user_username_key')).toBe(true)
  expect(isUniqueViolation(error, 'user_email_key')).toBe(false)
})

test('another failure is none', async () => {
  expect(isUniqueViolation(await failureOf(database.db.execute(sql`select 1 / 0`)))).toBe(false)
  expect(isUniqueViolation(new Error('23505'))).toBe(false)
})

test('a moment written as a Date is read as the same Date', async () => {
  const deleted_at = new Date('2025-02-03T04:05:06.789Z')
  const [row] = await database.db.insert(user).values({ username: 'dated', deleted_at }).returning()
  expect(row!.deleted_at).toEqual(deleted_at)
})

test('more queries at once than connections are all answered', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => database.sql`select ${n}::int as n`))
  expect(answers.map(([row]) => row!.n)).toEqual(Array.from({ length: 200 }, (_, n) => n))
})

test('what is asked of a connection that the database closed fails, and the process goes on', async () => {
  const { db } = database
  const asked = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
    await Bun.sleep(20)
    return tx.execute(sql`select 1`)
  })
  expect(await asked.then(() => 'answered', () => 'failed')).toBe('failed')
  expect(await db.execute(sql`select 1 as one`)).toEqual([{ one: 1 }] as never)
})

test('what a transaction says after its connection was lost reaches no other transaction on the connection that follows', async () => {
  const { db, close } = createDb(database.url, { max: 1 })
  const [toldAway, toldBegun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stray = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
    toldAway.resolve()
    await toldBegun.promise
    await tx.insert(user).values({ username: 'stray' })
  }).catch(() => 'failed')
  await toldAway.promise
  await db.transaction(async (tx) => {
    await tx.insert(user).values({ username: 'kept' })
    toldBegun.resolve()
    await stray
    await tx.execute(sql`select pg_sleep(0.02)`)
  })
  expect(await stray).toBe('failed')
  const names = await db.select({ username: user.username }).from(user).where(sql`username in ('stray', 'kept')`)
  expect(names).toEqual([{ username: 'kept' }])
  await close()
})
