import { beforeAll, describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { comments } from '#shared/api/comments.ts'
import { posts } from '#shared/api/posts.ts'
import { LIMITS } from '#shared/limits.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { recountCounters } from '#server/features/counters/queries.ts'
import { upload } from '#server/features/uploads/table.ts'
import { renderMarkdown } from '#server/markdown/markdown.ts'
import { createTestApp, failure, type TestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { readDemoData } from './data.ts'
import { fillDemo, type FillOptions } from './fill.ts'
import { startDemo, wantsDemo } from './start.ts'
import { readSmallDemo } from './testing/small-demo.ts'

const logins = { demo: 'Demo1234', admin: 'Admin1234' }
/** Milliseconds, long enough for a busy machine. */
const SLOW = 300_000

const fill = (t: TestApp, options: Partial<FillOptions> = {}) => fillDemo(t.services, { logins, ...options })

const COUNTED = [
  'user',
  'category',
  'categorymembership',
  'post',
  'comment',
  'vote',
  'savedpost',
  'follow',
  'points_entry',
  'notification',
  'message',
  'report',
  'stream',
]

/** Ids are left out, so that two demo forums can be compared. */
async function readForum(t: TestApp) {
  return {
    users: await t.sql`select username, karma, wpoints, follower_count, following_count from "user" where not is_bot
        order by username`,
    posts: await t.sql`select title, upvotes, downvotes, comment_count, p.created_at from post p join post_rank r
        on r.post_id = p.id order by title`,
    comments:
      await t.sql`select content, depth, upvotes, downvotes, reply_count, created_at from comment order by content`,
  }
}

async function countRows(t: TestApp): Promise<Record<string, number>> {
  const counts = await Promise.all(
    COUNTED.map(async (table) => {
      const [row] = await t.sql<{ count: number }[]>`select count(*)::integer as count from ${t.sql(table)}`
      return [table, row!.count] as const
    }),
  )
  return Object.fromEntries(counts)
}

describe('the demo forum', async () => {
  const t = await createTestApp()
  /** Row counts and names of waiting jobs right after the demo forum was filled. */
  let [counts, jobs]: [Record<string, number>, string[]] = [{}, []]
  beforeAll(async () => {
    expect(await fill(t)).toBe('filled')
    counts = await countRows(t)
    jobs = (await t.sql<{ task: string }[]>`select task_identifier as task from graphile_worker.jobs`).map(
      ({ task }) => task,
    )
  }, SLOW)

  test('the demo forum has the documented size, in both languages, with normal and adult content', async () => {
    expect(counts).toMatchObject({ category: 12, post: 189, stream: 5 })
    expect(counts.user).toBeGreaterThan(40)
    expect(counts.comment).toBeGreaterThan(950)
    const [languages] = await t.sql`
      select count(*) filter (where content ~* '[ąćęłńóśźż]')::integer as polish, count(*)
        filter (where content !~* '[ąćęłńóśźż]')::integer as other from post`
    expect(languages!.polish).toBeGreaterThan(languages!.other)
    expect(languages!.other).toBeGreaterThan(40)
    const visitor = await t.as(null)
    expect((await visitor.posts.list({ nsfw: true })).total).toBeGreaterThan(20)
    expect((await visitor.categories.list({ nsfw: true })).length).toBe(3)
  })

  test('the counts of the demo forum are right: the audit finds nothing to repair', async () => {
    expect(await recountCounters(t.db)).toEqual([])
  })

  test('the demo forum leaves no temporary schema, no mail, and only the jobs of its members and streams', async () => {
    const [left] = await t.sql<{ schema: string | null }[]>`select to_regnamespace('demo')::text as schema`
    expect(left!.schema).toBe(null)
    expect(new Set(jobs)).toEqual(
      new Set(['remove_user_data', 'expire_messages', 'update_trust_level', 'announce_stream']),
    )
  })

  test('the demo forum is not created a second time', async () => {
    const before = await countRows(t)
    expect(await fill(t)).toBe('elsewhere')
    expect(await countRows(t)).toEqual(before)
  })

  test('the documented member and admin of the demo forum can sign in', async () => {
    const visitor = await t.as(null)
    const asDemo = await visitor.auth.login({ username: 'demo', password: 'Demo1234' })
    expect(asDemo.user).toMatchObject({ username: 'demo', is_admin: false, email_verified: true })
    const asAdmin = await visitor.auth.login({ username: 'admin', password: 'Admin1234' })
    expect(asAdmin.user).toMatchObject({ username: 'admin', is_admin: true, email_verified: true })
    expect(await failure(visitor.auth.login({ username: 'zakwasowy', password: 'Demo1234' }))).toMatchObject({
      status: 401,
    })
  })

  test('the demo forum gives the documented member an example of every feature', async () => {
    const { user } = await (await t.as(null)).users.get({ username: 'demo' })
    const api = await t.as(user)
    expect((await api.notifications.count()).unread_count).toBeGreaterThanOrEqual(4)
    expect(
      (await api.messages.conversations()).filter((conversation) => conversation.unread_count > 0).length,
    ).toBeGreaterThan(2)
    expect((await api.posts.saved({ offset: 20 })).posts.length).toBeGreaterThan(0)
    expect((await api.blocks.list()).blocked_users.length).toBeGreaterThan(0)
    expect(user.karma).toBeGreaterThan(0)
    expect(user.follower_count).toBeGreaterThan(0)
  })

  test('the demo forum has posts by its bot, and a comment that the bot has not answered yet', async () => {
    const staff = await t.as(null, { admin: t.config.adminPassword })
    expect((await staff.adminBot.stats()).total_posts).toBe(4)
    expect((await staff.adminBot.pendingComments()).length).toBeGreaterThan(0)
  })

  test('the demo forum has staff work: open and decided reports, and one live stream', async () => {
    const statuses = await t.sql`select status, count(*)::integer as count from report group by status order by status`
    expect(statuses.map((row) => row.status)).toEqual(['pending', 'rejected', 'resolved'])
    expect(await t.sql`select 1 from stream where is_live`).toHaveLength(1)
  })

  test('MOD-11 the demo forum has decisions, content in review, notices, polls, links and galleries', async () => {
    const actions = await t.sql`select distinct action from decision order by action`
    expect(actions.map(({ action }) => action)).toEqual(['banned', 'held', 'locked', 'pinned', 'removed', 'warned'])
    expect(await t.sql`select outcome from notice order by outcome`).toMatchObject([
      { outcome: 'removed' },
      { outcome: null },
      { outcome: null },
    ])
    expect(await t.sql`select 1 from post where held_at is not null`).toHaveLength(1)
    const [made] = await t.sql`select
      (select count(*) from post where link_url is not null)::integer as links, (select count(*) from post
        where jsonb_array_length(images) = 3)::integer as galleries,
      (select count(*) from post where poll_closes_at > now())::integer as polls, (select min(votes) from poll_option)
        > 0 as voted`
    expect(made).toEqual({ links: 4, galleries: 3, polls: 4, voted: true })
    const { user } = await (await t.as(null)).users.get({ username: 'demo' })
    expect((await (await t.as(user)).decisions.mine()).decisions).toMatchObject([
      { action: 'removed', reason_code: 'harassment' },
    ])
    expect(await t.sql`select 1 from notification where by_email`).toHaveLength(0)
  })

  test('the demo forum has discussions of every depth and controversial posts', async () => {
    const depths = await t.sql`select distinct depth from comment where deleted_at is null order by depth`
    expect(depths.map((row) => row.depth)).toEqual([1, 2, 3, 4, 5])
    expect((await t.sql`select 1 from comment where deleted_at is not null and in_tree`).length).toBeGreaterThan(0)
    expect((await t.sql`select 1 from post_rank where least(upvotes, downvotes) > 6`).length).toBeGreaterThan(3)
  })

  test('ACCT-2 the demo forum shows the avatars of some of its members', async () => {
    const [shown] = await t.sql`select avatar_url from "user" where username = 'demo'`
    expect((await t.request(avatarOf(shown!.avatar_url as string)!)).status).toBe(200)
    expect((await t.sql`select 1 from "user" where avatar_url is not null`).length).toBe(12)
  })

  test('the demo forum shows uploaded pictures of its authors, and icons', async () => {
    const shown =
      await t.sql`select 1 from post join upload on upload.url = post.image_url and upload.user_id = post.author_id
        and upload.used_at is not null`
    expect(shown.length).toBeGreaterThan(30)
    expect((await t.sql`select 1 from category where icon_url is not null`).length).toBe(12)
  })

  test('the demo forum repeats no post and no comment', async () => {
    const [repeated] = await t.sql`
      select (select count(*) - count(distinct title) from post)::integer as titles,
        (select count(*) - count(distinct content) from post)::integer as posts,
        (select count(*) - count(distinct content) from comment)::integer as comments`
    expect(repeated).toEqual({ titles: 0, posts: 0, comments: 0 })
  })

  test('the texts of the demo forum pass the validation of the forms', async () => {
    for (const row of await t.sql`select title, content, category_id from post`)
      expect(v.parse(posts.create.input, { ...row })).toMatchObject({ ...row })
    for (const row of await t.sql`select content, post_id from comment`)
      expect(v.parse(comments.create.input, { ...row })).toMatchObject({ ...row })
  })

  test('the texts of the demo forum have no unfilled placeholders', async () => {
    const { people } = await readDemoData()
    const marks = new RegExp(`@bot\\b|^~?(bot|${people.map(({ username }) => username).join('|')}): `)
    const texts =
      await t.sql`select content from post union all select content from comment union all select title from post`
    expect(texts.filter(({ content }) => marks.test(content)).map((row) => row.content)).toEqual([])
  })

  test('the texts of the demo forum mention and link only what exists', async () => {
    const { people, communities } = await readDemoData()
    const texts = await t.sql`select content from post union all select content from comment`
    const links = texts.flatMap(({ content }) =>
      [...renderMarkdown(content).html.matchAll(/href="(\/[ur]\/[^"]+)"/g)].map((match) => match[1]!.toLowerCase()),
    )
    const known = new Set([
      ...people.map((person) => `/u/${person.username}`),
      `/u/${t.config.botUsername}`,
      ...communities.map((community) => `/r/${community.name}`),
    ])
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((link) => !known.has(link))).toEqual([])
  })

  test('the demo forum is chronological: nobody writes before joining or replies too early', async () => {
    const [early] = await t.sql`select
      (select count(*) from post p join "user" u on u.id = p.author_id where p.created_at
        < u.created_at)::integer as posts,
      (select count(*) from comment c join "user" u on u.id = c.author_id where c.created_at
        < u.created_at)::integer as comments,
      (select count(*) from vote v join "user" u on u.id = v.user_id where v.created_at
        < u.created_at)::integer as voters,
      (select count(*) from vote v join post p on p.id = v.post_id where v.created_at < p.created_at)::integer as votes,
      (select count(*) from comment c join post p on p.id = c.post_id where c.created_at
        < p.created_at)::integer as first_comments,
      (select count(*) from comment c join comment parent on parent.id = c.parent_id where c.created_at
        <= parent.created_at)::integer as replies,
      (select count(*) from report r join comment c on c.id = r.comment_id where r.created_at
        < c.created_at)::integer as reports,
      (select count(*) from comment where greatest(created_at, deleted_at) > now())::integer as ahead`
    expect(early).toEqual({
      posts: 0,
      comments: 0,
      voters: 0,
      votes: 0,
      first_comments: 0,
      replies: 0,
      reports: 0,
      ahead: 0,
    })
    const lists = {
      post: 'true',
      comment: 'post_id',
      points_entry: 'user_id',
      notification: 'user_id',
      report: 'true',
      message: 'least(sender_id, recipient_id), greatest(sender_id, recipient_id)',
    }
    const jumps = await Promise.all(
      Object.entries(lists).map(async ([table, list]) => {
        const rows = await t.sql.unsafe(
          `select is_jump from (select created_at < lag(created_at) over (partition by ${list} order by id) as is_jump
            from ${table})`,
        )
        return [table, rows.filter((row) => row.is_jump).length]
      }),
    )
    expect(jumps).toEqual(Object.keys(lists).map((table) => [table, 0]))
  })

  test('the demo forum respects the daily cap of points for writing', async () => {
    const [most] = await t.sql`
      select max(points)::integer as points from (
        select sum(points) as points from points_entry where reason in ('post', 'comment', 'post_reversed',
          'comment_reversed')
        group by user_id, (created_at at time zone ${t.config.timeZone})::date
      ) days`
    expect(most!.points).toBeLessThanOrEqual(LIMITS.pointsPerDay)
  })

  test('the demo forum notifies nobody of themselves, of blocked members, or of deleted content', async () => {
    const [wrong] = await t.sql`select
      (select count(*) from notification where user_id = actor_id)::integer as own,
      (select count(*) from notification n join blockeduser b on b.blocker_id = n.user_id and b.blocked_id
        = n.actor_id)::integer as blocked,
      (select count(*) from notification n join comment c on c.id = n.comment_id
        where c.deleted_at is not null)::integer as deleted`
    expect(wrong).toEqual({ own: 0, blocked: 0, deleted: 0 })
  })

  test('the demo forum can be used: its member writes, votes and follows, and the counts stay right', async () => {
    const { user } = await (await t.as(null)).users.get({ username: 'demo' })
    const api = await t.as(user)
    const [home] = await api.categories.list({ search: 'kuchnia' })
    await api.categories.join({ category_id: home!.id })
    const post = await api.posts.create({ title: 'Nowy post po zapełnieniu', content: 'Treść', category_id: home!.id })
    await api.comments.create({ post_id: post.id, content: 'Pierwszy komentarz' })
    await (await t.as(await createUser(t.db))).votes.post({ post_id: post.id, value: 1 })
    expect(post.id).toBeGreaterThan(189)
    expect(await recountCounters(t.db)).toEqual([])
  })
})

test(
  'an interrupted fill of the demo forum is consistent and completed by the next start, even by two at once',
  async () => {
    const [whole, broken] = [await createTestApp(), await createTestApp()]
    const data = await readSmallDemo()
    const noon = new Date('2026-11-20T12:00:00Z')
    whole.clock.now = () => noon
    broken.clock.now = () => noon
    const stopping = new AbortController()
    // The first batch publishes cache tags when it commits.
    broken.services.invalidations.subscribe(() => stopping.abort())
    expect(await fill(broken, { data, signal: stopping.signal })).toBe('stopped')
    const part = (await countRows(broken)).categorymembership!
    expect(part).toBeGreaterThan(0)
    expect(await recountCounters(broken.db)).toEqual([])

    const put = broken.services.media.put
    broken.services.media.put = () => Promise.reject(new Error('The disk is full'))
    await expect(fill(broken, { data })).rejects.toThrow('The disk is full')
    expect(await recountCounters(broken.db)).toEqual([])

    broken.services.media.put = put
    expect(await fill(whole, { data })).toBe('filled')
    // Simulates that another process has stored the same pictures and then died.
    const stored = await whole.db.select().from(upload)
    expect(stored).not.toBeEmpty()
    await broken.db
      .insert(upload)
      .values(stored.map((row) => ({ ...row, id: -row.id, used_at: null, deleted_at: noon })))
    expect(await Promise.all([fill(broken, { data }), fill(broken, { data })])).toEqual(['filled', 'filled'])
    expect(await countRows(broken)).toEqual(await countRows(whole))
    expect(await readForum(broken)).toEqual(await readForum(whole))
    expect(await recountCounters(broken.db)).toEqual([])
    expect(await fill(broken)).toBe('elsewhere')
  },
  SLOW,
)

test(
  'a demo forum left unfinished by another version is not filled further',
  async () => {
    const t = await createTestApp()
    const stopping = new AbortController()
    expect(
      await fill(t, { data: await readSmallDemo(), signal: stopping.signal, onBegin: () => stopping.abort() }),
    ).toBe('stopped')
    expect(await fill(t)).toBe('outdated')
    expect(await countRows(t)).toMatchObject({ category: 0, post: 0 })
    expect(await fill(t)).toBe('elsewhere')
  },
  SLOW,
)

test('a database with a registered member is not filled with the demo forum', async () => {
  const t = await createTestApp()
  await createUser(t.db)
  expect(await fill(t)).toBe('elsewhere')
  expect(await countRows(t)).toMatchObject({ user: 1, category: 0, post: 0 })
})

test(
  'one of several processes that start on an empty database fills the demo forum, and waits for row locks of members',
  async () => {
    const t = await createTestApp()
    const started = Promise.withResolvers<void>()
    let fills = 0
    const onBegin = () => {
      fills += 1
      started.resolve()
    }
    const data = await readSmallDemo()
    const filled = Promise.all([1, 2, 3].map(() => fill(t, { data, onBegin })))
    await started.promise
    await t.sql.begin(async (tx) => {
      await tx`select 1 from "user" where username = 'demo' for update`
      await Bun.sleep(700)
    })
    expect(await filled).toContain('filled')
    expect(fills).toBe(1)
    expect(await recountCounters(t.db)).toEqual([])
  },
  SLOW,
)

test(
  'the demo passwords are random in production, printed once, and work',
  async () => {
    const t = await createTestApp({ NODE_ENV: 'production', DEMO: 'on', PUBLIC_URL: 'https://forum.example' })
    const said: string[] = []
    const started = Promise.withResolvers<void>()
    const demo = startDemo(t.services, (line) => {
      said.push(line)
      started.resolve()
    })
    await started.promise
    await demo.stop()
    const [, password] = /demo \/ (\S+)/.exec(said[0]!)!
    const visitor = await t.as(null)
    expect(await failure(visitor.auth.login({ username: 'demo', password: 'Demo1234' }))).toMatchObject({ status: 401 })
    expect(await visitor.auth.login({ username: 'demo', password: password! })).toMatchObject({
      user: { username: 'demo' },
    })
    expect(said).toHaveLength(1)
  },
  SLOW,
)

test('a demo forum is created where DEMO asks for it, and by default outside production', () => {
  const config = { production: true, demo: null } as Parameters<typeof wantsDemo>[0]
  expect(wantsDemo(config)).toBe(false)
  expect(wantsDemo({ ...config, demo: 'on' })).toBe(true)
  expect(wantsDemo({ ...config, production: false })).toBe(true)
  expect(wantsDemo({ ...config, production: false, demo: 'off' })).toBe(false)
})
