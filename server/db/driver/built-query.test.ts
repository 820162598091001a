import { afterAll, describe, expect, test } from 'bun:test'
import { asc, desc, eq, sql } from 'drizzle-orm'
import { createTestDatabase } from '#server/test/database.ts'
import { createPost, createUser } from '#server/test/factories.ts'
import { category } from '#server/features/categories/table.ts'
import { post } from '#server/features/posts/table.ts'
import { user } from '#server/features/users/table.ts'
import type { DbOrTx } from './client.ts'
import { builtQuery, type Placeholders } from './built-query.ts'

const database = await createTestDatabase()
const another = await createTestDatabase()
afterAll(() => Promise.all([database.drop(), another.drop()]))

function counted() {
  const seen = { built: 0 }
  const find = builtQuery((db, values: Placeholders<{ name: string }>) => {
    seen.built += 1
    return db.select({ id: user.id, created_at: user.created_at }).from(user).where(eq(user.username, values.name))
  })
  return { seen, find: (db: DbOrTx, name: string) => find(db, { name }) }
}

describe('a query whose SQL is built once', () => {
  test("a query whose SQL is built once uses each call's values and decodes the results as usual", async () => {
    const { seen, find } = counted()
    const [anna, jan] = [await createUser(database.db), await createUser(database.db)]
    expect(
      await Promise.all([
        find(database.db, anna.username),
        find(database.db, jan.username),
        find(database.db, 'nobody'),
      ]),
    ).toEqual([[{ id: anna.id, created_at: expect.any(Date) }], [{ id: jan.id, created_at: expect.any(Date) }], []])
    expect(seen.built).toBe(1)
  })

  test('a query whose SQL is built once returns objects of inner joins, outer joins and missing rows', async () => {
    await createPost(database.db)
    await database.db
      .update(post)
      .set({ author_id: null })
      .where(eq(post.id, (await createPost(database.db)).id))
    const select = (db: DbOrTx) =>
      db
        .select({
          id: post.id,
          at: post.created_at,
          image: post.image_url,
          one: sql<number>`1`.as('one'),
          text: sql<string>`${post.id}::text`.mapWith(Number),
          author: { name: user.username, at: user.created_at },
          home: { first: sql`null`, name: category.name },
          mixed: { user: user.id, home: category.id },
        })
        .from(post)
        .innerJoin(category, eq(category.id, post.category_id))
        .leftJoin(user, eq(user.id, post.author_id))
        .orderBy(post.id)
    const found = await builtQuery(select)(database.db, {})
    expect(found).toEqual(await select(database.db))
    expect(found.map(({ author, mixed }) => [author?.name, mixed.user])).toEqual([
      [expect.any(String), expect.any(Number)],
      [undefined, null],
    ])
  })

  test('a query whose SQL is built once sees the changes of its transaction', async () => {
    const { find } = counted()
    const { id, username } = await createUser(database.db)
    expect(await find(database.db, username)).toHaveLength(1)
    await database.db.transaction(async (tx) => {
      await tx
        .update(user)
        .set({ username: `${username}2` })
        .where(eq(user.id, id))
      expect(await find(tx, username)).toHaveLength(0)
      expect(await find(tx, `${username}2`)).toHaveLength(1)
      expect(await find(database.db, username)).toHaveLength(1)
    })
  })

  test('a query whose SQL is built once runs on the database passed to it', async () => {
    const { find } = counted()
    const { username } = await createUser(another.db)
    expect([await find(another.db, username), await find(database.db, username)]).toEqual([[expect.anything()], []])
  })

  test('a query whose SQL is built once sends its values as parameters, never inside the SQL', async () => {
    expect(await counted().find(database.db, "x' or true --")).toEqual([])
  })

  test('a query whose SQL is built once has one SQL text per set of options, however many callers use it', async () => {
    await createUser(another.db)
    const { id } = await createUser(another.db)
    let built = 0
    const list = builtQuery(
      (db, values: Placeholders<{ id: number }>, { newest, offset }: { newest: boolean; offset: number }) => {
        built += 1
        return db
          .select({ id: user.id })
          .from(user)
          .where(sql`${user.id} <= ${values.id}`)
          .orderBy(newest ? desc(user.id) : asc(user.id))
          .limit(1)
          .offset(offset)
      },
    )
    const first = async (shape: { newest: boolean; offset: number }) => (await list(another.db, { id }, shape))[0]?.id
    expect(await first({ newest: true, offset: 0 })).toBe(id)
    expect(await first({ newest: false, offset: 0 })).toBeLessThan(id)
    expect(await first({ offset: 0, newest: true })).toBe(id)
    await Promise.all(Array.from({ length: 1_000 }, (_, at) => first({ newest: true, offset: at + 10_000 })))
    expect(await first({ newest: true, offset: 0 })).toBe(id)
    expect(built).toBeGreaterThan(1_000)
  })
})
