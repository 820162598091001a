import { describe, expect, test } from 'bun:test'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Api } from '#shared/api/index.ts'
import { createTestApp } from '#server/test/app.ts'
import { createBlock, createCategory, createPost, createUser } from '#server/test/factories.ts'
import { category } from '../categories/table.ts'
import { post, postRank } from '../posts/table.ts'
import { findComments, findPosts } from './queries.ts'
import { formsAmong, readPairs, shareFound, type Pair } from './testing/forms.ts'
import { addDemoPosts, ask, figuresOf } from './testing/questions.ts'

const t = await createTestApp()
const visitor = await t.as(null)
// The cache key of a search includes the highest post id, so tests with large ids use their own database.
const own = await createTestApp()
const ownVisitor = await own.as(null)

type FindInput = Parameters<Api['posts']['search']>[0]

async function found(asked: string | FindInput, api: Api = visitor): Promise<string[]> {
  return (await api.posts.search(typeof asked === 'string' ? { q: asked } : asked)).posts.map((item) => item.title)
}

const make = (title: string, columns: Parameters<typeof createPost>[1] = {}) =>
  createPost(t.db, { title, content: '', ...columns })

describe('finding words', () => {
  test('a search ignores diacritics and case, in title and text', async () => {
    await make('Żółw błotny')
    await make('W tekście', { content: 'Widziałem ŻÓŁWIA, a raczej żółw widział mnie.' })
    for (const q of ['zolw', 'żółw', 'ZOLW', 'Żółw'])
      expect((await found(q)).sort()).toEqual(['W tekście', 'Żółw błotny'])
    expect(await found('zolw blotny')).toEqual(['Żółw błotny'])
  })

  test('the last word of a query also matches as a prefix', async () => {
    await make('Gżegżółka przyleciała')
    for (const q of ['g', 'gż', 'gzegz', 'gżegżółk', 'gżegżółka p'])
      expect(await found(q)).toContain('Gżegżółka przyleciała')
    expect(await found('gż przyleciała')).toEqual([])
  })

  test('a search finds only posts with all words of the query', async () => {
    await make('Czerwony samochód')
    await make('Czerwony rower')
    expect(await found('rower czerwony')).toEqual(['Czerwony rower'])
  })

  test('a search finds words with punctuation inside', async () => {
    await make('Muszkieterowie', {
      content: "O d'Artagnanie pisz: listy@paryz.example, foo-bar, 3.14, https://paryz.example/listy?a=1",
    })
    for (const q of ["d'artagnanie", 'listy@paryz.example', 'foo-bar', 'foo-b', '3.14', 'paryz.example/listy']) {
      expect(await found(q)).toEqual(['Muszkieterowie'])
    }
  })

  test('words joined by underscores are found separately, also inside a URL', async () => {
    await make('Adres', { content: 'https://example.org/stary_wiadukt' })
    await make('Podkreślenia', { content: `${'_a'.repeat(19_990)}_wiadukt` })
    expect((await found('wiadukt')).sort()).toEqual(['Adres', 'Podkreślenia'])
  })

  test('a word is found in a text that also has a word too long for the index', async () => {
    await make('Długie słowo', { content: `początek ${'x'.repeat(30_000)} zakończenie` })
    expect(await found('zakończenie')).toEqual(['Długie słowo'])
  })

  test('words in Cyrillic and Japanese are found', async () => {
    await make('Привет, мир')
    await make('日本語 の テスト')
    expect(await found('привет')).toEqual(['Привет, мир'])
    expect(await found('日本')).toEqual(['日本語 の テスト'])
  })
})

describe('FIND-3 forms of words', () => {
  test('a search finds all forms of Polish words, with and without diacritics', async () => {
    await make('Dwa bociany na dachu')
    await make('Gniazdo', { content: 'Widziałam bociana.' })
    for (const q of ['bocian', 'bocianów', 'bocianem', 'BOCIANY', 'bocianow']) {
      expect((await found(q)).sort()).toEqual(['Dwa bociany na dachu', 'Gniazdo'])
    }
    await make('Sprzedałem książkę')
    for (const q of ['książki sprzedał', 'ksiazek sprzedałem', 'sprzedała książce'])
      expect(await found(q)).toEqual(['Sprzedałem książkę'])
  })

  test('search results with the word as typed come before those with another form of the word', async () => {
    await make('Wiewiórki w parku', { upvotes: 1_000 })
    await make('Wiewiórka w lesie')
    expect(await found('wiewiórka')).toEqual(['Wiewiórka w lesie', 'Wiewiórki w parku'])
    expect(await found('wiewiórki')).toEqual(['Wiewiórki w parku', 'Wiewiórka w lesie'])
  })

  test('singular and plural of English words find each other', async () => {
    for (const title of ['Two hedgehogs', 'One hedgehog', 'Wooden boxes', 'A box', 'Old libraries', 'My library'])
      await make(title)
    for (const [one, many] of [
      ['hedgehog', 'hedgehogs'],
      ['box', 'boxes'],
      ['library', 'libraries'],
    ] as const) {
      const both = (await found(one)).sort()
      expect(both).toHaveLength(2)
      expect((await found(many)).sort()).toEqual(both)
    }
  })

  test('singular and plural of 100 everyday English nouns find each other', async () => {
    const pairs = (await Bun.file(new URL('testing/english.txt', import.meta.url)).text())
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
    const [row] = await t.db.execute<{ share: number }>(sql`
      select avg((many = any (f_search_plurals(one)) and one = any (f_search_plurals(many)))::integer)::real as share
      from unnest(${sql.param(pairs.map(([one]) => one))}::text[],
        ${sql.param(pairs.map(([, many]) => many))}::text[]) as pair (one, many)`)
    expect(row!.share).toBeGreaterThanOrEqual(0.98)
  })

  test('a search does not find a different word that looks similar', async () => {
    await make('Kanapa')
    await make('Kanapka')
    await make('Kanarek')
    expect(await found('kanapy')).toEqual(['Kanapa'])
    expect(await found('kanapkę')).toEqual(['Kanapka'])
    expect(await found('kanarki')).toEqual(['Kanarek'])
  })

  test('everyday word forms match in 95 of 100 cases, similar-looking words in at most 3', async () => {
    const { db } = await createTestApp()
    const [same, different] = [await readPairs('everyday-pairs.txt'), await readPairs('lookalikes.txt')]
    const forms = await formsAmong(db, [...same, ...different].flat())
    for (const pairs of [same, same.map(([a, b]): Pair => [b, a])])
      expect(shareFound(pairs, forms)).toBeGreaterThanOrEqual(0.95)
    expect(shareFound(different, forms)).toBeLessThanOrEqual(0.03)
    expect(same.length).toBeGreaterThanOrEqual(300)
    expect(different.length).toBeGreaterThanOrEqual(100)
    for (const [a, b] of [
      ['seria', 'ser'],
      ['boks', 'bok'],
      ['sens', 'sen'],
      ['lista', 'list'],
    ])
      expect(forms.get(a!)!.has(b!)).toBe(false)
  })

  test('word forms not used for tuning match in 95 of 100 cases, similar-looking words in at most 2', async () => {
    const { db } = await createTestApp()
    const [same, different] = [await readPairs('held-out-pairs.txt'), await readPairs('held-out-lookalikes.txt')]
    const forms = await formsAmong(db, [...same, ...different].flat())
    expect(same.length).toBeGreaterThanOrEqual(300)
    expect(shareFound(same, forms)).toBeGreaterThanOrEqual(0.95)
    expect(different.length).toBeGreaterThanOrEqual(100)
    expect(shareFound(different, forms)).toBeLessThanOrEqual(0.02)
  })

  test.each([
    ['krzesło', 'Sześć krzeseł', 'krzeseł'],
    ['gazecie', 'Stara gazeta', 'gazeta'],
    ['młody', 'Młodzi zdolni', 'młodzi'],
    ['mówią', 'Mówić cicho', 'mówić'],
    ['Kielcach', 'Kielce wieczorem', 'kielce'],
    ['Niemczech', 'Niemcy zimą', 'niemcy'],
    ['iść', 'Szedł drogą', 'szedł'],
    ['najtańszy', 'Tani nocleg', 'tani'],
  ])('a search for %s finds the inflected form with another stem in "%s"', async (q, title, word) => {
    await make(title)
    expect(await found(q)).toContain(title)
    expect(await found(word)).toContain(title)
  })

  test('forms of words that are not in the dictionary find each other by their stem', async () => {
    await make('Kupię powerbanka')
    await make('Power metal')
    expect(await found('powerbanki')).toEqual(['Kupię powerbanka'])
  })

  test('two forms of a word have the same stem in 85 of 100 cases, two different words in at most 3', async () => {
    const [same, different] = ['testing/same.txt', 'testing/different.txt'].map(async (name) => {
      const pairs = (await Bun.file(new URL(name, import.meta.url)).text())
        .trim()
        .split('\n')
        .map((line) => line.split(' '))
      const [row] = await t.db.execute<{ share: number }>(sql`
        select avg((f_search_stem(a) = f_search_stem(b))::integer)::real as share
        from unnest(${sql.param(pairs.map(([a]) => a))}::text[],
          ${sql.param(pairs.map(([, b]) => b))}::text[]) as pair (a, b)`)
      expect(pairs).toHaveLength(100)
      return row!.share
    })
    expect(await same).toBeGreaterThanOrEqual(0.85)
    expect(await different).toBeLessThanOrEqual(0.03)
  })
})

describe('misspelt words', () => {
  test.each([
    ['kuchina', 'Kuchnia domowa'],
    ['kuhcnia', 'Kuchnia domowa'],
    ['domwa kuchina', 'Kuchnia domowa'],
    ['pomidorowaa', 'Zupa pomidorowa'],
    ['rzap i bób', 'Rżep i bób'],
  ])("the misspelt query %s finds the post '%s'", async (q, title) => {
    await make(title)
    expect(await found(q)).toContain(title)
  })

  test('a search for a misspelt word finds the right word in a text, also after an edit', async () => {
    const made = await make('Wakacje', { content: 'Byliśmy w Bieszczadach.' })
    expect(await found('bieszcadach')).toEqual(['Wakacje'])
    await t.db.update(post).set({ content: 'Byliśmy w Kazimierzu.' }).where(eq(post.id, made.id))
    expect(await found('kazimirzu')).toEqual(['Wakacje'])
  })

  test('search results with the exact spelling come before results with corrected spelling', async () => {
    await make('Wariant A: okulary')
    await make('Wariant B: okullary')
    expect(await found('okullary')).toEqual(['Wariant B: okullary'])
  })

  test('a search for a misspelt word of two letters, or a word similar to none, finds nothing', async () => {
    await make('Ul')
    expect(await visitor.posts.search({ q: 'uł' })).toMatchObject({ total: 1 })
    expect(await visitor.posts.search({ q: 'qv' })).toEqual({ posts: [], total: 0 })
    expect(await visitor.posts.search({ q: 'qwxzvjkq' })).toEqual({ posts: [], total: 0 })
  })
})

describe('FIND-1 searching for a question', () => {
  test('a question finds posts with most of its words if no post has all', async () => {
    await make('Wózek dziecięcy', { content: 'Gdzie szukać?' })
    await make('Sprzedam wózek transportowy')
    expect(await found('gdzie jest wózek transportowy')).toEqual(['Sprzedam wózek transportowy'])
    await make('Naprawa pralki automatycznej')
    await make('Pralka stoi')
    expect(await found('naprawa automatycznej pralki qwxzvjkq')).toEqual(['Naprawa pralki automatycznej'])
    expect(await found('wirowanie pralki')).toEqual(
      expect.arrayContaining(['Pralka stoi', 'Naprawa pralki automatycznej']),
    )
    expect(await found('naprawa pralki')).toEqual(['Naprawa pralki automatycznej'])
  })

  test('a post that repeats a word ranks before one that has it once', async () => {
    await make('Zupa', { content: 'Podawać z topinamburem i jeszcze czymś.', upvotes: 500 })
    await make('O korzeniach', { content: 'Topinambur, topinambur i topinambur: topinambur.' })
    expect(await found('topinambur')).toEqual(['O korzeniach', 'Zupa'])
  })

  test('200 everyday questions find an answer among the first five results in 87 of 100 cases', async () => {
    const demo = await createTestApp()
    await addDemoPosts(demo.db)
    const verdicts = await ask(await demo.as(null))
    expect(verdicts.length).toBeGreaterThanOrEqual(200)
    expect(figuresOf(verdicts).hits).toBeGreaterThanOrEqual(0.87)
  })
})

describe('results of a search', () => {
  test('search results are sorted by relevance, then by hot rank', async () => {
    const long_ago = new Date('2025-01-01')
    await make('Inny tytuł', { content: 'rydwan', upvotes: 1_000 })
    await make('Rydwany ognia', { upvotes: 50, created_at: long_ago })
    await make('Stary rydwan', { created_at: long_ago })
    await make('Stary, lubiany rydwan', { created_at: long_ago, upvotes: 10 })
    expect(await found('rydwan')).toEqual(['Stary, lubiany rydwan', 'Stary rydwan', 'Rydwany ognia', 'Inny tytuł'])
  })

  test('API-15 search results are paginated and have a total', async () => {
    for (const at of [1, 2, 3]) await make(`Stronicowanie ${at}`, { upvotes: 10 - at })
    expect(await visitor.posts.search({ q: 'stronicowanie', limit: 2 })).toMatchObject({
      total: 3,
      posts: [{ title: 'Stronicowanie 1' }, { title: 'Stronicowanie 2' }],
    })
    expect(await visitor.posts.search({ q: 'stronicowanie', limit: 2, offset: 2 })).toMatchObject({
      total: 3,
      posts: [{ title: 'Stronicowanie 3' }],
    })
    expect(await visitor.posts.search({ q: 'stronicowanie', offset: 3 })).toEqual({ total: 3, posts: [] })
  })

  test('API-15 CON-1 a page of search results has 20 results unless another number is requested', async () => {
    const home = await createCategory(t.db)
    for (let at = 0; at < 21; at += 1) await make(`Dwudziestka ${at}`, { category: home })
    const first = await visitor.posts.search({ q: 'dwudziestka' })
    const rest = await visitor.posts.search({ q: 'dwudziestka', limit: 5, offset: 20 })
    expect([first.total, first.posts.length, rest.posts.length]).toEqual([21, 20, 1])
    expect(first.posts.map(({ id }) => id)).not.toContain(rest.posts[0]!.id)
  })

  test('API-15 a search returns only normal posts, or only adult posts if these are requested', async () => {
    const adult = await createCategory(t.db, { is_nsfw: true })
    await make('Kaktus nocny', { category: adult })
    await make('Kaktus dzienny')
    expect(await found('kaktus')).toEqual(['Kaktus dzienny'])
    expect(await found({ q: 'kaktus', nsfw: true })).toEqual(['Kaktus nocny'])
  })

  test('search results contain no deleted posts and none of a deleted community', async () => {
    await make('Wyrak skasowany', { deleted_at: new Date() })
    const homeless = await make('Wyrak bezdomny')
    await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, homeless.category_id))
    await make('Wyrak obecny')
    expect(await found('wyrak')).toEqual(['Wyrak obecny'])
  })

  test('search results contain no posts by users whom the reader blocked', async () => {
    const blocked = await make('Szczeżuja zablokowana')
    await make('Szczeżuja zwykła')
    const reader = await createUser(t.db)
    await createBlock(t.db, reader, { id: blocked.author_id! })
    expect(await found('szczeżuja', await t.as(reader))).toEqual(['Szczeżuja zwykła'])
    expect(await found('szczeżuja')).toHaveLength(2)
  })

  test('search results change as soon as a post is edited', async () => {
    const made = await make('Przedwczoraj')
    const api = await t.as({ id: made.author_id! })
    await api.posts.edit({ post_id: made.id, title: 'Pojutrze' })
    expect(await found('przedwczoraj')).toEqual([])
    expect(await found('pojutrze')).toEqual(['Pojutrze'])
  })

  test('a post found by a search has the same fields as in a feed', async () => {
    await make('Karta wyszukana', { content: '**gruby** tekst' })
    const [card] = (await visitor.posts.search({ q: 'wyszukana' })).posts
    expect(card).toMatchObject({ content: 'gruby tekst', content_html: null, content_truncated: false, user_vote: 0 })
  })
})

describe('repeated searches', () => {
  test('a search repeated at once reflects the posts created, edited and deleted since', async () => {
    const first = await make('Powtórka pierwsza')
    const api = await t.as({ id: first.author_id! })
    expect(await found('powtórka')).toEqual(['Powtórka pierwsza'])
    const second = await make('Powtórka druga')
    expect(await found('powtórka')).toHaveLength(2)
    await api.posts.edit({ post_id: first.id, title: 'Zmieniona' })
    expect(await visitor.posts.search({ q: 'powtórka' })).toMatchObject({
      total: 1,
      posts: [{ title: 'Powtórka druga' }],
    })
    await (await t.as({ id: second.author_id! })).posts.remove({ post_id: second.id })
    expect(await visitor.posts.search({ q: 'powtórka' })).toEqual({ total: 0, posts: [] })
  })

  test('the order of search results is cached for ten seconds, so that pages fit together', async () => {
    const start = new Date()
    t.clock.now = () => start
    await make('Kolejność A', { upvotes: 9 })
    const other = await make('Kolejność B', { upvotes: 5 })
    expect(await found('kolejność')).toEqual(['Kolejność A', 'Kolejność B'])
    await t.db.update(postRank).set({ upvotes: 500 }).where(eq(postRank.post_id, other.id))
    expect(await found({ q: 'kolejność', limit: 1, offset: 1 })).toEqual(['Kolejność B'])
    t.clock.now = () => new Date(start.getTime() + 10_001)
    expect(await found('kolejność')).toEqual(['Kolejność B', 'Kolejność A'])
    t.clock.now = () => new Date()
  })
})

describe('buckets of the search index', () => {
  const apart = 8_192
  const place = (title: string, id: number) => createPost(own.db, { title, content: '', id })

  test('a search finds posts in all buckets (ranges of ids) of the search index', async () => {
    for (const at of [40, 41, 43]) await place(`Rozsiany ${at}`, at * apart)
    expect((await found('rozsiany', ownVisitor)).sort()).toEqual(['Rozsiany 40', 'Rozsiany 41', 'Rozsiany 43'])
    expect((await found('rozs', ownVisitor)).sort()).toEqual(['Rozsiany 40', 'Rozsiany 41', 'Rozsiany 43'])
  })

  test('the label of a search index bucket does not match a longer label that begins with it', async () => {
    await place('Etykieta pierwsza', 1 * apart)
    await place('Etykieta druga', 16 * apart)
    await place('Etykieta trzecia', 17 * apart)
    expect(await ownVisitor.posts.search({ q: 'etykieta' })).toMatchObject({ total: 3 })
  })
})

describe('queries with special characters', () => {
  test.each([
    '',
    '   ',
    '?',
    '&',
    "'",
    '\\',
    "' | '",
    "a' & 'b",
    '!:*()<->',
    ':*',
    '%',
    '\u0001',
    '\u0001:a',
    '🐢',
    'a'.repeat(500),
    `${'ab '.repeat(100)}`,
    "\\'",
    '<->2',
  ])('special characters in a query cause no error: %j', async (q) => {
    const { posts, total } = await visitor.posts.search({ q })
    expect(posts.length).toBe(Math.min(total, 20))
  })

  test('a search for an empty query finds nothing', async () => {
    expect(await visitor.posts.search({})).toEqual({ posts: [], total: 0 })
    expect(await visitor.posts.search({ q: ' ... ' })).toEqual({ posts: [], total: 0 })
  })
})

test('totals of search results stop at 1,000, and the results with the highest hot rank come first', async () => {
  const home = await createCategory(own.db)
  await own.db.execute(
    `insert into post (category_id, title) select ${home.id}, 'Powtarzalny ' || n from generate_series(1, 1050) n`,
  )
  await own.db.execute(`insert into post_rank (post_id, category_id, is_nsfw, created_at, upvotes)
    select id, category_id, false, created_at, id % 100 from post where category_id = ${home.id}`)
  const first = await ownVisitor.posts.search({ q: 'powtarzalny', limit: 1 })
  expect(first.total).toBe(1_000)
  expect(first.posts[0]!.upvotes).toBe(99)
  expect((await ownVisitor.posts.search({ q: 'powtarzalny', limit: 100, offset: 950 })).posts).toHaveLength(50)
})

test('a search for a common word reads only the newest bucket of the index, for a rare word all buckets', async () => {
  const home = await createCategory(own.db)
  const [newest, oldest] = [60 * 8_192, 44 * 8_192]
  await own.db.execute(
    sql`insert into post (id, category_id, title) select ${newest}::integer + n, ${home.id}, 'Wszechobecny'
      from generate_series(0, 1049) n`,
  )
  await own.db.execute(
    sql`insert into post (id, category_id, title) select n * 8192, ${home.id}, 'Wszechobecny rzadki'
      from generate_series(44, 59) n`,
  )
  await own.db.execute(
    sql`insert into post_rank (post_id, category_id, is_nsfw, created_at) select id, category_id, false, created_at
      from post where category_id = ${home.id}`,
  )

  // With only a few posts, the planner would read all of them through this index instead of the word index under test.
  await own.db.execute(sql`drop index post_category`)
  const plans: string[] = []
  const explaining = (unwanted: string, count = 0) =>
    ({
      execute: async (query: SQL) => {
        plans.push(
          await own.db.transaction(async (tx) => {
            await tx.execute(sql.raw(unwanted))
            return JSON.stringify(await tx.execute(sql`explain (analyze, format json) ${query}`))
          }),
        )
        return [{ ids: null, first: null, second: null, count }]
      },
    }) as never
  const searchFor = (word: string): Parameters<typeof findPosts>[1] => ({
    criteria: { terms: [{ words: [word], forms: [], isPrefix: false }], titles: [], excluded: [] },
    scope: { categoryId: null, authorId: null, before: [], after: [], has: [], phrases: [], timeZone: 'UTC' },
    sort: 'relevance',
  })
  const within = { nsfw: false, newest, oldest }

  async function bucketsRead(word: string): Promise<number> {
    // With more posts the planner would choose this plan by itself.
    await findPosts(explaining('set local enable_seqscan = off'), searchFor(word), within)
    const scan = /"Index Name":\s*"post_search"[^{}]*?"Actual Loops":\s*(\d+)/.exec(plans.at(-1)!)
    return Number(scan![1])
  }

  expect(await bucketsRead('wszechobecny')).toBe(1)
  expect(await bucketsRead('rzadki')).toBe(17)

  // Without sorts, the planner scans by id if the query allows it, as it would with millions of rows.
  const sortless = 'set local enable_seqscan = off; set local enable_sort = off'
  await findPosts(explaining(sortless), searchFor('rzadki'), within)
  expect(plans.at(-1)).toContain('"post_search"')
  expect(plans.at(-1)).not.toContain('"post_pkey"')
  await findComments(explaining(sortless), searchFor('rzadki'), within)
  expect(plans.at(-1)).toContain('"comment_search_words"')
  expect(plans.at(-1)).not.toContain('"comment_search_pkey"')

  // `Infinity` stands for the number of comments in the range: with the true, small number a search does not use the
  // word index.
  const [under] = await own.db.execute<{ id: number }>(
    sql`select max(id) as id from post where category_id = ${home.id}`,
  )
  await own.db.execute(sql`insert into comment (id, post_id, depth, is_nsfw, content, content_html, created_at)
    select n * 32768, ${under!.id}::integer, 0, false, 'Wszechobecny', '',
      '2020-01-01'::timestamptz + n * interval '1 day' from generate_series(1, 20) n`)
  const among = { ...within, newest: 20 * 32_768, oldest: 32_768 }
  const askFor = (scope: object) => ({ ...searchFor('wszechobecny'), scope: { ...searchFor('').scope, ...scope } })
  const ofDays = askFor({ after: ['2020-01-05'], before: ['2020-01-09'] })
  await findComments(explaining('set local enable_seqscan = off', Infinity), ofDays, among)
  expect(/"Index Name":\s*"comment_search_words"[^{}]*?"Actual Loops":\s*(\d+)/.exec(plans.at(-1)!)![1]).toBe('6')
  expect((await findComments(own.db, ofDays, among)).ids).toEqual([7, 6, 5, 4].map((n) => n * 32_768))
  for (const has of ['image', 'video', 'link']) {
    await findComments(explaining(sortless), askFor({ has: [has] }), among)
    expect(plans.at(-1)).toContain(`"comment_${has}"`)
    expect(plans.at(-1)).not.toContain('"comment_search_words"')
  }
})
