import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestDatabase } from '#server/test/database.ts'
import { afterCommit } from './after-commit.ts'
import type { DbOrTx } from './client.ts'

const { db, drop } = await createTestDatabase()
afterAll(drop)

test('after-commit callbacks run in order after the commit, and at once outside a transaction', async () => {
  const ran: unknown[] = []
  const note = (tx: DbOrTx, name: string) => afterCommit(tx, (of) => ran.push([name, of === db]))
  await db.transaction(async (tx) => {
    note(tx, 'first')
    await tx.transaction(async (inner) => note(inner, 'second'))
    note(tx, 'third')
    expect(ran).toEqual([])
  })
  note(db, 'fourth')
  expect(ran).toEqual([
    ['first', true],
    ['second', true],
    ['third', true],
    ['fourth', true],
  ])
})

test('after-commit callbacks of a rolled-back transaction or savepoint never run', async () => {
  const ran: string[] = []
  const fail = () => {
    throw new Error('rolled back')
  }
  await db.transaction(async (tx) => {
    await tx
      .transaction(async (inner) => {
        afterCommit(inner, () => ran.push('savepoint'))
        await inner.transaction(async (deepest) => afterCommit(deepest, () => ran.push('inside it')))
        fail()
      })
      .catch(() => {})
    afterCommit(tx, () => ran.push('the rest'))
  })
  expect(ran).toEqual(['the rest'])
  await db
    .transaction(async (tx) => {
      afterCommit(tx, () => ran.push('all'))
      fail()
    })
    .catch(() => {})
  await db
    .transaction(async (tx) => {
      afterCommit(tx, () => ran.push('a failed query'))
      await tx.execute(sql`select 1 / 0`)
    })
    .catch(() => {})
  expect(ran).toEqual(['the rest'])
})
