import { afterAll, describe, expect, test } from 'bun:test'
import { createTestDatabase } from '#server/test/database.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

async function optionsOf(table: string): Promise<Record<string, string>> {
  const [row] = await database.sql<
    { options: string[] | null }[]
  >`select reloptions as options from pg_class where oid = ${`public."${table}"`}::regclass`
  return Object.fromEntries((row!.options ?? []).map((option) => option.split('=') as [string, string]))
}

/** `inPlace` counts the updates that were HOT, which need no new index entry. */
async function updates(table: string, query: string): Promise<{ changed: number; inPlace: number }> {
  return database.sql.begin(async (tx) => {
    await tx.unsafe(query)
    const [row] = await tx<{ changed: number; inPlace: number }[]>`
      select pg_stat_get_xact_tuples_updated(${table}::regclass)::integer as changed,
        pg_stat_get_xact_tuples_hot_updated(${table}::regclass)::integer as "inPlace"`
    return row!
  })
}

describe('frequently updated tables', () => {
  test.each([
    ['post_rank', 0.01],
    ['comment', 0.02],
    ['user', 0.02],
  ])('the table %s is vacuumed long before a fifth of its rows are dead', async (table, share) => {
    const { autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold } = await optionsOf(table)
    expect([Number(autovacuum_vacuum_scale_factor), Number(autovacuum_vacuum_threshold)]).toEqual([share, 1_000])
  })

  test.each(['post_rank', 'comment'])('the indexes of %s are cleaned at every vacuum', async (table) => {
    expect((await optionsOf(table)).vacuum_index_cleanup).toBe('on')
  })

  test('counting a comment updates no index of post_rank, because its pages have free space', async () => {
    await database.sql.unsafe(`
      insert into category (id, name, display_name) values (1, 'storage', 'Storage');
      insert into post (id, category_id, title) select n, 1, 'Title' from generate_series(1, 1000) n;
      insert into post_rank (post_id, category_id, is_nsfw, created_at) select n, 1, false, now()
        from generate_series(1, 1000) n;`)
    const { changed, inPlace } = await updates(
      'post_rank',
      'update post_rank set comment_count = comment_count + 1 where post_id % 20 = 0',
    )
    expect({ changed, inPlace }).toEqual({ changed: 50, inPlace: 50 })
  })
})

test('the planner assumes long threads by a fixed n_distinct of comment.post_id', async () => {
  const [row] = await database.sql<{ options: string[] }[]>`
    select attoptions as options from pg_attribute where attrelid = 'public.comment'::regclass and attname = 'post_id'`
  expect(row!.options).toEqual(['n_distinct=-0.001'])
})
