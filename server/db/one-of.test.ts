import { expect, test } from 'bun:test'
import { user } from '#server/features/users/table.ts'
import { createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { isOneOf } from './one-of.ts'

const t = await createTestApp()

test('isOneOf matches the values of a list of any length', async () => {
  const ids = [(await createUser(t.db)).id, (await createUser(t.db)).id, (await createUser(t.db)).id]
  const found = async (values: number[]) =>
    (await t.db.select({ id: user.id }).from(user).where(isOneOf(user.id, values)).orderBy(user.id)).map(({ id }) => id)
  expect(await found([])).toEqual([])
  expect(await found([ids[1]!])).toEqual([ids[1]!])
  expect(await found(ids)).toEqual(ids)
  expect(await found([...ids, ...Array.from({ length: 100 }, (_, at) => -at)])).toEqual(ids)
  expect(await found([...Array.from({ length: 300 }, (_, at) => -at), ...ids])).toEqual(ids)
})

test('isOneOf uses the same SQL for lists of one to eight values, another for nine to sixty-four', () => {
  const textOf = (values: number[]) =>
    t.db.select({ id: user.id }).from(user).where(isOneOf(user.id, values)).toSQL().sql
  const listed = (length: number) => Array.from({ length }, (_, at) => at + 1)
  expect(textOf([1])).toBe(textOf(listed(8)))
  expect(textOf(listed(9))).toBe(textOf(listed(64)))
  expect(textOf(listed(8))).not.toBe(textOf(listed(9)))
})
