import { expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestDatabase } from '#server/test/database.ts'
import { createLogger, withoutValues } from './log.ts'

test('a logged query error has its reason and statement, and none of its values', async () => {
  const { db, drop } = await createTestDatabase()
  const error = await db.execute(sql`select ${'hunter2'}::text from nowhere`).then(
    () => null,
    (thrown: Error) => thrown,
  )
  await drop()
  const { message, stack } = withoutValues(error!)
  expect(error!.message).toContain('hunter2')
  expect(message).toBe('relation "nowhere" does not exist: select $1::text from nowhere')
  expect(stack).not.toContain('hunter2')
  expect(stack).toContain('    at ')
})

test.each([false, true])('a logged value cannot start a new log line (JSON: %p)', (json) => {
  const lines: string[] = []
  const write = spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  createLogger('info', json).info('A request failed\nA member signed in', {
    path: '/x\r\nA member signed in user_id=1',
    'k\n': '\u2028\u001b[2J',
    n: 1,
    plain: 'zażółć',
  })
  write.mockRestore()
  expect(lines.join('').trimEnd()).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
  expect(lines.join('')).toContain('zażółć')
})

test('an error that is not of a query is logged unchanged', () => {
  const error = new Error('plain')
  expect(withoutValues(error)).toBe(error)
})
