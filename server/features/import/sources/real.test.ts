import { afterAll, expect, test } from 'bun:test'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { paths } from '#shared/paths.ts'
import { category } from '../../categories/table.ts'
import { comment } from '../../comments/table.ts'
import { pollVote } from '../../polls/table.ts'
import { post } from '../../posts/table.ts'
import { user } from '../../users/table.ts'
import { findRedirect } from '../redirects.ts'
import type { RecordKind } from '../records.ts'
import { importRow } from '../table.ts'
import {
  createRealForum,
  importInto,
  realPages,
  type FormerPage,
  type FormerText,
  type RealForum,
} from '../testing/former-forum.ts'
import { visibleText } from '../testing/visible-text.ts'
import { loadSource } from './index.ts'

type Forum = {
  name: string
  baseUrl: string
  /** The table of the old forum whose rows the import report must count, optionally with an SQL condition. */
  tables: Partial<Record<RecordKind, string>>
  /** Rows that are missing in the first import run: an SQL condition by table. */
  later: Record<string, string>
  /** Paths of files that the former forum stored; the test generates a picture for each. */
  files: (query: (text: string) => Promise<{ path: string }[]>) => Promise<{ path: string }[]>
  passwords: [name: string, password: string][]
  /** The tolerated share (0 to 1) of imported texts whose words differ from those on the page of the former forum. */
  changed: number
}

const FORUMS: Forum[] = [
  {
    name: 'mybb',
    changed: 0.005,
    baseUrl: 'http://127.0.0.1:8351',
    tables: {
      community: 'mybb_forums',
      person: 'mybb_users',
      thread: 'mybb_threads',
      post: 'mybb_posts',
      message: 'mybb_privatemessages',
      ban: 'mybb_banned',
    },
    later: { mybb_posts: 'pid > 2490 or pid between 2200 and 2300', mybb_attachments: 'pid > 2490' },
    files: (query) =>
      query(`select 'uploads/' || attachname as path from mybb_attachments where attachname like '2%' union all
        select substr(avatar, 3, strpos(avatar, '?') - 3) from mybb_users where avatar <> ''`),
    passwords: [
      ['Jan_Kowalski', 'Haslo.0.żółw'],
      ['osoba7@example.org', 'Haslo.7.żółw'],
      ['Jan_Kowalski_2', 'stare haslo'],
    ],
  },
  {
    name: 'phpbb',
    changed: 0.005,
    baseUrl: 'http://127.0.0.1:8453',
    tables: {
      community: 'phpbb_forums',
      person: 'phpbb_users',
      thread: 'phpbb_topics',
      post: 'phpbb_posts',
      ban: 'phpbb_banlist',
    },
    later: { phpbb_posts: 'post_id > 2300 or post_id between 2000 and 2100', phpbb_attachments: 'attach_id < 9000' },
    files: (query) =>
      query(`select 'files/' || physical_filename as path from phpbb_attachments where attach_id < 9000 union all
        select 'images/avatars/upload/' || config_value || '_' || user_id || '.png' from phpbb_users, phpbb_config
        where user_avatar <> '' and config_name = 'avatar_salt'`),
    passwords: [
      ['Jan_Kowalski', 'Haslo.0.żółw'],
      ['osoba1@example.org', 'Haslo.1.żółw'],
      ['osoba2@example.org', 'Haslo.2.żółw'],
      ['osoba3@example.org', 'Haslo.3.żółw'],
      ['osoba4@example.org', 'Haslo.4.żółw'],
      ['osoba5@example.org', 'Haslo.5.żółw'],
      ['Jan_Kowalski_2', 'stare haslo'],
    ],
  },
  {
    name: 'smf',
    changed: 0.005,
    baseUrl: 'http://127.0.0.1:8352',
    tables: {
      community: 'smf_boards',
      person: 'smf_members',
      thread: 'smf_topics',
      post: 'smf_messages',
      vote: 'smf_user_likes',
      file: 'smf_attachments',
      ban: 'smf_ban_items',
    },
    later: {
      smf_messages: 'id_msg > 2260',
      smf_topics: 'id_topic > 9000',
      smf_attachments: 'id_msg > 2260',
      smf_user_likes: 'content_id > 2260',
    },
    files: (query) =>
      query(`select case attachment_type when 1 then 'custom_avatar/' || filename
        else 'attachments/' || id_attach || '_' || file_hash || '.dat' end as path
        from smf_attachments where id_attach < 9000`),
    passwords: [
      ['Jan_Kowalski', 'Haslo.0.żółw'],
      ['osoba7@example.org', 'Haslo.7.żółw'],
      ['Zazolc', 'Haslo.2.żółw'],
      ['Jan_Kowalski_2', 'stare haslo'],
    ],
  },
  {
    name: 'discourse',
    changed: 0.005,
    baseUrl: 'https://discourse.example.org',
    tables: { community: 'categories', person: 'users', thread: 'topics', post: 'posts', redirect: 'permalinks' },
    later: {
      posts: 'id between 1900 and 2100',
      post_actions: 'post_id between 1900 and 2100',
      upload_references: 'target_id between 1900 and 2100',
    },
    files: (query) => query('select substr(url, 2) as path from uploads where id between 1 and 40'),
    passwords: [
      ['Jan_kowalski', 'Haslo.0.żółw'],
      ['osoba7@example.org', 'Haslo.7.żółw'],
      ['osoba20@example.org', 'Haslo.20.żółw'],
    ],
  },
  {
    name: 'lemmy',
    changed: 0.005,
    baseUrl: 'https://lemmy.example.org',
    tables: { file: 'local_image' },
    later: { comment: 'id between 2000 and 2200 or id > 90010', comment_like: 'comment_id between 2000 and 2200' },
    files: (query) =>
      query("select 'pictrs/image/' || pictrs_alias as path from local_image where pictrs_alias like '0%'"),
    passwords: [
      ['Jan_Kowalski', 'Haslo.0.żółw'],
      ['osoba7@example.org', 'Haslo.7.żółw'],
    ],
  },
  {
    name: 'nodebb',
    changed: 0.005,
    baseUrl: 'http://127.0.0.1:8353',
    tables: {
      community: "legacy_hash where _key ~ '^category:'",
      person: "legacy_hash where _key ~ '^user:'",
      thread: "legacy_hash where _key ~ '^topic:'",
      post: "legacy_hash where _key ~ '^post:'",
      vote: 'legacy_set',
    },
    later: {
      legacy_hash: "_key ~ '^(post:(23[0-9][0-9]|22[5-9][0-9]|2[4-9][0-9][0-9])|topic:90[0-9]+)$'",
      legacy_set: "_key ~ '^pid:2[2-9]'",
    },
    files: (query) =>
      query(`select distinct substring(data->>'content' from '/assets/uploads/(files/[^ ")]+)') as path from legacy_hash
        where data->>'content' like '%/assets/uploads/files/%' union all
        select substring(data->>'picture' from '/assets/uploads/(profile/.*)') from legacy_hash
        where data->>'picture' like '/assets/uploads/profile/%'`),
    passwords: [
      ['Jan_Kowalski', 'Haslo.0.żółw'],
      ['osoba7@example.org', 'Haslo.7.żółw'],
    ],
  },
]

async function filesOf(t: TestApp, wanted: { path: string }[]) {
  const folder = join(t.config.dataDir, 'former-files')
  for (const [at, { path }] of wanted.entries()) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), makePng(40 + at, 30))
  }
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return { folder, store: { config: t.config, media: t.services.media, db: t.db, now: () => new Date() } }
}

type Entry = typeof importRow.$inferSelect

/** Returns which page each URL of the former forum must redirect to, according to `import_row`. */
async function placesOf({ db }: TestApp) {
  const rows = new Map((await db.select().from(importRow)).map((row) => [`${row.kind} ${row.source_id}`, row]))
  const names = new Map((await db.select().from(user)).map((row) => [row.id, row]))
  const communities = new Map((await db.select().from(category)).map((row) => [row.id, row.name]))
  const ofText = ({ target, target_id, post_id }: Entry) =>
    target === 'post' ? paths.post(target_id!) : paths.post(post_id!, target_id)
  return (kind: string, id: string): string | null => {
    if (kind === 'home') return '/'
    if (kind === 'feed' && id === '') return paths.feedXml()
    const row = rows.get(`${{ feed: 'community', avatar: 'person' }[kind] ?? kind} ${id}`)
    // A heading is not imported as a community; its URL redirects to the front page.
    if (row?.reason === 'heading') return kind === 'feed' ? paths.feedXml() : '/'
    // A post of the former forum that was not imported redirects to its thread.
    if (row?.post_id && row.target_id === null) return paths.post(row.post_id)
    if (!row || row.target_id === null) return null
    if (kind === 'feed') return paths.categoryFeedXml(communities.get(row.target_id)!)
    if (kind === 'community') return paths.category(communities.get(row.target_id)!)
    if (kind === 'avatar') return names.get(row.target_id)!.avatar_url ?? 'no avatar'
    return row.target === 'user' ? paths.user(names.get(row.target_id)!.username) : ofText(row)
  }
}

async function shownTexts({ db }: TestApp): Promise<Map<string, string>> {
  const rows = await db.execute<{ id: string; html: string }>(sql`
    select r.kind || ' ' || r.source_id as id, coalesce(c.content_html, p.content_html) as html from ${importRow} r
    left join ${comment} c on r.target = 'comment' and c.id = r.target_id
    left join ${post} p on r.target = 'post' and p.id = r.target_id
    where r.kind in ('thread', 'post') and r.target_id is not null`)
  return new Map(rows.map((row) => [row.id, row.html]))
}

const GUEST = /^<p><em>[^<]*:<\/em><\/p>/

const ADDRESSES_AT_ONCE = 100

async function checkAddresses(t: TestApp, pages: FormerPage[], baseUrl: string): Promise<void> {
  const placeOf = await placesOf(t)
  const wrong: unknown[] = []
  for (let at = 0; at < pages.length; at += ADDRESSES_AT_ONCE)
    await Promise.all(
      pages.slice(at, at + ADDRESSES_AT_ONCE).map(async (page) => {
        const expected = placeOf(page.kind, page.id)
        const found = await findRedirect(t.db, new URL(page.address, baseUrl), new Date())
        if (expected === null || found !== expected) wrong.push({ ...page, expected, found })
      }),
    )
  expect(pages.length).toBeGreaterThan(1_000)
  expect(wrong).toEqual([])
}

const TYPEWRITER: Record<string, string> = { '„': ',,', '‚': ',', '”': '"', '“': '"', '’': "'", '‘': "'", '…': '...' }

/** SMF replaces typographic quotes and ellipses by ASCII characters. */
const alike = (text: string) => text.replace(/[„‚”“’‘…]/g, (mark) => TYPEWRITER[mark]!)

/** Returns both versions of each differing text, from the first difference on. */
async function changedTexts(t: TestApp, texts: FormerText[]): Promise<string[]> {
  const shown = await shownTexts(t)
  return texts.flatMap(({ post, thread, text }) => {
    const id = post === undefined ? `thread ${thread}` : `post ${post}`
    const html = shown.get(id) ?? ''
    const here = visibleText(html)
    const wanted = alike(text)
    if (alike(here) === wanted || alike(visibleText(html.replace(GUEST, ''))) === wanted) return []
    const at = [...text].findIndex((_, place) => text[place] !== here[place])
    return [`${id}: ${text.slice(at, at + 50)} / ${here.slice(at, at + 50)}`]
  })
}

const TABLES =
  'user post post_rank poll_option comment vote import_row import_note imported_account imported_message'.split(' ')

async function digest({ db }: TestApp): Promise<string[]> {
  return Promise.all(
    TABLES.map(async (table) => {
      const [row] = await db.execute<{ sum: string }>(
        sql`select coalesce(sum(hashtext(t::text)::bigint), 0)::text || ' ' || count(*) as sum
          from ${sql.identifier(table)} t`,
      )
      return `${table} ${row!.sum}`
    }),
  )
}

/** Imports the forum without the rows that `later` selects, then with these rows, and then once more unchanged. */
async function moveIn(t: TestApp, forum: Forum, former: RealForum): Promise<void> {
  const source = (await loadSource(forum.name))!
  const files = await filesOf(t, await forum.files((query) => former.sql.unsafe(query)))
  const move = () => importInto(t, source, { database: former.url, baseUrl: forum.baseUrl, files })
  for (const [table, where] of Object.entries(forum.later)) {
    await former.sql.unsafe(`create table later_${table} as select * from ${table} where ${where}`)
    await former.sql.unsafe(`delete from ${table} where ${where}`)
  }
  const first = await move()
  for (const table of Object.keys(forum.later))
    await former.sql.unsafe(`insert into ${table} select * from later_${table}`)
  const report = await move()
  expect([first.agrees, report.agrees]).toEqual([true, true])
  expect(report.sums.post!.in - first.sums.post!.in).toBeGreaterThan(90)
  for (const [kind, of] of Object.entries(forum.tables) as [RecordKind, string][]) {
    const [count] = await former.sql.unsafe(`select count(*)::integer as n from ${of}`)
    const { imported, merged, refused } = report.sums[kind]!
    expect([kind, imported + merged + refused]).toEqual([kind, count!.n])
  }
  const before = await digest(t)
  expect((await move()).sums).toEqual(report.sums)
  expect(await digest(t)).toEqual(before)
}

async function checkForum(name: string): Promise<TestApp> {
  const forum = FORUMS.find((one) => one.name === name)!
  const [former, { pages, texts }, t] = [await createRealForum(name), await realPages(name), await createTestApp()]
  afterAll(former.drop)
  await moveIn(t, forum, former)
  await checkAddresses(t, pages, forum.baseUrl)
  const changed = await changedTexts(t, texts)
  expect(texts.length).toBeGreaterThan(2_000)
  expect(changed.length < texts.length * forum.changed ? [] : changed).toEqual([])
  const api = await t.as(null)
  for (const [username, password] of forum.passwords) await api.auth.login({ username, password })
  return t
}

const TIME_LIMIT = 120_000

async function pollsAsking(t: TestApp, question: string) {
  const rows = await t.db.execute<{ options: string; votes: number[]; closed: boolean }>(sql`
    select string_agg(o.text, ', ' order by o.id) as options, array_agg(o.votes order by o.id) as votes,
      p.poll_closes_at < now() as closed
    from poll_option o join post p on p.id = o.post_id where p.content like ${`%**${question}**%`} group by p.id`)
  return [...rows]
}

/** Every fixture has polls with two options, and one with too many options for a poll. */
async function checkPolls(t: TestApp, votes: number[]): Promise<void> {
  const polls = await pollsAsking(t, 'Co o tym myślicie?')
  expect(polls.length).toBeGreaterThan(0)
  for (const poll of polls) expect(poll).toEqual({ options: 'łańcuch, przednią zębatkę', votes, closed: true })
  const [many] = await t.db
    .select()
    .from(post)
    .where(sql`content like '%**Który z nich?**%'`)
  expect(many!.poll_closes_at).toBe(null)
  expect(many!.content).toContain('- Rower 8 – 8')
  expect(await t.db.$count(pollVote)).toBe(0)
}

test(
  'IMP-2 IMP-18 IMP-19 a real MyBB 1.8 forum is imported with its URLs, texts, polls and passwords',
  async () => {
    const t = await checkForum('mybb')
    await checkPolls(t, [1, 2])
    expect(await pollsAsking(t, 'Čas \\\\[b\\\\]\\\\<script\\\\>?')).toEqual([
      { options: 'tak :), Či nie', votes: [0, 1_000_000_000], closed: true },
    ])
  },
  TIME_LIMIT,
)

test(
  'IMP-1 IMP-23 IMP-24 a real phpBB 3.3 forum is imported with its URLs, texts, polls and passwords',
  async () => {
    await checkPolls(await checkForum('phpbb'), [3, 4])
  },
  TIME_LIMIT,
)

test(
  'IMP-3 a real SMF 2.1 forum is imported with its URLs, texts, likes, polls and passwords',
  async () => {
    const t = await checkForum('smf')
    await checkPolls(t, [1, 2])
    expect(await pollsAsking(t, 'Czas \\\\<script\\\\>?')).toEqual([
      { options: 'tak &lt; :), nie "wcale"', votes: [7, 0], closed: true },
    ])
  },
  TIME_LIMIT,
)

test(
  'IMP-6 communities of a real Lemmy instance are imported with their URLs, texts, votes and passwords',
  () => checkForum('lemmy'),
  TIME_LIMIT,
)

test(
  'IMP-4 a real NodeBB 4 forum is imported with its URLs, texts, votes, files and passwords',
  () => checkForum('nodebb'),
  TIME_LIMIT,
)

test(
  'IMP-5 a real Discourse forum is imported with its URLs, texts, pictures, messages and passwords',
  () => checkForum('discourse'),
  TIME_LIMIT,
)
