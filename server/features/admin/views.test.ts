import { tables } from '#server/test/tables.ts'
import { beforeEach, describe, expect, test } from 'bun:test'
import { getTableName, sql } from 'drizzle-orm'
import { contract } from '#shared/api/index.ts'
import { createMember, PASSWORD } from '#server/features/auth/testing/member.ts'
import { report } from '../moderation/tables.ts'
import { stream } from '#server/features/streams/table.ts'
import { user } from '#server/features/users/table.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import {
  createBlock,
  createCategory,
  createComment,
  createMessage,
  createPost,
  createSave,
  createUser,
  createVote,
} from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { TABLES } from './database/rules.ts'

const t = await createTestApp()
const { admin } = await t.as(null, { admin: ADMIN_PASSWORD })

beforeEach(async () => {
  await t.db.execute(
    sql`truncate "user", category, audit_log, session, email_token,
      graphile_worker._private_jobs restart identity cascade`,
  )
  // The dashboard is cached for one minute.
  const later = t.clock.now().getTime() + 61_000
  t.clock.now = () => new Date(later)
})

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)

describe('the dashboard', () => {
  test('ADM-6,7,8 ENT-17 API-49 the dashboard counts undeleted rows: all, of one day and of 30 days', async () => {
    const ago = (hours: number) => new Date(t.clock.now().getTime() - hours * 3_600_000)
    const old = await createUser(t.db, { created_at: ago(24 * 40) })
    const [home, adult, gone] = [
      await createCategory(t.db, { creator: old }),
      await createCategory(t.db, { creator: old, is_nsfw: true }),
      await createCategory(t.db, { creator: old, deleted_at: new Date() }),
    ]
    await createUser(t.db, { created_at: ago(25) })
    const fresh = await createUser(t.db, { created_at: ago(23) })
    await createUser(t.db, { created_at: ago(1), deleted_at: ago(1) })
    const post = await createPost(t.db, { author: fresh, category: home, created_at: ago(2) })
    await createPost(t.db, { author: fresh, category: adult, created_at: ago(50) })
    await createPost(t.db, { author: fresh, category: home, created_at: ago(3), deleted_at: ago(1) })
    await createPost(t.db, { author: fresh, category: gone, created_at: ago(4) })
    await createComment(t.db, { author: fresh, post })
    await createComment(t.db, { author: fresh, post, deleted_at: ago(1) })
    await createMessage(t.db, old, fresh)
    await t.db.insert(stream).values([
      { user_id: old.id, title: 'Trwa', url: 'https://a.example' },
      { user_id: fresh.id, title: 'Było', url: 'https://a.example', is_live: false },
      { user_id: fresh.id, title: 'Nie ma', url: 'https://a.example', deleted_at: ago(1) },
    ])
    await t.db.insert(report).values([
      { reporter_id: old.id, post_id: post.id, reason: 'x' },
      { reporter_id: fresh.id, post_id: post.id, reason: 'x', status: 'resolved' },
    ])
    expect(await admin.dashboard()).toEqual({
      totals: { users: 3, posts: 2, comments: 1, categories: 2, streams: 2, messages: 1, reports: 2 },
      last_24h: { new_users: 1, new_posts: 1 },
      last_30d: { new_users: 2, new_posts: 2 },
      categories: { nsfw: 1 },
      active: { streams: 1, unresolved_reports: 1 },
      operations: { jobs: { waiting: 0, failed: 0 }, mail: { delivery: 'outbox', waiting: 0, failed: 0 } },
    })
  })

  test('the dashboard counts waiting and permanently failed jobs, and how many of them are mails', async () => {
    const add = (task: string, runAt = 'now()') =>
      t.db.execute(sql`
      select graphile_worker.add_job(${task}, '{}', run_at => ${sql.raw(runAt)}, max_attempts => 1)`)
    await add('send_mail')
    await add('send_mail')
    await add('remove_user_data')
    await add('remove_user_data', `now() + interval '1 day'`)
    await t.db.execute(
      sql`update graphile_worker._private_jobs set attempts = 1, last_error = 'x' where id = (select min(id)
        from graphile_worker._private_jobs)`,
    )
    expect((await admin.dashboard()).operations).toEqual({
      jobs: { waiting: 2, failed: 1 },
      mail: { delivery: 'outbox', waiting: 1, failed: 1 },
    })
  })

  test('the dashboard is computed at most once a minute, however many clients request it', async () => {
    const begin = t.clock.now()
    const [first, second] = await Promise.all([admin.dashboard(), admin.dashboard()])
    await createUser(t.db)
    t.clock.now = () => new Date(begin.getTime() + 59_000)
    expect([second, await admin.dashboard()]).toEqual([first, first])
    t.clock.now = () => new Date(begin.getTime() + 60_000)
    expect((await admin.dashboard()).totals.users).toBe(first.totals.users + 1)
  })
})

describe('the chart', () => {
  test("ADM-9 ENT-18 API-49 the dashboard chart has a row per day of the site's time zone, oldest first", async () => {
    // Midnight of 26 October 2025 in Warsaw is 22:00 UTC; that day has 25 hours.
    const { now } = t.clock
    t.clock.now = () => new Date('2025-10-27T11:00:00Z')
    const author = await createUser(t.db, { created_at: new Date('2025-10-25T21:59:59.999Z') })
    await createUser(t.db, { created_at: new Date('2025-10-25T22:00:00Z') })
    await createUser(t.db, { created_at: new Date('2025-10-26T22:59:59.999Z') })
    const post = await createPost(t.db, {
      author,
      category: await createCategory(t.db, { creator: author }),
      created_at: new Date('2025-10-26T23:00:00Z'),
    })
    await createComment(t.db, { author, post, created_at: new Date('2025-10-27T10:00:00Z') })
    await t.db
      .insert(stream)
      .values({
        user_id: author.id,
        title: 'x',
        url: 'https://a.example',
        created_at: new Date('2025-10-25T10:00:00Z'),
      })
    expect((await admin.charts({ days: 4 })).daily).toEqual([
      { date: '2025-10-24', users: 0, posts: 0, comments: 0, streams: 0 },
      { date: '2025-10-25', users: 1, posts: 0, comments: 0, streams: 1 },
      { date: '2025-10-26', users: 2, posts: 0, comments: 0, streams: 0 },
      { date: '2025-10-27', users: 0, posts: 1, comments: 1, streams: 0 },
    ])
    expect((await admin.charts()).daily.length).toBe(7)
    expect((await admin.charts({ days: 90 })).daily.length).toBe(90)
    expect((await failure(admin.charts({ days: 91 }))).status).toBe(422)
    t.clock.now = now
  })
})

describe('the database browser', () => {
  test('ADMDB-3,9 ENT-19 API-50 the database browser lists twelve tables with their sizes and row counts', async () => {
    await createUser(t.db)
    const info = await admin.databaseInfo()
    expect(info.tables.filter(({ can_browse }) => can_browse).map(({ table_name }) => table_name)).toEqual([...TABLES])
    expect(info.tables.map(({ size }) => size).join(' ')).toMatch(/^(\d+ (bytes|kB|MB) ?)+$/)
    expect(info.database_size).toMatch(/^\d+ (kB|MB)$/)
    expect(info.row_counts).toMatchObject({ user: 1, post: 0, notification: 0 })
  })

  test('ADMDB-20 the database browser counts every table of the schema and shows the rows of twelve', async () => {
    const info = await admin.databaseInfo()
    const names = tables.map(getTableName)
    expect(info.tables.map(({ table_name }) => table_name).sort()).toEqual(names.sort())
    expect(Object.keys(info.row_counts).sort()).toEqual(names.sort())
    const withheld = info.tables.filter(({ can_browse }) => !can_browse)
    expect(withheld.length).toBe(names.length - TABLES.length)
    for (const { table_name } of withheld)
      expect(await failure(admin.databaseTable({ name: table_name }))).toMatchObject({ status: 404 })
  })

  test.each([...TABLES])('API-51 the database browser shows the table %s', async (name) => {
    const answer = await admin.databaseTable({ name })
    expect(answer.columns.length).toBeGreaterThan(2)
    expect(answer.columns).not.toContain('search')
  })

  test.each([
    'session',
    'admin_token',
    'email_token',
    'idempotency_key',
    'audit_log',
    'pg_authid',
    'User',
    'user"; drop table post; --',
    'constructor',
    '..',
  ])('ADMDB-9 the database browser refuses the table %s', async (name) => {
    expect(await failure(admin.databaseTable({ name }))).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('API-51 the database browser shows the newest rows first, up to the requested number', async () => {
    const [reader, first, second] = [await createUser(t.db), await createPost(t.db), await createPost(t.db)]
    await createSave(t.db, reader, second, { created_at: new Date('2026-01-01T00:00:00Z') })
    await createSave(t.db, reader, first, { created_at: new Date('2026-01-02T03:04:05.678Z') })
    const { columns, rows } = await admin.databaseTable({ name: 'savedpost' })
    expect(columns).toEqual(['user_id', 'post_id', 'created_at'])
    expect(rows[0]).toEqual({ user_id: reader.id, post_id: first.id, created_at: '2026-01-02T03:04:05.678Z' })
    expect(rows.map(({ post_id }) => post_id)).toEqual([first.id, second.id])
    expect((await admin.databaseTable({ name: 'post', limit: 1 })).rows.map(({ id }) => id)).toEqual([second.id])
  })
})

describe('the lists of the panel', () => {
  test('API-52 the panel lists accounts newest first and finds them by parts of name or e-mail', async () => {
    const at = (day: number) => ({ created_at: new Date(Date.UTC(2026, 0, day)) })
    const [ada, bob] = [
      await createUser(t.db, { username: 'Ada_Nowak', email: 'x@poczta.example', ...at(2) }),
      await createUser(t.db, { username: 'bob', ...at(3) }),
    ]
    const eve = await createUser(t.db, { username: 'Eve', ...at(1) })
    await createUser(t.db, { username: 'zjawa', deleted_at: new Date() })
    expect(ids((await admin.users()).users)).toEqual([bob.id, ada.id, eve.id])
    expect(await admin.users({ skip: 1, limit: 1 })).toMatchObject({ users: [{ id: ada.id }], total: 3 })
    const find = async (search: string) => ids((await admin.users({ search })).users)
    expect(await Promise.all(['NOWAK', 'poczta', '_nowak', 'b', '%', '\\', 'zjawa', '  '].map(find))).toEqual([
      [ada.id],
      [ada.id],
      [ada.id],
      [bob.id],
      [],
      [],
      [],
      [bob.id, ada.id, eve.id],
    ])
    expect((await admin.users({ search: 'nowak' })).users[0]).toEqual({
      id: ada.id,
      username: 'Ada_Nowak',
      email: 'x@poczta.example',
      karma: 0,
      is_admin: false,
      avatar_url: null,
      email_verified: true,
      created_at: '2026-01-02T00:00:00.000Z',
    })
  })

  test('API-52 the panel lists normal and adult posts newest first and ignores diacritics in searches', async () => {
    const adult = await createCategory(t.db, { is_nsfw: true })
    const first = await createPost(t.db, {
      title: 'Żółw błotny',
      content: 'O gadach',
      created_at: new Date('2026-01-01'),
    })
    const second = await createPost(t.db, {
      title: 'Inny',
      content: 'żółwie morskie',
      category: adult,
      created_at: new Date('2026-01-02'),
    })
    await createPost(t.db, { title: 'Żółw usunięty', deleted_at: new Date() })
    await createPost(t.db, { title: 'Żółw', category: await createCategory(t.db, { deleted_at: new Date() }) })
    expect(await admin.posts()).toMatchObject({
      posts: [{ id: second.id, category: { is_nsfw: true } }, { id: first.id }],
      total: 2,
    })
    const find = async (search: string) => ids((await admin.posts({ search })).posts)
    expect(
      await Promise.all(['zolw', 'ŻÓŁW bło', 'gad', 'żółw jaszczurka', '!!!', "' | \\ & :*", '%'].map(find)),
    ).toEqual([[second.id, first.id], [first.id], [first.id], [], [], [], []])
    expect(await admin.posts({ search: 'zolw', skip: 1, limit: 1 })).toMatchObject({
      posts: [{ id: first.id }],
      total: 2,
    })
  })

  test("the panel's list of posts shows the beginning of each text without markup, and no deleted author", async () => {
    await createPost(t.db, {
      author: await createUser(t.db, { deleted_at: new Date() }),
      content: `**gruby** ${'tekst '.repeat(100)}`,
    })
    const [row] = (await admin.posts()).posts
    expect(row).toMatchObject({ author: null, upvotes: 0, downvotes: 0, comment_count: 0 })
    expect(row!.content).toStartWith('gruby tekst')
    expect(row!.content.length).toBeLessThanOrEqual(200)
  })

  test('API-52 the panel finds communities by parts of name or display name, with or without r/', async () => {
    const first = await createCategory(t.db, { name: 'kuchnia', display_name: 'Gotujemy żurek' })
    const second = await createCategory(t.db, { name: 'ogrod', display_name: 'Ogród' })
    expect(ids((await admin.categories()).categories)).toEqual([second.id, first.id])
    const find = async (search: string) => ids((await admin.categories({ search })).categories)
    expect(await Promise.all(['r/kuch', 'ZUREK', 'ogród', 'gro', '_'].map(find))).toEqual([
      [first.id],
      [first.id],
      [second.id],
      [second.id],
      [],
    ])
  })

  test.each(['users', 'posts', 'categories', 'streams', 'reports', 'audit'] as const)(
    'the lists of the panel answer 422 to limits outside the contract: %s',
    async (list) => {
      const errors = await Promise.all(
        [{ limit: 0 }, { limit: 101 }, { skip: -1 }, { skip: 10_001 }].map((page) => failure(admin[list](page))),
      )
      expect(errors.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    },
  )
})

test('no response to staff contains a password hash, a token, a private message or its picture', async () => {
  const [anna, jan] = [await createMember(t), await createUser(t.db)]
  const visitor = await t.as(null)
  await visitor.auth.register({ username: 'nowa_osoba', email: 'nowa@example.org', password: 'Haslo-1234-xyz' })
  const { access_token } = await visitor.auth.login({ username: anna.username, password: PASSWORD })
  const { admin_token } = await visitor.adminAuth.login({ password: ADMIN_PASSWORD })
  await runJobs(t.services)
  await createMessage(t.db, anna, jan, { content: 'TAJNA-WIADOMOSC', image_url: '/media/m/TAJNY-OBRAZ' })
  const comment = await createComment(t.db, { author: anna })
  await createVote(t.db, { comment, user: jan })
  await createBlock(t.db, anna, jan)
  await createSave(t.db, anna, { id: comment.post_id })
  await t.db.insert(report).values({ reporter_id: jan.id, comment_id: comment.id, reason: 'x' })
  const secrets = await t.db.execute<{ secret: string }>(sql`
    select password_hash as secret from "user" where password_hash is not null union all select token_hash
      from email_token
    union all select password_hash from registration union all select token_hash from admin_token union all select id
      from session`)
  expect(secrets.length).toBeGreaterThanOrEqual(5)
  const reads = [contract.admin, contract.adminBot]
    .flatMap((group) => Object.values(group))
    .filter(({ method }) => method === 'GET')
  const paths = reads.flatMap(({ path }) =>
    path.includes(':name')
      ? TABLES.map((name) => path.replace(':name', name))
      : [path.replace(':user_id', String(anna.id))],
  )
  const searched = paths.flatMap((path) => [path, `${path}?search=TAJNA`, `${path}?search=argon2`])
  const answers = await Promise.all(
    searched.map(async (path) => {
      const response = await t.request(path, { headers: { 'x-admin-password': admin_token } })
      return `${response.status} ${await response.text()}`
    }),
  )
  expect(answers.filter((answer) => !answer.startsWith('200'))).toEqual([])
  const all = answers.join('\n')
  expect(all).toContain('•••')
  expect(all).toContain(anna.username)
  const leaked = [
    ...secrets.map(({ secret }) => secret),
    access_token,
    admin_token,
    ADMIN_PASSWORD,
    'TAJNA-WIADOMOSC',
    'TAJNY-OBRAZ',
    '$argon2',
  ]
  expect(leaked.filter((secret) => all.includes(secret))).toEqual([])
  expect(await t.db.$count(user)).toBeGreaterThan(2)
})
