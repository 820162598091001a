import { afterAll, beforeAll, expect, test } from 'bun:test'
import journal from '../../drizzle/meta/_journal.json' with { type: 'json' }
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

const applied = async () =>
  (await database.sql`select hash from drizzle.__drizzle_migrations order by id`).map(({ hash }) => hash)

test('each migration is applied once, however many processes start together', async () => {
  await database.sql`drop schema public cascade`
  await database.sql`drop schema drizzle cascade`
  await database.sql`drop schema graphile_worker cascade`
  await database.sql`create schema public`
  await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)])
  expect((await applied()).length).toBe(journal.entries.length)
})

test('a second run of the migrations leaves the database unchanged', async () => {
  const before = await applied()
  await migrate(database.url)
  expect(await applied()).toEqual(before)
})

test('a database from before the first release is refused with instructions', async () => {
  const [first] = await applied()
  await database.sql`update drizzle.__drizzle_migrations set hash = 'of before' where hash = ${first}`
  try {
    await expect(migrate(database.url)).rejects.toThrow('Begin with an empty one')
  } finally {
    await database.sql`update drizzle.__drizzle_migrations set hash = ${first} where hash = 'of before'`
  }
  await migrate(database.url)
})

test('each migration has a later timestamp than the one before, or the migrator would skip it', () => {
  const times = journal.entries.map(({ when }) => when)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(new Set(times).size).toBe(times.length)
})

test('the SQL function that removes accents is immutable, so that an index can store its result', async () => {
  const [row] = await database.sql`
    select f_unaccent('Zażółć gęślą jaźń') as plain, f_unaccent(null) as nothing,
      (select provolatile from pg_proc where proname = 'f_unaccent') as volatility`
  expect(row).toEqual({ plain: 'Zazolc gesla jazn', nothing: null, volatility: 'i' })
})
