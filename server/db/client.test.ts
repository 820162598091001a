import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestDatabase } from '#server/test/database.ts'

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
