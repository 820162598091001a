import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { user } from '#server/features/users/table.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createDb, isUniqueViolation, postgresError } from './client.ts'

const database = await createTestDatabase({ max: 2 })
afterAll(() => database.drop())

const query = () => database.db.execute(sql`select pg_sleep(0.001)`)
const transaction = () => database.db.transaction((tx) => tx.execute(sql`select 1`))

test('sixty concurrent mixes of transactions and queries without parameters finish on two connections', async () => {
  const work = Array.from({ length: 60 }, async (_, n) => {
    await [transaction, query][n % 2]!()
    await [transaction, query, query][n % 3]!()
    await [transaction, query, query, query, query][n % 5]!()
  })
  expect(await Promise.all(work)).toHaveLength(60)
})

const failureOf = (write: Promise<unknown>) =>
  write.then(
    () => null,
    (error: unknown) => error,
  )

test('a user name that differs only in case violates the unique index of user names and no other', async () => {
  await database.db.insert(user).values({ username: 'Ada' })
  const error = await failureOf(database.db.insert(user).values({ username: 'ada' }))
  expect(isUniqueViolation(error)).toBe(true)
  expect(isUniqueViolation(error, 'user_username_key')).toBe(true)
  expect(isUniqueViolation(error, 'user_email_key')).toBe(false)
})

test('isUniqueViolation is false for other database errors and for errors of other origin', async () => {
  expect(isUniqueViolation(await failureOf(database.db.execute(sql`select 1 / 0`)))).toBe(false)
  expect(isUniqueViolation(new Error('23505'))).toBe(false)
})

test('a timestamp written as a Date is read as the same Date', async () => {
  const deleted_at = new Date('2025-02-03T04:05:06.789Z')
  const [row] = await database.db.insert(user).values({ username: 'dated', deleted_at }).returning()
  expect(row!.deleted_at).toEqual(deleted_at)
})

test('more simultaneous queries than connections are all answered', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => database.sql`select ${n}::int as n`))
  expect(answers.map(([row]) => row!.n)).toEqual(Array.from({ length: 200 }, (_, n) => n))
})

test('a query on a connection closed by the database fails without crashing the process', async () => {
  const { db } = database
  const asked = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
    await Bun.sleep(20)
    return tx.execute(sql`select 1`)
  })
  expect(
    await asked.then(
      () => 'answered',
      () => 'failed',
    ),
  ).toBe('failed')
  expect(await db.execute(sql`select 1 as one`)).toEqual([{ one: 1 }] as never)
})

test('a connection lost before a query was sent is replaced at the first retry', async () => {
  const sockets: Socket[] = []
  const { hostname, port } = new URL(database.url)
  const options = {
    max: 1,
    connect_timeout: 1,
    fetch_types: false,
    backoff: () => 0,
    async socket() {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      sockets.push(socket)
      return socket
    },
  }
  const client = postgres(database.url, options)
  await client`select 1`
  const asked = failureOf(client`select 2`)
  await Promise.resolve()
  await Promise.resolve()
  sockets[0]!.emit('close', false)
  expect(await asked).toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect([...(await client`select 3 as n`)]).toEqual([{ n: 3 }])
  expect(sockets).toHaveLength(2)
  await client.end()
  sockets[0]!.destroy()
})

test('queries of a transaction whose connection was lost never run in another transaction', async () => {
  const { db, close } = createDb(database.url, { max: 1 })
  const [connectionLost, nextBegan] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stray = db
    .transaction(async (tx) => {
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
      connectionLost.resolve()
      await nextBegan.promise
      await tx.insert(user).values({ username: 'stray' })
    })
    .catch(() => 'failed')
  await connectionLost.promise
  await db.transaction(async (tx) => {
    await tx.insert(user).values({ username: 'kept' })
    nextBegan.resolve()
    await stray
    await tx.execute(sql`select pg_sleep(0.02)`)
  })
  expect(await stray).toBe('failed')
  const names = await db
    .select({ username: user.username })
    .from(user)
    .where(sql`username in ('stray', 'kept')`)
  expect(names).toEqual([{ username: 'kept' }])
  await close()
})

test('a transaction that PostgreSQL rolls back at its commit throws', async () => {
  const { db, close } = createDb(database.url, { max: 1 })
  await db.transaction((tx) => tx.execute(sql`select 1`))
  const lost = db.transaction(async (tx) => {
    await tx.insert(user).values({ username: 'lost' })
    // A pooler that switches connections also loses the prepared COMMIT.
    await tx.execute(sql`deallocate all`)
  })
  expect(await failureOf(lost)).toMatchObject({ code: 'COMMIT_ROLLED_BACK' })
  expect(
    await db
      .select()
      .from(user)
      .where(sql`username = 'lost'`),
  ).toEqual([])
  await close()
})

test('a statement over its timeout is cancelled, in a query and in a transaction', async () => {
  const { db, close } = createDb(database.url, { max: 1, statementTimeoutMs: 1_000 })
  const codes = await Promise.all([
    failureOf(db.execute(sql`select pg_sleep(600)`)),
    failureOf(db.transaction((tx) => tx.execute(sql`select pg_sleep(600)`))),
  ])
  await close()
  expect(codes.map((error) => postgresError(error)?.code)).toEqual(['57014', '57014'])
})

test('a statement times out after 30 s, and behind a pooler after the time set for the database role', async () => {
  const limitOf = async (options: Parameters<typeof createDb>[1]) => {
    const { db, close } = createDb(database.url, options)
    const [row] = await db.execute<{ statement_timeout: string }>(sql`show statement_timeout`)
    await close()
    return row!.statement_timeout
  }
  expect([await limitOf({}), await limitOf({ pooler: 'transaction' })]).toEqual(['30s', '0'])
})

test('alternating queries and transactions reuse the last used connection, whose caches are filled', async () => {
  const pool = createDb(database.url, { max: 5 })
  const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const ofQueries = async () => (await pool.db.execute<{ pid: number }>(backend))[0]!.pid
  const ofTransactions = () => pool.db.transaction(async (tx) => (await tx.execute<{ pid: number }>(backend))[0]!.pid)
  try {
    for (const ask of [ofQueries, ofTransactions]) {
      const together = await Promise.all(
        Array.from({ length: 5 }, () => pool.db.transaction((tx) => tx.execute(sql`select pg_sleep(0.05)`)).then(ask)),
      )
      expect(new Set(together).size).toBeGreaterThan(1)
      const inTurns: number[] = []
      for (let at = 0; at < 12; at += 1) inTurns.push(await ask())
      expect(new Set(inTurns).size).toBe(1)
    }
  } finally {
    await pool.close()
  }
})
