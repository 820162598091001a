import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Api } from '#shared/api/index.ts'
import { LIMITS } from '#shared/limits.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { limitedSearch } from './limited.ts'
import { findComments } from './queries.ts'
import { searches } from './search.ts'
import { lockComments } from './testing/lock-comments.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const home = await createCategory(t.db)
const author = await createUser(t.db)

type FindInput = Parameters<Api['search']['find']>[0] & {}

async function copies(title: string, content: string, count: number): Promise<void> {
  const first = await createPost(t.db, { title, content, category: home, author })
  await t.db.execute(sql`
    with added as (
      insert into post (category_id, author_id, title, content, content_html, excerpt, renderer_version)
      select category_id, author_id, title, content, content_html, excerpt, renderer_version from post,
        generate_series(2, ${count}) where id = ${first.id}
      returning id, category_id, author_id, created_at
    )
    insert into post_rank (post_id, category_id, author_id, created_at, is_nsfw) select id, category_id, author_id,
      created_at, false from added`)
  t.services.caches.of(searches).clear()
}

async function allPages(asked: FindInput) {
  const ids: number[] = []
  let answer = await visitor.search.find({ limit: 100, ...asked })
  for (;;) {
    ids.push(...answer.results.map(({ item }) => item.id))
    if (answer.next_cursor === null) return { ids, last: answer }
    answer = await visitor.search.find({ limit: 100, ...asked, cursor: answer.next_cursor })
  }
}

describe('searches with phrases', () => {
  test('a phrase matches consecutive words, also at the beginning or end of a text', async () => {
    for (const title of [
      'Krucha pasieka',
      'Krucha, „pasieka” stoi',
      'To krucha\npasieka',
      'Krucha stara pasieka',
      'Niekrucha pasieka',
      'Krucha pasiekaż',
    ]) {
      await createPost(t.db, { title, content: '' })
    }
    const { results } = await visitor.search.find({ q: '"krucha pasieka"' })
    expect(results.map(({ item }) => (item as { title: string }).title).sort()).toEqual([
      'Krucha pasieka',
      'Krucha, „pasieka” stoi',
      'To krucha\npasieka',
    ])
    expect((await visitor.search.find({ q: 'krucha "!!"' })).total).toBe(5)
    expect((await visitor.search.find({ q: '"!!"' })).total).toBe(0)
  })

  test('a search accepts three phrases and refuses a fourth one with a reason', async () => {
    await createPost(t.db, { title: 'Trzy frazy', content: 'Raz dwa, trzy cztery, pięć sześć.' })
    expect((await visitor.search.find({ q: '"raz dwa" "trzy cztery" "piec szesc"' })).total).toBe(1)
    expect(
      await failure(visitor.search.find({ q: '"raz dwa" "trzy cztery" "pięć sześć" "siedem osiem"' })),
    ).toMatchObject({
      status: 422,
      code: 'invalid',
      issues: { q: 'Szukać można najwyżej trzech fraz w cudzysłowie naraz.' },
    })
  })

  test('a phrase search reads at most the newest 3,000 texts and then sets is_cut', async () => {
    await createPost(t.db, { title: 'Sowa puszczyk', content: '' })
    await copies('Puszczyk to sowa', '', 2_900)
    expect(await visitor.search.find({ q: '"sowa puszczyk"' })).toMatchObject({ total: 1 })
    expect(await visitor.search.find({ q: '"sowa puszczyk"' })).not.toHaveProperty('is_cut')
    await copies('Puszczyk to sowa', '', 100)
    expect(await visitor.search.find({ q: '"sowa puszczyk"' })).toMatchObject({
      total: 0,
      next_cursor: null,
      is_cut: true,
    })
  })

  test('a phrase search reads at most 2.4 million bytes of texts', async () => {
    await createPost(t.db, { title: 'Rzadki ptak', content: '' })
    await copies('Ptak jest rzadki', 'a'.repeat(LIMITS.postText), 59)
    expect(await visitor.search.find({ q: '"rzadki ptak"' })).toMatchObject({ total: 1 })
    await copies('Ptak jest rzadki', 'a'.repeat(LIMITS.postText), 2)
    expect(await visitor.search.find({ q: '"rzadki ptak"' })).toMatchObject({ total: 0, is_cut: true })
  })
})

test('a search finds at most a thousand results, and is_cut shows that there are more', async () => {
  await copies('Mrowisko', '', 1_001)
  const { ids, last } = await allPages({ q: 'mrowisko' })
  expect(new Set(ids).size).toBe(1_000)
  expect(last).toMatchObject({ total: 1_000, is_cut: true })
  expect(await visitor.posts.search({ q: 'mrowisko' })).toMatchObject({ total: 1_000, is_cut: true })
  await copies('Kopiec', '', 101)
  const few = await allPages({ q: 'kopiec' })
  expect(few.ids).toHaveLength(101)
  expect(few.last).not.toHaveProperty('is_cut')
  expect(await visitor.posts.search({ q: 'kopiec' })).not.toHaveProperty('is_cut')
})

test('a comment search with title: reads no comments if no post has that title', async () => {
  const under = await createPost(t.db, { title: 'Wiersz o jeżu' })
  for (const content of ['Ładny wiersz', 'Ładny obrazek']) await createComment(t.db, { post: under, content })
  const find = async (q: string) =>
    (await visitor.search.find({ q, type: 'comments', sort: 'new' })).results.map(
      ({ item }) => (item as { content: string }).content,
    )
  expect(await find('ładny title:jeż')).toEqual(['Ładny obrazek', 'Ładny wiersz'])
  expect(await find('title:jeż -obrazek')).toEqual(['Ładny wiersz'])
  expect(await find('"ładny wiersz" title:jeż')).toEqual(['Ładny wiersz'])
  expect(await find('ładny title:nosorożec')).toEqual([])
  const statements: string[] = []
  const plans = {
    execute: async (query: never) => {
      const { sql: text, params } = (
        t.db as unknown as { dialect: { sqlToQuery: (query: never) => { sql: string; params: unknown[] } } }
      ).dialect.sqlToQuery(query)
      statements.push(
        JSON.stringify(
          await t.sql.unsafe(`explain (analyze, format json, costs off, timing off) ${text}`, params as never),
        ),
      )
      return [{ ids: null, first: null, second: null, is_cut: false, newest: 1_000_000, oldest: 1 }]
    },
  }
  const term = (word: string) => ({ words: [word], forms: [], isPrefix: false })
  await findComments(
    plans as never,
    {
      criteria: { terms: [term('ladny')], titles: [term('nosorozec')], excluded: [] },
      sort: 'new',
      scope: { categoryId: null, authorId: null, before: [], after: [], has: [], phrases: [], timeZone: 'UTC' },
    },
    { nsfw: false, newest: 1_000_000, oldest: 1 },
  )
  const [plan] = JSON.parse(statements.at(-1)!) as [{ 'QUERY PLAN': unknown }]
  expect(rowsOf(plan['QUERY PLAN'], ['comment', 'comment_search'])).toBe(0)
})

/** Sums the rows that a query plan read from these tables. */
function rowsOf(plan: unknown, tables: string[]): number {
  if (typeof plan !== 'object' || plan === null) return 0
  const node = plan as Record<string, unknown>
  const own = tables.includes(String(node['Relation Name']))
    ? Number(node['Actual Rows']) * Number(node['Actual Loops'])
    : 0
  return Object.values(node).reduce<number>((sum, value) => sum + rowsOf(value, tables), own)
}

describe('slow searches', () => {
  test('slow searches of one network run one at a time without blocking other networks', async () => {
    const open = await lockComments(t.url)
    const searches = Array.from({ length: 12 }, (_, at) =>
      visitor.search.find({ q: `czekanie ${at}`, type: 'comments' }).then(
        ({ total }) => total,
        (error: { code: string }) => error.code,
      ),
    )
    const other = await t.as(null, { address: '203.0.113.9' })
    const others = Promise.all([other.posts.list(), other.search.find({ q: 'mrowisko' })])
    try {
      const [feed, found] = await others
      expect(feed.posts.length).toBeGreaterThan(0)
      expect(found.total).toBe(1_000)
      while (t.services.searchSlots.status().waiting < 11) await Bun.sleep(1)
      expect(t.services.searchSlots.status()).toEqual({ running: 1, waiting: 11 })
    } finally {
      await open()
    }
    // On a busy machine a search may time out instead of finding nothing.
    expect(new Set(await Promise.all(searches)).isSubsetOf(new Set([0, 'search_too_broad', 'too_many_requests']))).toBe(
      true,
    )
    expect(t.services.searchSlots.status()).toEqual({ running: 0, waiting: 0 })
  })

  test('a slow search is refused with search_too_broad', async () => {
    const open = await lockComments(t.url)
    const refused = await failure(visitor.search.find({ q: 'mrowisko', type: 'comments' })).finally(open)
    expect(refused).toMatchObject({
      status: 503,
      code: 'search_too_broad',
      detail: 'To wyszukiwanie objęłoby zbyt wiele treści. Dodaj słowo, społeczność albo autora.',
    })
  })

  test('the time limit of a search covers all its SQL statements together', async () => {
    const ctx = { db: t.db, address: '203.0.113.4', searchSlots: t.services.searchSlots }
    expect(await failure(limitedSearch(ctx, (tx) => tx.execute(sql`select pg_sleep(60)`), 20))).toMatchObject({
      code: 'search_too_broad',
    })
    const parts: string[] = []
    const slow = limitedSearch(
      ctx,
      async (tx, limit) => {
        for (const part of ['first', 'second']) {
          await limit()
          parts.push(part)
          await tx.execute(sql`select pg_sleep(${part === 'first' ? 0.01 : 60})`)
        }
      },
      500,
    )
    expect(await failure(slow)).toMatchObject({ code: 'search_too_broad' })
    expect(parts[0]).toBe('first')
    expect(await limitedSearch(ctx, async () => 'done')).toBe('done')
  })
})
