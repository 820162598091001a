import { expect, test } from 'bun:test'
import { user } from '#server/features/users/table.ts'
import { createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { isOneOf } from './one-of.ts'

const t = await createTestApp()

test('finds what is in the list, however long it is', async () => {
  const ids = [(await createUser(t.db)).id, (await createUser(t.db)).id, (await createUser(t.db)).id]
  const found = async (values: number[]) =>
    (await t.db.select({ id: user.id }).from(user).where(isOneOf(user.id, values)).orderBy(user.id)).map(({ id }) => id)
  expect(await found([])).toEqual([])
  expect(await found([ids[1]!])).toEqual([ids[1]!])
  expect(await found(ids)).toEqual(ids)
  expect(await found([...Array.from({ length: 300 }, (_, at) => -at), ...ids])).toEqual(ids)
})

test('lists of three and of four are one statement', () => {
  const textOf = (values: number[]) => t.db.select({ id: user.id }).from(user).where(isOneOf(user.id, values)).toSQL().sql
  expect(textOf([1, 2, 3])).toBe(textOf([5, 6, 7, 8]))
  expect(textOf([1])).not.toBe(textOf([1, 2]))
})
