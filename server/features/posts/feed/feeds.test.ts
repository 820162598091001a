import { beforeAll, describe, expect, test } from 'bun:test'
import { drizzle } from 'drizzle-orm/postgres-js'
import { eq, sql } from 'drizzle-orm'
import type { Api } from '#shared/api/index.ts'
import { FEEDS, hasWindows, POST_SORTS, WINDOWS, type PostSort } from '#shared/rules/sorts.ts'
import type { Db } from '#server/db/driver/client.ts'
import { createTestApp, failure, type TestApp } from '#server/test/app.ts'
import {
  createBlock,
  createCategory,
  createFollow,
  createPost,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'
import { nodesOf, type Plan } from '#server/test/plans.ts'
import { category } from '../../categories/table.ts'
import { postTasks } from '../jobs.ts'
import { postRank } from '../table.ts'
import { readRange, type Scope } from './queries.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const NOW = Date.now()
const HOUR = 3_600_000
const DAY = 24 * HOUR
const ago = (ms: number) => new Date(NOW - ms)
const idsOf = (page: { posts: { id: number }[] }) => page.posts.map((item) => item.id)

type Asked = Parameters<Api['posts']['list']>[0]

async function firstPages(api: Api, asked: Asked, pages: number): Promise<number[]> {
  const ids: number[] = []
  let cursor: string | null | undefined
  for (let at = 0; at < pages && cursor !== null; at += 1) {
    const page = await api.posts.list({ ...asked, ...(cursor && { cursor }) })
    ids.push(...idsOf(page))
    cursor = page.next_cursor
  }
  return ids
}

const allPages = (api: Api, asked: Asked) => firstPages(api, asked, Infinity)

const raiseAges = (app: TestApp) =>
  postTasks.raise_post_ages({ db: app.db, now: () => new Date(NOW) } as never, {}, new AbortController().signal)

const idsIn = (rows: { post_id: number }[]) => rows.map((row) => row.post_id)

/** Sorts post ids by a plain query without the index ranges under test. */
async function inOrder(app: TestApp, ids: number[], sort: PostSort): Promise<number[]> {
  const rank = sort === 'new' ? postRank.created_at : postRank[sort]
  return idsIn(
    await app.db
      .select({ post_id: postRank.post_id })
      .from(postRank)
      .where(sql`${postRank.post_id} = any (${`{${ids.join(',')}}`}::integer[])`)
      .orderBy(sql`${rank} desc, ${postRank.post_id} desc`),
  )
}

async function forum() {
  const reader = await createUser(t.db)
  const authors = await Promise.all(Array.from({ length: 4 }, () => createUser(t.db)))
  const homes = await Promise.all(Array.from({ length: 5 }, () => createCategory(t.db)))
  const adult = await createCategory(t.db, { is_nsfw: true })
  const made: { id: number; home: number; author: number }[] = []
  for (let at = 0; at < 40; at += 1) {
    const [home, author] = [(at * 7) % 5, (at * 3) % 4]
    const { id } = await createPost(t.db, {
      category: homes[home],
      author: authors[author],
      created_at: ago(((at * at * 6) % 977) * HOUR),
      upvotes: (at * 11) % 17,
      downvotes: (at * 5) % 7,
    })
    made.push({ id, home, author })
  }
  for (const home of [homes[0]!, homes[2]!, homes[3]!, adult]) await joinCategory(t.db, reader, home)
  for (const author of [authors[1]!, authors[2]!]) await createFollow(t.db, reader, author)
  const adultPost = await createPost(t.db, { category: adult, author: authors[1] })
  return { reader, api: await t.as(reader), authors, homes, made, adultPost }
}

type Forum = Awaited<ReturnType<typeof forum>>

describe("READ-1 the feeds 'joined' and 'following'", () => {
  let made: Forum
  let joined: number[]
  let followed: number[]
  beforeAll(async () => {
    made = await forum()
    joined = made.made.filter(({ home }) => [0, 2, 3].includes(home)).map(({ id }) => id)
    followed = made.made.filter(({ author }) => [1, 2].includes(author)).map(({ id }) => id)
  })

  test.each([...POST_SORTS])(
    "a member's feeds list joined communities and followed users with any page size, sorted by %s",
    async (sort) => {
      const { api } = made
      for (const [feed, ids] of [
        ['joined', joined],
        ['following', followed],
      ] as const) {
        const whole = await api.posts.list({ feed, sort, limit: 100 })
        expect(whole).toMatchObject({ total: ids.length, next_cursor: null, feed, feeds: [...FEEDS] })
        expect(idsOf(whole)).toEqual(await inOrder(t, ids, sort))
        expect(await allPages(api, { feed, sort, limit: 3 })).toEqual(idsOf(whole))
        expect(idsOf(await api.posts.list({ feed, sort, limit: 4, offset: 7 }))).toEqual(idsOf(whole).slice(7, 11))
      }
    },
  )

  test("a member's feeds on the adult site contain adult posts", async () => {
    const { api, adultPost } = made
    for (const feed of ['joined', 'following'] as const) {
      expect(await api.posts.list({ feed, nsfw: true })).toMatchObject({ posts: [{ id: adultPost.id }], total: 1 })
    }
  })

  test("a member's feeds filtered by community or author contain only posts that match both", async () => {
    const { api, homes, authors, made: posts } = made
    const expected = (isIn: (post: (typeof posts)[0]) => boolean) => posts.filter(isIn).map(({ id }) => id)
    const sort = 'top'
    for (const [asked, ids] of [
      [{ feed: 'joined', category: homes[0]!.name }, expected(({ home }) => home === 0)],
      [{ feed: 'joined', category: homes[1]!.name }, []],
      [
        { feed: 'joined', author: authors[0]!.username },
        expected(({ home, author }) => author === 0 && [0, 2, 3].includes(home)),
      ],
      [
        { feed: 'following', category: homes[1]!.name },
        expected(({ home, author }) => home === 1 && [1, 2].includes(author)),
      ],
      [{ feed: 'following', author: authors[1]!.username }, expected(({ author }) => author === 1)],
      [{ feed: 'following', author: authors[0]!.username }, []],
    ] as const) {
      const page = await api.posts.list({ ...asked, sort, limit: 100 })
      expect(idsOf(page)).toEqual(await inOrder(t, [...ids], sort))
      expect(page.total).toBe(ids.length)
    }
  })

  test("a member's feeds leave out blocked users, deleted communities and deleted posts", async () => {
    const { api, reader, homes, authors, made: posts } = await forum()
    await createBlock(t.db, reader, authors[1]!)
    await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, homes[2]!.id))
    const gone = posts.find(({ home, author }) => home === 0 && author === 2)!
    await t.db.update(postRank).set({ is_listed: false }).where(eq(postRank.post_id, gone.id))
    const left = posts.filter(({ id }) => id !== gone.id)
    const inJoined = left.filter(({ home, author }) => [0, 3].includes(home) && author !== 1).map(({ id }) => id)
    expect(await allPages(api, { feed: 'joined', sort: 'new', limit: 4 })).toEqual(await inOrder(t, inJoined, 'new'))
    const byFollowed = left.filter(({ home, author }) => author === 2 && home !== 2).map(({ id }) => id)
    expect(await allPages(api, { feed: 'following', sort: 'new', limit: 4 })).toEqual(
      await inOrder(t, byFollowed, 'new'),
    )
  })

  test('the feeds of a member without joined communities and followed users are empty', async () => {
    const api = await t.as(await createUser(t.db))
    for (const feed of ['joined', 'following'] as const) {
      expect(await api.posts.list({ feed })).toMatchObject({ posts: [], total: 0, next_cursor: null })
      expect(await failure(visitor.posts.list({ feed }))).toMatchObject({ status: 401, code: 'not_signed_in' })
    }
    expect(await visitor.posts.list({ feed: 'all', limit: 1 })).toMatchObject({ feed: 'all', feeds: ['all'] })
    expect(await failure(api.posts.list({ feed: 'mine' as never }))).toMatchObject({
      status: 422,
      issues: { feed: expect.any(String) },
    })
  })

  test("a member's last chosen feed is stored, and 'joined' is not offered without a joined community", async () => {
    const { api } = made
    expect(await visitor.posts.list({ feed: 'last', limit: 1 })).toMatchObject({ feed: 'all' })
    expect(await api.posts.list({ feed: 'last', limit: 1 })).toMatchObject({ feed: 'all' })
    expect(await api.posts.chooseFeed({ feed: 'following' })).toEqual({ feed: 'following' })
    expect(await api.posts.list({ feed: 'last', limit: 100 })).toMatchObject({
      feed: 'following',
      total: followed.length,
    })
    expect(await api.posts.list({ limit: 1 })).not.toHaveProperty('feed')
    const loner = await t.as(await createUser(t.db))
    expect(await loner.posts.list({ feed: 'last', limit: 1 })).toMatchObject({ feeds: ['all', 'following'] })
    expect(await failure(visitor.posts.chooseFeed({ feed: 'all' }))).toMatchObject({ status: 401 })
    expect(await failure(api.posts.chooseFeed({ feed: 'last' as never }))).toMatchObject({
      status: 422,
      issues: { feed: expect.any(String) },
    })
  })
})

describe('READ-1 time windows of a feed', () => {
  const AGES = { day: 23 * HOUR, week: 6 * DAY, month: 29 * DAY, year: 364 * DAY, all: 3_000 * DAY }

  async function madeOverTheYears() {
    const home = await createCategory(t.db)
    const author = await createUser(t.db)
    const reader = await createUser(t.db)
    await joinCategory(t.db, reader, home)
    await createFollow(t.db, reader, author)
    const ids: Record<string, number[]> = {}
    // Older posts get more votes, so a window excludes the posts that would otherwise come first.
    for (const [at, window] of WINDOWS.entries()) {
      ids[window] = []
      for (const more of [1, 2, 3]) {
        const { id } = await createPost(t.db, {
          category: home,
          author,
          created_at: ago(AGES[window] - more * HOUR),
          upvotes: at * 10 + more,
          downvotes: at + more,
        })
        ids[window].push(id)
      }
    }
    return {
      home,
      author,
      api: await t.as(reader),
      within: (window: (typeof WINDOWS)[number]) =>
        WINDOWS.slice(0, WINDOWS.indexOf(window) + 1).flatMap((each) => ids[each]!),
    }
  }

  test('time windows limit feeds sorted by top or controversial, also after a job updates post ages', async () => {
    const { home, author, api, within } = await madeOverTheYears()
    for (const round of ['before', 'after']) {
      for (const sort of POST_SORTS) {
        for (const window of WINDOWS) {
          const expected = await inOrder(t, within(hasWindows(sort) ? window : 'all'), sort)
          for (const asked of [
            { category: home.name },
            { author: author.username },
            { feed: 'joined' },
            { feed: 'following' },
          ] as const) {
            const page = await api.posts.list({ ...asked, sort, window, limit: 100 })
            expect({ round, window, asked, ids: idsOf(page), total: page.total }).toEqual({
              round,
              window,
              asked,
              ids: expected,
              total: expected.length,
            })
          }
        }
      }
      expect(await allPages(api, { feed: 'joined', sort: 'top', window: 'month', limit: 2 })).toEqual(
        await inOrder(t, within('month'), 'top'),
      )
      await raiseAges(t)
    }
    const ages = await t.db
      .select({ age: postRank.age })
      .from(postRank)
      .where(eq(postRank.category_id, home.id))
      .orderBy(postRank.post_id)
    expect(ages.map(({ age }) => age)).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
  })

  test('a time window also limits the feed of all communities, and an unknown time window is refused', async () => {
    const { within } = await madeOverTheYears()
    const seen = await allPages(visitor, { sort: 'top', window: 'week', limit: 100 })
    expect(seen).toEqual(expect.arrayContaining(within('week')))
    const later = new Set(within('all').filter((id) => !within('week').includes(id)))
    expect(seen.filter((id) => later.has(id))).toEqual([])
    expect(await failure(visitor.posts.list({ window: 'hour' as never }))).toMatchObject({
      status: 422,
      issues: { window: expect.any(String) },
    })
  })
})

describe('rows and indexes that a feed reads', async () => {
  const own = await createTestApp()
  const SOURCES = 60
  const EACH = 50
  const FEW = 5
  const OLD = 20
  const PAGES = 5
  const [reader, modest, nostalgic, picky] = [
    await createUser(own.db),
    await createUser(own.db),
    await createUser(own.db),
    await createUser(own.db),
  ]

  beforeAll(async () => {
    await own.db.execute(sql`
      insert into "user" (username, email) select 'osoba_' || n, 'osoba_' || n || '@example.org'
        from generate_series(1, ${SOURCES}) n`)
    await own.db.execute(
      sql`insert into category (name, display_name, post_count) select 'dzial_' || n, 'dzial', ${EACH}
        from generate_series(1, ${SOURCES}) n`,
    )
    await own.db.execute(
      sql`insert into categorymembership (category_id, user_id) select id, ${reader.id} from category`,
    )
    await own.db.execute(
      sql`insert into follow (follower_id, followed_id) select ${reader.id}, id from "user"
        where username like 'osoba%'`,
    )
    await own.db.execute(
      sql`insert into categorymembership (category_id, user_id) select id, ${modest.id} from category order by id
        limit ${FEW}`,
    )
    await own.db.execute(sql`
      insert into "user" (username, email) select 'dawna_' || n, 'dawna_' || n || '@example.org'
        from generate_series(1, ${OLD}) n`)
    await own.db.execute(
      sql`insert into category (name, display_name, post_count) select 'dawny_' || n, 'dzial', 20
        from generate_series(1, ${OLD}) n`,
    )
    await own.db.execute(
      sql`insert into categorymembership (category_id, user_id) select id, ${nostalgic.id} from category
        where name like 'dawny%'`,
    )
    await own.db.execute(
      sql`insert into follow (follower_id, followed_id) select ${nostalgic.id}, id from "user"
        where username like 'dawna%'`,
    )
    await own.db.execute(sql`
      insert into post (category_id, author_id, title, created_at)
      select c.id, u.id, 'dawny', ${ago(2_500 * DAY).toISOString()}::timestamptz - (n * 37 + c.id) * interval '1 hour'
      from (select id, substr(name, 7) as at from category where name like 'dawny%') c
      join (select id, substr(username, 7) as at from "user" where username like 'dawna%') u using (at),
        generate_series(1, 20) n`)
    await own.db.execute(sql`
      insert into post (category_id, author_id, title, created_at)
      select c.id, u.id, 'post', ${ago(0).toISOString()}::timestamptz - (n * 37 + c.id) * interval '1 hour'
      from (select id, row_number() over (order by id) as at from category where name like 'dzial%') c join (select id,
        row_number() over (order by id) as at from "user" where username like 'osoba%') u using (at),
        generate_series(1, ${EACH}) n`)
    await own.db.execute(sql`
      insert into post_rank (post_id, category_id, author_id, is_nsfw, created_at, upvotes, downvotes)
      select id, category_id, author_id, false, created_at, case title when 'post' then 20 + id % 40 else 1 end,
        case title when 'post' then 10 + id % 7 else 0 end from post`)
    await own.db.execute(
      sql`insert into category_flair (id, category_id, position, label, color) select 1, min(id), 0, 'Pytanie', 'blue'
        from category`,
    )
    await own.db.execute(sql`update post_rank set flair_id = 1 where post_id % 10 = 0 and upvotes > 1`)
    await own.db.execute(sql`update post_rank set is_listed = false where post_id % 41 = 0`)
    const adult = await createCategory(own.db, { is_nsfw: true })
    for (let at = 0; at < 12; at += 1) await createPost(own.db, { category: adult, author: modest, upvotes: at % 5 })
    await own.db.execute(
      sql`insert into categorymembership (category_id, user_id) select id, ${picky.id} from category where id % 3 = 0
        or id = ${adult.id}`,
    )
    await own.db.execute(
      sql`insert into follow (follower_id, followed_id) select ${picky.id}, id from "user" where id % 3 = 0 or id
        = ${modest.id}`,
    )
    await own.db.execute(
      sql`insert into blockeduser (blocker_id, blocked_id) select ${picky.id}, id from "user"
        where username like 'osoba%' and id % 4 = 0`,
    )
    await own.db.execute(
      sql`insert into hidden_post (user_id, post_id) select ${picky.id}, post_id from post_rank where post_id % 7 = 0`,
    )
    await raiseAges(own)
    await own.db.execute(sql`analyze`)
  })

  /** Counts the `post_rank` rows that a feed reads, the indexes used and the reads of `hidden_post`. */
  async function reads(scope: Partial<Scope>, sort: PostSort) {
    const statements: { text: string; params: unknown[] }[] = []
    const db = drizzle(own.sql, {
      logger: { logQuery: (text, params) => statements.push({ text, params }) },
    }) as unknown as Db
    await readRange(
      db,
      {
        feed: 'all',
        window: 'all',
        nsfw: false,
        categoryId: null,
        flairId: null,
        authorId: null,
        viewerId: reader.id,
        since: null,
        hideRead: false,
        ...scope,
      },
      sort,
      null,
      { limit: 11, offset: 0 },
    )
    const { text, params } = statements[0]!
    const plan = await own.sql.begin(async (tx) => {
      // On a larger forum the planner chooses this plan by itself.
      await tx.unsafe('set local enable_seqscan = off')
      await tx.unsafe('set local enable_bitmapscan = off')
      const [row] = await tx.unsafe(`explain (analyze, format json) ${text}`, params as never[])
      return (row!['QUERY PLAN'] as { Plan: Plan }[])[0]!.Plan
    })
    const scans = [...nodesOf(plan)].filter((node) => node['Relation Name'] === 'post_rank' && node['Actual Loops'] > 0)
    const rows = scans.reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    )
    const ofHidden = [...nodesOf(plan)]
      .filter((node) => node['Relation Name'] === 'hidden_post')
      .reduce((sum, node) => sum + node['Actual Loops'], 0)
    return {
      ofHidden,
      indexes: [...new Set(scans.map((node) => node['Index Name'] ?? node['Node Type']))].sort(),
      rows,
    }
  }

  test('READ-1 a feed query reads a post per community or author, and more only from the best of these', async () => {
    for (const sort of POST_SORTS) {
      const few = await reads({ feed: 'joined', viewerId: modest.id }, sort)
      expect(few.indexes).toEqual([`post_rank_category_${sort}`])
      expect(few.rows).toBeLessThanOrEqual(FEW * (hasWindows(sort) ? 5 : 1) + 11 * 11)
      const stale = await reads({ feed: 'joined', viewerId: nostalgic.id }, sort)
      expect(stale.indexes).toContain(`post_rank_category_${sort}`)
      expect(stale.rows).toBeLessThanOrEqual(256 + (hasWindows(sort) ? 5 + 5 * OLD : OLD) + 11 * 11)
    }
    // The limit includes 1,000 rows that are read to count the posts of the feed.
    for (const sort of POST_SORTS) {
      const followed = await reads({ feed: 'following', viewerId: nostalgic.id }, sort)
      expect(followed.indexes).toContain(`post_rank_author_${sort}`)
      expect(followed.rows).toBeLessThanOrEqual(OLD + 11 * 11 + 1_000)
      // The query excludes hidden posts in two steps, and each reads `hidden_post` twice.
      expect(followed.ofHidden).toBeLessThanOrEqual(4)
    }
  })

  test('READ-1 a feed uses the forum-wide index if most of its posts are in joined communities', async () => {
    for (const sort of POST_SORTS) {
      const joined = await reads({ feed: 'joined' }, sort)
      expect(joined.indexes).toEqual([`post_rank_${sort}`])
      expect(joined.rows).toBeLessThanOrEqual(2 * 11 + (hasWindows(sort) ? 5 : 0))
    }
  })

  // Feeds with few posts are read to the end, feeds with many posts up to page five.
  test.each([
    ['a reader of everything', reader, false, 100],
    ['a reader of few communities', modest, false, 25],
    ['a reader of old posts', nostalgic, false, 100],
    ['a reader who blocks and hides', picky, false, 100],
    ['a reader of the adult variant', picky, true, 5],
  ] as const)('READ-1 %s gets the same feed in the same order from each index', async (_, member, nsfw, limit) => {
    const of = {
      joined: sql`category_id in (select category_id from categorymembership where user_id = ${member.id})`,
      following: sql`author_id in (select followed_id from follow where follower_id = ${member.id})`,
    }
    const api = await own.as(member)
    for (const feed of ['joined', 'following'] as const) {
      const shown = sql`is_listed and is_nsfw = ${nsfw} and ${of[feed]}
        and not exists (select 1 from blockeduser where blocker_id = ${member.id} and blocked_id = author_id)
        and not exists (select 1 from hidden_post h where h.user_id = ${member.id} and h.post_id = ${postRank.post_id})`
      const ids = idsIn(await own.db.select({ post_id: postRank.post_id }).from(postRank).where(shown))
      for (const sort of POST_SORTS) {
        const expected = (await inOrder(own, ids, sort)).slice(0, PAGES * limit)
        expect(await firstPages(api, { feed, nsfw, sort, limit }, PAGES)).toEqual(expected)
      }
    }
  })

  test("WRITE-4 a feed filtered by flair reads only one range of the flair's index", async () => {
    const flaired = (SOURCES * EACH) / 10
    for (const sort of POST_SORTS) {
      const { indexes, rows } = await reads({ flairId: 1 }, sort)
      expect(indexes).toContain(`post_rank_flair_${sort}`)
      expect(indexes.filter((index) => !index.startsWith('post_rank_flair'))).toEqual([])
      // The limit includes `flaired` rows for counting the posts of the feed.
      expect(rows).toBeLessThanOrEqual(5 * 11 + flaired)
    }
  })

  test('READ-1 a feed query with a time window reads one index range for each group of post ages', async () => {
    const since = ago(30 * DAY).toISOString()
    const inWindow = Number((await own.sql`select count(*) from post_rank where created_at >= ${since}`)[0]!.count)
    for (const sort of ['top', 'controversial'] as const) {
      const all = await reads({}, sort)
      expect(all.indexes).toEqual([`post_rank_${sort}`])
      expect(all.rows).toBeLessThanOrEqual(5 * 11)
      const month = await reads({ window: 'month', since }, sort)
      expect(month.indexes).toContain(`post_rank_${sort}`)
      expect(month.rows).toBeLessThanOrEqual(3 * 11 + Math.min(1_000, inWindow))
      const joined = await reads({ feed: 'joined', window: 'month', since, viewerId: modest.id }, sort)
      expect(joined.indexes).toContain(`post_rank_category_${sort}`)
      expect(joined.rows).toBeLessThanOrEqual(3 * FEW + 11 * 11 + Math.min(1_000, inWindow))
      expect((await reads({ feed: 'joined', window: 'month', since }, sort)).rows).toBeLessThanOrEqual(
        2 * 11 + 3 + Math.min(1_000, inWindow),
      )
    }
  })
})
