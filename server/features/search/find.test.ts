import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { Api } from '#shared/api/index.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import {
  createBlock,
  createCategory,
  createComment,
  createPost,
  createRegistration,
  createUser,
} from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { category } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { completeIndex } from './jobs.ts'
import { searches } from './search.ts'
import { commentSearch } from './table.ts'

const t = await createTestApp()
const visitor = await t.as(null)

type FindInput = Parameters<Api['search']['find']>[0] & {}
type Item = { id: number; title?: string; content?: string; name?: string; username?: string }

const find = async (asked: string | FindInput, api: Api = visitor) =>
  api.search.find(typeof asked === 'string' ? { q: asked } : asked)

async function found(asked: string | FindInput, api: Api = visitor): Promise<string[]> {
  const { results } = await find(asked, api)
  return results.map(({ item }) => {
    const { title, name, username, content } = item as Item
    return title ?? name ?? username ?? content!
  })
}

const make = (title: string, columns: Parameters<typeof createPost>[1] = {}) =>
  createPost(t.db, { title, content: '', ...columns })
const write = (content: string, columns: Parameters<typeof createComment>[1] = {}) =>
  createComment(t.db, { content, ...columns })
const inComments = (q: string, more: Partial<FindInput> = {}) => ({ q, type: 'comments' as const, ...more })

describe('FIND-1 the call search.find', () => {
  test('search.find highlights the found words of posts in title and text', async () => {
    await make('Borsuki & jenoty', { content: `${'Wstęp. '.repeat(100)}Pod lasem mieszka **borsuk** <3` })
    const { results, total, next_cursor, corrected } = await find('borsuków')
    expect({ total, next_cursor, corrected }).toEqual({ total: 1, next_cursor: null, corrected: null })
    expect(results[0]).toMatchObject({
      item: { title: 'Borsuki & jenoty', content_html: null, category: { is_nsfw: false } },
      highlights: [
        { field: 'title', html: '<mark>Borsuki</mark> &amp; jenoty' },
        { field: 'content', html: expect.stringMatching(/^….*mieszka <mark>borsuk<\/mark> &lt;3$/) },
      ],
    })
  })

  test('search.find finds comments by any form of a word, together with their posts', async () => {
    const under = await make('Zwierzęta nocne')
    await write('Puszczyka słychać <b>nocą</b>.', { post: under })
    const { results, total } = await find(inComments('puszczyki'))
    expect(total).toBe(1)
    expect(results[0]).toMatchObject({
      item: { post_id: under.id, post: { id: under.id, title: 'Zwierzęta nocne' }, user_vote: 0 },
      highlights: [{ field: 'content', html: '<mark>Puszczyka</mark> słychać &lt;b&gt;nocą&lt;/b&gt;.' }],
    })
  })

  test('search.find finds a new post with another form of the word when the search is repeated at once', async () => {
    await make('Gronostaje')
    expect(await found('gronostaj')).toEqual(['Gronostaje'])
    await make('O gronostajach')
    expect((await found('gronostaj')).toSorted()).toEqual(['Gronostaje', 'O gronostajach'])
  })

  test('search.find finds communities and users', async () => {
    await createCategory(t.db, {
      name: 'rybolowstwo',
      display_name: 'Rybołówstwo',
      description: 'Rybołówstwo i <ryby>',
    })
    await createUser(t.db, { username: 'rybolowca' })
    expect((await find({ q: 'rybolow', type: 'communities' })).results).toMatchObject([
      {
        item: { name: 'rybolowstwo', member_count: 1 },
        highlights: [
          { field: 'display_name', html: '<mark>Rybołówstwo</mark>' },
          { field: 'description', html: '<mark>Rybołówstwo</mark> i &lt;ryby&gt;' },
        ],
      },
    ])
    expect((await find({ q: '@rybolow', type: 'users' })).results).toMatchObject([
      {
        item: { username: 'rybolowca', karma: 0 },
        highlights: [{ field: 'username', html: '<mark>rybolowca</mark>' }],
      },
    ])
  })

  test('search results can be sorted by relevance, time or votes', async () => {
    const day = (n: number) => new Date(Date.UTC(2025, 0, n))
    await make('Łoś: dawny', { created_at: day(1), upvotes: 5 })
    await make('Inny', { content: 'łoś', created_at: day(3), upvotes: 3 })
    await make('Łoś: średni', { created_at: day(2), upvotes: 900 })
    expect(await found('łoś')).toEqual(['Łoś: średni', 'Łoś: dawny', 'Inny'])
    expect(await found({ q: 'łoś', sort: 'new' })).toEqual(['Inny', 'Łoś: średni', 'Łoś: dawny'])
    expect(await found({ q: 'łoś', sort: 'top' })).toEqual(['Łoś: średni', 'Łoś: dawny', 'Inny'])
    const under = await make('Rozmowa')
    await write('Kuny dawne', { post: under, created_at: day(1), upvotes: 5 })
    await write('Kuna nowa', { post: under, created_at: day(3) })
    await write('Kuna lubiana', { post: under, created_at: day(2), upvotes: 90 })
    expect(await found(inComments('kuna'))).toEqual(['Kuna lubiana', 'Kuna nowa', 'Kuny dawne'])
    expect(await found(inComments('kuna', { sort: 'new' }))).toEqual(['Kuna nowa', 'Kuna lubiana', 'Kuny dawne'])
    expect(await found(inComments('kuna', { sort: 'top' }))).toEqual(['Kuna lubiana', 'Kuny dawne', 'Kuna nowa'])
    for (const [username, karma] of [
      ['sortowana_a', 5],
      ['sortowana_b', 9],
      ['sortowana_c', 1],
    ] as const)
      await createUser(t.db, { username, karma })
    expect(await found({ q: 'sortowana', type: 'users' })).toEqual(['sortowana_a', 'sortowana_b', 'sortowana_c'])
    expect(await found({ q: 'sortowana', type: 'users', sort: 'top' })).toEqual([
      'sortowana_b',
      'sortowana_a',
      'sortowana_c',
    ])
    expect(await found({ q: 'sortowana', type: 'users', sort: 'new' })).toEqual([
      'sortowana_c',
      'sortowana_b',
      'sortowana_a',
    ])
  })

  test.each(['posts', 'comments', 'communities', 'users'] as const)(
    'search results of %s are paginated without duplicates, also when new matches appear',
    async (type) => {
      const under = await make('Pod spodem')
      const author = await createUser(t.db)
      const add = (n: number) =>
        ({
          posts: () => make(`Strona kolejna ${n}`, { author }),
          comments: () => write(`Strona kolejna ${n}`, { post: under, author }),
          communities: () => createCategory(t.db, { name: `strona_${type}_${n}`, creator: author }),
          users: () => createUser(t.db, { username: `strona_${type}_${n}` }),
        })[type]()
      for (let n = 0; n < 5; n += 1) await add(n)
      const q = type === 'posts' || type === 'comments' ? 'strona kolejna' : `strona_${type}`
      for (const sort of type === 'posts' || type === 'comments'
        ? (['relevance', 'new', 'top'] as const)
        : (['relevance'] as const)) {
        const seen: number[] = []
        let cursor: string | undefined
        for (let pages = 0; pages < 10; pages += 1) {
          const page = await visitor.search.find({ q, type, sort, limit: 2, cursor })
          expect(page.total).toBeGreaterThanOrEqual(5)
          seen.push(...page.results.map(({ item }) => (item as Item).id))
          if (pages === 0 && sort === 'new') await add(9)
          if (page.next_cursor === null) break
          cursor = page.next_cursor
        }
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen.length).toBeGreaterThanOrEqual(5)
      }
    },
  )

  test('an empty query finds nothing, and invalid parameters are refused', async () => {
    const none = { results: [], total: 0, next_cursor: null, corrected: null }
    for (const q of ['', '  ', '?', '"..."', '-', '""']) expect(await find(q)).toEqual(none)
    expect(await failure(find({ q: 'x', type: 'all' as never }))).toMatchObject({
      status: 422,
      issues: { type: expect.any(String) },
    })
    expect(await failure(find({ q: 'x', sort: 'hot' as never }))).toMatchObject({
      status: 422,
      issues: { sort: expect.any(String) },
    })
    expect(await failure(find({ q: 'x', limit: 101 }))).toMatchObject({
      status: 422,
      issues: { limit: expect.any(String) },
    })
    for (const cursor of [
      'zepsuty',
      Buffer.from('[1]').toString('base64url'),
      Buffer.from('["a","b",1]').toString('base64url'),
    ]) {
      expect(await failure(find({ q: 'x', cursor }))).toMatchObject({ status: 400, code: 'bad_cursor' })
    }
  })
})

describe('FIND-2 search operators', () => {
  test('quotes restrict a search to a phrase, and a minus excludes a word in any form', async () => {
    const under = await make('Rudy kot śpi', { content: 'na ciepłym piecu kaflowym' })
    await make('Kot rudy', { content: 'nie śpi; piec, ciepły' })
    expect(await found('"rudy kot"')).toEqual(['Rudy kot śpi'])
    expect(await found('kot "CIEPLYM PIECU"')).toEqual(['Rudy kot śpi'])
    expect(await found('rudy -kaflowy')).toEqual(['Kot rudy'])
    expect(await found('rudy -"kot kaflowy"')).toEqual(['Kot rudy'])
    for (const text of ['Zielony smok i koszyk', 'Smok zielony bez koszyka']) await write(text, { post: under })
    expect(await found(inComments('"zielony smok"'))).toEqual(['Zielony smok i koszyk'])
    await write('Zielony smok śpi', { post: under })
    expect(await found(inComments('smoki -koszyki'))).toEqual(['Zielony smok śpi'])
  })

  test('the operators in: and author: filter results; an unknown community or user name finds nothing', async () => {
    const [first, second] = [await createCategory(t.db, { name: 'wodniacy' }), await createCategory(t.db)]
    const [ala, ola] = [await createUser(t.db, { username: 'Ala_pisze' }), await createUser(t.db)]
    const here = await make('Kajak tu', { category: first, author: ala })
    const there = await make('Kajak tam', { category: second, author: ola })
    await write('Kajakiem tu', { post: here, author: ola })
    await write('Kajakiem tam', { post: there, author: ala })
    for (const asked of [
      'kajak in:wodniacy',
      'in:r/Wodniacy kajaki',
      { q: 'kajak', in: 'wodniacy' },
      'kajak author:ala_PISZE',
      { q: 'kajak', author: 'Ala_pisze' },
      'author:@ala_pisze',
    ]) {
      expect(await found(asked)).toEqual(['Kajak tu'])
    }
    expect(await found(inComments('kajak in:wodniacy'))).toEqual(['Kajakiem tu'])
    expect(await found(inComments('in:wodniacy'))).toEqual(['Kajakiem tu'])
    expect(await found(inComments('kajak author:ala_pisze'))).toEqual(['Kajakiem tam'])
    expect(await found(inComments('kajak author:ala_pisze in:wodniacy'))).toEqual([])
    for (const q of ['kajak in:nie_ma_takiej', 'kajak author:nie_ma', 'kajak in:wodniacy in:inna', 'kajak in:ż']) {
      expect(await find(q)).toEqual({ results: [], total: 0, next_cursor: null, corrected: null })
    }
  })

  test("the operators before: (exclusive) and after: compare days in the site's time zone", async () => {
    const under = await make('Kalendarz', { created_at: new Date('2025-06-10T21:59:00Z') })
    await make('Kalendarz nowy', { created_at: new Date('2025-06-10T22:01:00Z') })
    expect(await found('kalendarz before:2025-06-11')).toEqual(['Kalendarz'])
    expect(await found('kalendarz after:2025-06-11')).toEqual(['Kalendarz nowy'])
    expect(await found('kalendarz after:2025-06-10 before:2025-06-12 title:nowy')).toEqual(['Kalendarz nowy'])
    await write('Terminarz', { post: under, created_at: new Date('2025-06-10T21:59:00Z') })
    expect(await found(inComments('terminarz before:2025-06-11'))).toEqual(['Terminarz'])
    expect(await found(inComments('terminarz after:2025-06-11'))).toEqual([])
  })

  test('`has:` finds posts with pictures, videos, links or polls; `title:` finds words of the title', async () => {
    const under = await make('Widok z okna', { image_url: '/media/widok.webp' })
    await make('Widok z drona', { video_url: '/media/widok.mp4' })
    await make('Widok z mapy', { link_url: 'https://example.org/mapa', link_domain: 'example.org' })
    await make('Widok z pytaniem', { poll_closes_at: new Date('2030-01-01') })
    await make('Bez niczego', { content: 'widok' })
    for (const [has, title] of [
      ['image', 'okna'],
      ['video', 'drona'],
      ['link', 'mapy'],
      ['poll', 'pytaniem'],
    ])
      expect(await found(`widok has:${has}`)).toEqual([`Widok z ${title}`])
    expect(await found('title:widoki')).toHaveLength(4)
    await write('Sama uwaga', { post: under })
    await write('Uwaga z obrazkiem', { post: under, image_url: '/media/uwaga.webp' })
    await write('Uwaga z https://example.org/uwaga', { post: under })
    expect(await found(inComments('uwaga has:image'))).toEqual(['Uwaga z obrazkiem'])
    expect(await found(inComments('uwaga has:link'))).toEqual(['Uwaga z https://example.org/uwaga'])
    expect(await found(inComments('uwaga has:poll'))).toEqual([])
    expect(await found(inComments('uwaga title:okno'))).toHaveLength(3)
    expect(await found({ q: 'widok has:image', type: 'users' })).toEqual([])
  })

  test("an invalid operator is reported in the reader's language", async () => {
    expect(await failure(find('kot before:wczoraj'))).toMatchObject({
      status: 422,
      issues: { q: 'Po „before:” i „after:” wpisz datę, na przykład before:2026-02-01.' },
    })
    const english = await t.as(null, { lang: 'en' })
    for (const type of ['posts', 'comments', 'communities', 'users'] as const) {
      expect(await failure(find({ q: 'has:everything', type }, english))).toMatchObject({
        status: 422,
        issues: { q: 'Write image, video, link or poll behind “has:”, for example has:image.' },
      })
    }
  })
})

describe('FIND-3 spelling correction', () => {
  test('a misspelt word is replaced by the spelling in the texts, and the rest of the query stays', async () => {
    const home = await createCategory(t.db, { name: 'zamczyska' })
    await make('Średniowieczne zamki', { category: home })
    const { results, corrected } = await find('sredniowieczen zamki in:zamczyska')
    expect(results).toHaveLength(1)
    expect(corrected).toBe('średniowieczne zamki in:zamczyska')
    expect(results[0]!.highlights).toEqual([{ field: 'title', html: '<mark>Średniowieczne</mark> <mark>zamki</mark>' }])
    await write('Krzywoprzysięstwo jest karalne')
    expect(await find(inComments('krzywoprzysiestow'))).toMatchObject({ total: 1, corrected: 'krzywoprzysięstwo' })
  })

  test('a word is not corrected if the texts contain another form of it', async () => {
    await make('Dwie wiertarki')
    expect(await find('wiertarek')).toMatchObject({ total: 1, corrected: null })
    expect(await find('qwxzvjkq')).toMatchObject({ total: 0, corrected: null })
  })

  test('only the misspelt word of a query is corrected', async () => {
    await make('Młodzi rzeźbiarze')
    expect(await find('młody')).toMatchObject({ total: 1, corrected: null })
    expect(await find('młody rzeźbiaż')).toMatchObject({ total: 1, corrected: 'młody rzeźbiarze' })
    expect(await find('rzeźbiarzom młodym')).toMatchObject({ total: 1, corrected: null })
  })
})

describe('FIND-4 content that a reader may not see', () => {
  test('a post search omits deleted posts, those by blocked users, and adult ones unless requested', async () => {
    await make('Tajemnica skasowana', { deleted_at: new Date() })
    const homeless = await make('Tajemnica bezdomna')
    await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, homeless.category_id))
    await make('Tajemnica nocna', { category: await createCategory(t.db, { is_nsfw: true }) })
    const blocked = await make('Tajemnica obca')
    await make('Tajemnica jawna')
    const reader = await createUser(t.db)
    await createBlock(t.db, reader, { id: blocked.author_id! })
    const api = await t.as(reader)
    for (const q of ['tajemnica', 'tajemnice -x', 'title:tajemnica', '"tajemnica"']) {
      expect(await find(q, api)).toMatchObject({ total: 1, results: [{ item: { title: 'Tajemnica jawna' } }] })
      expect((await found(q)).sort()).toEqual(['Tajemnica jawna', 'Tajemnica obca'])
      expect(await found({ q, nsfw: true })).toEqual(['Tajemnica nocna'])
    }
    expect(
      await found(
        `author:${
          (
            await t.db.execute<{ username: string }>(sql`select username from "user" where id
          = ${blocked.author_id}`)
          )[0]!.username
        }`,
        api,
      ),
    ).toEqual([])
    await make('Zakończenie', { content: 'Ogrodnik jest winny, ogrodnik!', is_spoiler: true })
    expect((await find('ogrodnik')).results).toMatchObject([{ item: { title: 'Zakończenie' }, highlights: [] }])
  })

  test('a comment search omits deleted comments, those by blocked users, and adult ones unless requested', async () => {
    const under = await make('Zwyczajny')
    await write('Szeptanie skasowane', { post: under, deleted_at: new Date() })
    await write('Szeptanie pod niczym', { post: await make('Skasowany', { deleted_at: new Date() }) })
    await write('Szeptanie nocne', {
      post: await make('Nocny', { category: await createCategory(t.db, { is_nsfw: true }) }),
    })
    const blocked = await write('Szeptanie obce', { post: under })
    await write('Szeptanie jawne', { post: under })
    const reader = await createUser(t.db)
    await createBlock(t.db, reader, { id: blocked.author_id! })
    const api = await t.as(reader)
    for (const q of ['szeptanie', 'szeptaniu -x', '"szeptanie"', 'szept']) {
      expect(await find(inComments(q), api)).toMatchObject({
        total: 1,
        results: [{ item: { content: 'Szeptanie jawne' } }],
      })
      expect((await found(inComments(q))).sort()).toEqual(['Szeptanie jawne', 'Szeptanie obce'])
      expect(await found(inComments(q, { nsfw: true }))).toEqual(['Szeptanie nocne'])
    }
  })

  test('a search leaves out posts and comments removed by a moderator until they are restored', async () => {
    const creator = await createUser(t.db)
    const under = await make('Usterka główna', { category: await createCategory(t.db, { creator }) })
    const reply = await write('Usterka poboczna', { post: under })
    const api = await t.as(creator)
    for (const [thing, asked] of [
      [{ comment_id: reply.id }, inComments('usterka')],
      [{ post_id: under.id }, { q: 'usterka' }],
    ] as const) {
      expect(await found(asked)).toHaveLength(1)
      await api.moderation.remove({ ...thing, reason_code: 'spam' })
      for (const reader of [visitor, api]) expect(await find(asked, reader)).toMatchObject({ total: 0, results: [] })
      await api.moderation.restore(thing)
      expect(await found(asked)).toHaveLength(1)
    }
  })

  test('a search leaves out deleted communities, and users who are deleted, blocked or unverified', async () => {
    await createCategory(t.db, { name: 'ukryta_jawna' })
    await createCategory(t.db, { name: 'ukryta_nocna', is_nsfw: true })
    await createCategory(t.db, { name: 'ukryta_gone', deleted_at: new Date() })
    expect(await found({ q: 'ukryta', type: 'communities' })).toEqual(['ukryta_jawna'])
    expect(await found({ q: 'ukryta', type: 'communities', nsfw: true })).toEqual(['ukryta_nocna'])
    const [, blocked] = [
      await createUser(t.db, { username: 'schowana_a' }),
      await createUser(t.db, { username: 'schowana_b' }),
    ]
    await createUser(t.db, { username: 'schowana_c', deleted_at: new Date() })
    await createRegistration(t.db, { username: 'schowana_d' })
    const reader = await createUser(t.db)
    await createBlock(t.db, reader, blocked)
    expect(await found({ q: 'schowana', type: 'users' })).toEqual(['schowana_a', 'schowana_b'])
    expect(await find({ q: 'schowana', type: 'users' }, await t.as(reader))).toMatchObject({
      total: 1,
      results: [{ item: { username: 'schowana_a' } }],
    })
  })
})

describe('the search index of comments', () => {
  test('the comment index is updated when a comment is created, edited or deleted', async () => {
    const under = await make('Wątek')
    const author = await createUser(t.db)
    const api = await t.as(author)
    const { id } = await api.comments.create({ post_id: under.id, content: 'Pierwotniak żyje' })
    expect(await found(inComments('pierwotniaki'))).toEqual(['Pierwotniak żyje'])
    await api.comments.edit({ comment_id: id, content: 'Wtórniak żyje' })
    expect(await found(inComments('pierwotniak'))).toEqual([])
    expect(await found(inComments('wtorniak'))).toEqual(['Wtórniak żyje'])
    await api.comments.remove({ comment_id: id })
    expect(await found(inComments('wtorniak'))).toEqual([])
  })

  test('a job adds comments that are older than the comment index to the index', async () => {
    const under = await make('Dawny wątek')
    for (const n of [1, 2, 3]) await write(`Prehistoria ${n}`, { post: under })
    await t.db.delete(commentSearch)
    expect(await found(inComments('prehistoria'))).toEqual([])
    await write('Nowożytność', { post: under })
    await completeIndex(t.db)
    await runJobs(t.services)
    t.services.caches.of(searches).clear()
    expect(await found(inComments('prehistorią'))).toHaveLength(3)
    expect(await t.db.$count(commentSearch)).toBe(await t.db.$count(comment))
    await completeIndex(t.db)
    expect(
      await t.db.execute(sql`select 1 from graphile_worker.jobs where task_identifier = 'index_comments'`),
    ).toHaveLength(0)
  })

  test('concurrent searches that share a database read each get the highlights of their own query', async () => {
    for (const type of ['posts', 'comments'] as const) {
      if (type === 'posts') await make('Równoczesny powiew')
      else await write('Równoczesny powiew')
      const [member, ...seen] = await Promise.all([
        find({ q: 'równoczesny', type }, await t.as(await createUser(t.db))),
        ...['równoczesny', 'powiew', 'równoczesny', 'powiew', 'równoczesny'].map((q) => find({ q, type })),
      ])
      const [one, other] = ['<mark>Równoczesny</mark> powiew', 'Równoczesny <mark>powiew</mark>']
      expect(seen.map(({ results }) => results[0]!.highlights[0]!.html)).toEqual([one, other, one, other, one])
      expect(member!.results[0]!.highlights).toEqual(seen[0]!.results[0]!.highlights)
    }
  })

  test('a comment search finds comments in every bucket (range of ids) of the search index', async () => {
    const under = await make('Długi wątek')
    for (const at of [40, 41, 43]) await write(`Rozrzucona myśl ${at}`, { id: at * 32_768, post: under })
    expect((await found(inComments('rozrzucone'))).sort()).toEqual([
      'Rozrzucona myśl 40',
      'Rozrzucona myśl 41',
      'Rozrzucona myśl 43',
    ])
  })
})

test('a search also finds communities by a word of the description, after those found by name', async () => {
  const word = `pszczelarst${Date.now().toString(36).replaceAll(/\d/g, 'q')}`
  const described = await createCategory(t.db, {
    description: `Wszystko o ulach (${word}wie) i miodzie`,
    member_count: 900,
  })
  const named = await createCategory(t.db, { display_name: `${word}wo`, member_count: 1 })
  const visitor = await t.as(null)
  expect((await visitor.categories.list({ search: word })).map(({ id }) => id)).toEqual([named.id, described.id])
  expect((await visitor.search.find({ q: word, type: 'communities' })).results.map(({ item }) => item.id)).toEqual([
    named.id,
    described.id,
  ])
  expect(await visitor.categories.list({ search: `qzqz[%_(\\m` })).toEqual([])
})
