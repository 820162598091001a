import { afterAll, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { createTestApp } from '#server/test/app.ts'
import { runJobs } from '#server/test/jobs.ts'
import { comment } from '../../../comments/table.ts'
import { notification } from '../../../notifications/table.ts'
import { post, postRank } from '../../../posts/table.ts'
import { user } from '../../../users/table.ts'
import { category } from '../../../categories/table.ts'
import { EMPTY_MAP } from '../../map.ts'
import { runImport } from '../../run.ts'
import { reddit } from './reader.ts'

const t = await createTestApp()
const folder = await mkdtemp(join(tmpdir(), 'watek-reddit-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const AT = Date.UTC(2020, 4, 1) / 1_000
const home = { subreddit: 'Chleb', over_18: false }
const LINES = [
  {
    ...home,
    id: 'aa1',
    title: 'Zakwas &amp; mąka',
    selftext: 'Jak **karmić**? :)',
    author: 'piekarz',
    created_utc: AT,
    score: 8,
    upvote_ratio: 0.9,
  },
  {
    ...home,
    id: 'aa2',
    title: 'x'.repeat(400),
    selftext: '',
    author: 'admin',
    created_utc: AT + 60,
    score: 1,
    is_self: false,
    url: 'https://example.org/a',
  },
  { ...home, id: 'aa3', title: 'Usunięty', selftext: '[removed]', author: '[deleted]', created_utc: AT + 70, score: 1 },
  {
    ...home,
    id: 'c1',
    link_id: 't3_aa1',
    parent_id: 't3_aa1',
    body: 'Codziennie, zob. https://www.reddit.com/r/Chleb/comments/aa2/x/',
    author: 'Anna-K',
    created_utc: AT + 100,
    score: 3,
  },
  {
    ...home,
    id: 'c2',
    link_id: 't3_aa1',
    parent_id: 't1_c1',
    body: '<script>alert(1)</script>',
    author: 'piekarz',
    created_utc: 4_070_908_800,
    score: -2,
  },
  {
    ...home,
    id: 'c3',
    link_id: 't3_aa1',
    parent_id: 't1_c9',
    body: 'A',
    author: 'Anna-K',
    created_utc: AT + 130,
    score: 1,
  },
  {
    ...home,
    id: 'c4',
    link_id: 't3_zz',
    parent_id: 't3_zz',
    body: 'B',
    author: 'Anna-K',
    created_utc: AT + 140,
    score: 1,
  },
  {
    ...home,
    id: 'c1',
    link_id: 't3_aa1',
    parent_id: 't3_aa1',
    body: 'jeszcze raz',
    author: 'Anna-K',
    created_utc: AT + 150,
    score: 1,
  },
]
const NDJSON = `${LINES.map((line) => JSON.stringify(line)).join('\n')}\n{"broken\n`

async function run(
  file: string,
  content: Uint8Array | string,
  { app = t, ...options }: { app?: typeof t; isDryRun?: boolean; batchSize?: number } = {},
) {
  const path = join(folder, file)
  await Bun.write(path, content)
  const reader = await reddit.open({ database: null, file: path, prefix: null, communities: [] })
  return runImport({
    db: app.db,
    source: reddit,
    reader,
    map: EMPTY_MAP,
    baseUrl: 'https://www.reddit.com',
    legalBasis: 'Zgoda autorów.',
    botUsername: 'bot',
    print: () => {},
    files: null,
    isDryRun: false,
    ...options,
  })
}

const everything = async ({ db }: typeof t) => ({
  posts: await db.select().from(post).orderBy(asc(post.id)),
  ranks: await db.select().from(postRank).orderBy(asc(postRank.post_id)),
  comments: await db.select().from(comment).orderBy(asc(comment.id)),
  people: await db.select().from(user).orderBy(asc(user.id)),
})

const dry = await run('chleb.ndjson', NDJSON, { isDryRun: true })
const postsAfterDryRun = await t.db.$count(post)
const report = await run('chleb.ndjson.zst', zstdCompressSync(Buffer.from(NDJSON)))

test('IMP-7 IMP-10 every row of a Reddit archive is imported or refused with its reason', () => {
  expect(postsAfterDryRun).toBe(0)
  expect(dry.sums).toEqual(report.sums)
  expect(report.agrees).toBe(true)
  expect(report.sums).toMatchObject({
    community: { in: 1, imported: 1 },
    person: { in: 3, imported: 3 },
    thread: { in: 3, imported: 2, refused: 1 },
    post: { in: 6, imported: 3, refused: 3 },
  })
  expect(Object.fromEntries(report.refused.map(({ id, reason }) => [id, reason]))).toEqual({
    aa3: 'deleted',
    c4: 'thread_missing',
    'line 5': 'repeated',
    'line 6': 'unreadable',
  })
})

test('IMP-7 a thread from a Reddit archive keeps text, counts, replies and times, and notifies nobody', async () => {
  const [thread] = await t.db.select().from(post).where(eq(post.title, 'Zakwas & mąka'))
  const [rank] = await t.db.select().from(postRank).where(eq(postRank.post_id, thread!.id))
  expect(thread!.content_html).toContain('<strong>karmić</strong>')
  expect(thread!.created_at).toEqual(new Date(AT * 1_000))
  expect(rank).toMatchObject({ upvotes: 9, downvotes: 1, comment_count: 3 })
  const said = await t.db.select().from(comment).where(eq(comment.post_id, thread!.id)).orderBy(asc(comment.id))
  const [second] = await t.db.select().from(post).where(eq(post.link_url, 'https://example.org/a'))
  expect(said.map((one) => [one.parent_id, one.depth, one.reply_count, one.created_at])).toEqual([
    [null, 1, 1, new Date((AT + 100) * 1_000)],
    // The future time of this row is replaced by the time of the previous row.
    [said[0]!.id, 2, 0, new Date((AT + 100) * 1_000)],
    [null, 1, 0, new Date((AT + 130) * 1_000)],
  ])
  expect(said[0]!.content).toContain(`(/post/${second!.id})`)
  expect(said[1]!.content_html).not.toContain('<script>')
  const people = await t.db.select().from(user).where(eq(user.is_bot, false)).orderBy(asc(user.id))
  expect(people.map(({ username, karma }) => [username, karma])).toEqual([
    ['piekarz', 6],
    ['admin_2', 1],
    ['Anna_K', 4],
  ])
  expect(await t.db.$count(notification)).toBe(0)
  await runJobs(t.services)
  expect(await t.db.select({ count: category.post_count, members: category.member_count }).from(category)).toEqual([
    { count: 2, members: 3 },
  ])
})

test('IMP-11 IMP-15 a second import changes nothing, and importing a longer archive adds the new rows', async () => {
  const app = await createTestApp()
  await run('again.ndjson', NDJSON, { app })
  const before = await everything(app)
  await run('again.ndjson', NDJSON, { app, batchSize: 2 })
  expect(await everything(app)).toEqual(before)
  const more = {
    ...home,
    id: 'c5',
    link_id: 't3_aa1',
    parent_id: 't1_c2',
    body: 'Nowe',
    author: 'piekarz',
    created_utc: AT + 900,
    score: 1,
  }
  const longer = await run('again.ndjson', `${NDJSON}${JSON.stringify(more)}\n`, { app })
  expect(longer.sums.post).toMatchObject({ in: 7, imported: 4, refused: 3 })
  const after = await everything(app)
  expect(after.comments.length).toBe(before.comments.length + 1)
  expect(after.comments.at(-1)).toMatchObject({ depth: 3, content: 'Nowe' })
  expect(after.posts).toEqual(before.posts)
})

test("IMP-10 an import without a statement of the operator's legal basis is refused", async () => {
  const reader = await reddit.open({
    database: null,
    file: join(folder, 'chleb.ndjson'),
    prefix: null,
    communities: [],
  })
  const options = { db: t.db, source: reddit, reader, map: EMPTY_MAP, baseUrl: '', botUsername: 'bot', files: null }
  const refused = runImport({ ...options, legalBasis: ' ', isDryRun: false, print: () => {} })
  expect(await refused.catch((error: Error) => error.message)).toContain('--legal-basis')
})
