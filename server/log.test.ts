import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestDatabase } from '#server/test/database.ts'
import { withoutValues } from './log.ts'

test('what is logged of a failed query says why and which, and none of its values', async () => {
  const { db, drop } = await createTestDatabase()
  const error = await db.execute(sql`select ${'hunter2'}::text from nowhere`).then(() => null, (thrown: Error) => thrown)
  await drop()
  const { message, stack } = withoutValues(error!)
  expect(error!.message).toContain('hunter2')
  expect(message).toBe('relation "nowhere" does not exist: select $1::text from nowhere')
  expect(stack).not.toContain('hunter2')
  expect(stack).toContain('    at ')
})

test('any other error is logged as it is', () => {
  const error = new Error('plain')
  expect(withoutValues(error)).toBe(error)
})
