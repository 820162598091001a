import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestDatabase } from '#server/test/database.ts'
import { createDb } from './client.ts'
import { prepareFrequent, PREPARE_LIMITS } from './auto-prepare.ts'

const database = await createTestDatabase({ max: 1 })
afterAll(() => database.drop())

const times = (n: number, action: () => unknown) => Array.from({ length: n }, action)
const statements = sql`select statement from pg_prepared_statements where statement like '% as probe%'`
const textsOf = (rows: Record<string, unknown>[]) => rows.map(({ statement }) => statement)

describe('frequent queries', () => {
  test('a frequent query becomes a prepared statement, in transactions too, with the same result', async () => {
    const ask = (db: Pick<typeof database.db, 'execute'>, n: number) =>
      db.execute<{ probe: number }>(sql`select ${n}::integer + 1 as probe`)
    const answers = await Promise.all(
      Array.from({ length: PREPARE_LIMITS.runs + 5 }, async (_, n) => (await ask(database.db, n))[0]!.probe),
    )
    expect(answers).toEqual(Array.from({ length: PREPARE_LIMITS.runs + 5 }, (_, n) => n + 1))
    expect(textsOf(await database.db.execute(statements))).toEqual(['select $1::integer + 1 as probe'])
    await database.db.transaction(async (tx) => {
      expect(textsOf(await tx.execute(statements))).toEqual([])
      expect((await ask(tx, 40))[0]!.probe).toBe(41)
      expect(await tx.transaction(async (inner) => (await ask(inner, 50))[0]!.probe)).toBe(51)
      expect(textsOf(await tx.execute(statements))).toEqual(['select $1::integer + 1 as probe'])
    })
  })

  test('a prepared query still works after the type of a column that it reads has changed', async () => {
    await database.db.execute(sql`create table changing (value integer)`)
    await database.db.execute(sql`insert into changing values (7)`)
    const ask = async () => (await database.db.execute(sql`select * from changing where ${1} = 1`))[0]!.value
    await Promise.all(times(PREPARE_LIMITS.runs, ask))
    await database.db.execute(sql`alter table changing alter column value type text`)
    expect(await ask()).toBe('7')
  })

  test('a prepared query fails like an unprepared one, and still works afterwards', async () => {
    const divide = async (by: number) =>
      (await database.db.execute(sql`select 10 / ${by}::integer as quotient`))[0]!.quotient
    await Promise.all(times(PREPARE_LIMITS.runs, () => divide(2)))
    await expect(divide(0)).rejects.toMatchObject({ cause: { code: '22012' } })
    expect(await divide(5)).toBe(2)
  })
})

test('a rare query is not prepared', async () => {
  await Promise.all(
    times(PREPARE_LIMITS.runs - 1, () => database.db.execute(sql`select ${1}::integer as probe_seldom`)),
  )
  expect(textsOf(await database.db.execute(statements))).not.toContain('select $1::integer as probe_seldom')
})

test('a pool can be opened without prepared statements', async () => {
  const plain = createDb(database.url, { max: 1, shouldPrepare: () => false })
  await Promise.all(times(PREPARE_LIMITS.runs * 2, () => plain.db.execute(sql`select ${1}::integer as probe`)))
  expect(await plain.db.execute(statements)).toHaveLength(0)
  await plain.close()
})

describe('query texts that vary with the input', () => {
  const flood = (choose: (text: string) => boolean, from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) =>
      times(PREPARE_LIMITS.runs, () => choose(`offset ${from + n}`)).at(-1),
    ).filter(Boolean).length

  test('query texts that vary with the input are prepared up to a limit; prepared texts stay prepared', () => {
    const choose = prepareFrequent()
    times(PREPARE_LIMITS.runs, () => choose('feed'))
    expect(flood(choose, 0, 10_000)).toBe(PREPARE_LIMITS.maxPrepared - 1)
    expect([choose('feed'), choose('offset 9999')]).toEqual([true, false])
  })

  test('the counts of the runs of query texts are reset after a period', () => {
    let now = 0
    const choose = prepareFrequent(() => now)
    expect(flood(choose, 0, 1_000)).toBe(PREPARE_LIMITS.maxPrepared)
    now = PREPARE_LIMITS.periodMs + 1
    expect(choose('offset 0')).toBe(false)
    expect(times(PREPARE_LIMITS.runs, () => choose('feed')).at(-1)).toBe(true)
  })

  test('query texts are counted up to a limit, then all counts are reset', () => {
    const choose = prepareFrequent()
    times(PREPARE_LIMITS.runs - 1, () => choose('seldom'))
    Array.from({ length: PREPARE_LIMITS.maxCounted + 1 }, (_, n) => choose(`other ${n}`))
    expect(choose('seldom')).toBe(false)
  })
})
