import { expect, test } from 'bun:test'
import type { PoolClient } from 'pg'
import { createTestDatabase } from '#server/test/database.ts'
import { withPool } from './pool.ts'

test('a connection closed by the database after its pool has ended is no uncaught error', async () => {
  const { url } = await createTestDatabase()
  let client!: PoolClient
  await withPool(url, async (pool) => {
    client = await pool.connect()
    client.release()
  })
  expect(() => client.emit('error', new Error('terminating connection due to administrator command'))).not.toThrow()
})
