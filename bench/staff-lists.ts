import { drizzle } from 'drizzle-orm/postgres-js'
import { join } from 'node:path'
import postgres from 'postgres'
import type { AdminCtx, ModeratorCtx } from '#server/context.ts'
import * as schema from '#server/db/schema.ts'
import { adminHandlers } from '#server/features/admin/handlers.ts'
import { queueHandlers } from '#server/features/moderation/queue/handlers.ts'
import { encodeCursor } from '#server/lib/cursor.ts'
import { openForum } from './forum.ts'
import { readerOf } from './local.ts'

/* `DATA_DIR=... bun bench/staff-lists.ts` adds rows where there are none, explains all queries and writes its part of docs/performance.md. */

const LIMIT = 20
const HIGHEST_SKIP = 10_000
const DOCUMENT = join(import.meta.dir, '../docs/performance.md')
const HEADING = '## Lists of staff'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Node[]
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}
type Explained = { Plan: Node; 'Planning Time': number; 'Execution Time': number }
type Ask = (admin: AdminCtx, moderator: ModeratorCtx) => Promise<unknown>

const page = { skip: 0, limit: LIMIT }
const far = { skip: HIGHEST_SKIP, limit: LIMIT }

const QUEUE = { items: 40_000, reports: 100_000, since: Date.UTC(2026, 0, 1) }
const queuePage = { kind: 'all' as const, limit: LIMIT }
const middleOfQueue = { ...queuePage, cursor: encodeCursor([QUEUE.since + (QUEUE.items / 2) * 60_000, 0]) }

const searches = (name: string, words: [string, string][], ask: (search: string) => Ask): [string, Ask][] =>
  words.map(([kind, word]) => [`${name}, ${kind} '${word}'`, ask(word)])

const LISTS: [string, Ask][] = [
  ['users', (admin) => adminHandlers.users(admin, { ...page, search: '' })],
  ['users, skip 10,000', (admin) => adminHandlers.users(admin, { ...far, search: '' })],
  ...searches(
    'users',
    [
      ['everybody', 'member'],
      ['rare', 'member_123456'],
      ['nobody', 'qxqxqx'],
      ['an address', '77@example.org'],
      ['one letter', 'm'],
      ['two letters', 'er'],
      ['two digits', '99'],
      ['a letter that nobody has', 'q'],
      ['a sign', '_'],
    ],
    (search) => (admin) => adminHandlers.users(admin, { ...page, search }),
  ),
  ["users, everybody 'member', skip 10,000", (admin) => adminHandlers.users(admin, { ...far, search: 'member' })],
  ['posts', (admin) => adminHandlers.posts(admin, { ...page, search: '' })],
  ['posts, skip 10,000', (admin) => adminHandlers.posts(admin, { ...far, search: '' })],
  ...searches(
    'posts',
    [
      ['common', 'chleb'],
      ['two common', 'chleb pociąg'],
      ['rare', '777777'],
      ['none', 'qxqxqx'],
      ['two that never meet', '777777 888888'],
      ['one letter', 'k'],
      ['two letters', 'zi'],
      ['one letter, none', 'x'],
      ['no word', '!?'],
    ],
    (search) => (admin) => adminHandlers.posts(admin, { ...page, search }),
  ),
  [
    "posts, common 'chleb', skip 980",
    (admin) => adminHandlers.posts(admin, { skip: 980, limit: LIMIT, search: 'chleb' }),
  ],
  ['posts of three communities', (_, moderator) => adminHandlers.posts(moderator, { ...page, search: '' })],
  ['posts of three communities, skip 10,000', (_, moderator) => adminHandlers.posts(moderator, { ...far, search: '' })],
  ...searches(
    'posts of three communities',
    [
      ['common', 'chleb'],
      ['rare', '777777'],
      ['none', 'qxqxqx'],
      ['one letter', 'k'],
    ],
    (search) => (_, moderator) => adminHandlers.posts(moderator, { ...page, search }),
  ),
  ['communities', (admin) => adminHandlers.categories(admin, { ...page, search: '' })],
  ['communities, skip 10,000', (admin) => adminHandlers.categories(admin, { ...far, search: '' })],
  ...searches(
    'communities',
    [
      ['all', 'community'],
      ['rare', 'community_777'],
      ['none', 'qxqxqx'],
      ['one letter', 'c'],
      ['two letters', 'om'],
    ],
    (search) => (admin) => adminHandlers.categories(admin, { ...page, search }),
  ),
  ['streams', (admin) => adminHandlers.streams(admin, page)],
  ['streams, live', (admin) => adminHandlers.streams(admin, { ...page, status: 'live' })],
  ['streams, ended, skip 10,000', (admin) => adminHandlers.streams(admin, { ...far, status: 'ended' })],
  ['reports', (admin) => adminHandlers.reports(admin, page)],
  ['reports, skip 10,000', (admin) => adminHandlers.reports(admin, far)],
  ['reports, pending', (admin) => adminHandlers.reports(admin, { ...page, status: 'pending' })],
  ['reports, rejected, skip 10,000', (admin) => adminHandlers.reports(admin, { ...far, status: 'rejected' })],
  ['reports of three communities', (_, moderator) => adminHandlers.reports(moderator, page)],
  [
    'reports of three communities, pending',
    (_, moderator) => adminHandlers.reports(moderator, { ...page, status: 'pending' }),
  ],
  ['queue', (admin) => queueHandlers.list(admin, queuePage)],
  ['queue, from its middle', (admin) => queueHandlers.list(admin, middleOfQueue)],
  ['queue of one community', (admin) => queueHandlers.list(admin, { ...queuePage, category_id: 1 })],
  ['queue of three communities', (_, moderator) => queueHandlers.list(moderator, queuePage)],
  ['queue of three communities, from its middle', (_, moderator) => queueHandlers.list(moderator, middleOfQueue)],
  ['audit log', (admin) => adminHandlers.audit(admin, page)],
  ['audit log, skip 10,000', (admin) => adminHandlers.audit(admin, far)],
]

async function fill(sql: postgres.Sql): Promise<void> {
  const [row] = await sql<{ filled: boolean }[]>`select exists (select from audit_log) as filled`
  if (row!.filled) return
  process.stderr.write('Adding streams, reports and audit entries ...\n')
  await sql`insert into stream (user_id, title, url, is_live, ended_at, created_at)
    select 1 + (n * 7) % 200000, 'Na żywo ' || n, 'https://example.org/' || n, n % 50 = 0, case when n % 50 = 0 then null else now() end, now() - n * interval '1 minute'
    from generate_series(1, 50000) as n`
  await sql`insert into report (reporter_id, post_id, scope_category_id, reason, status, created_at)
    select 1 + (n * 13) % 200000, p.id, p.category_id, 'Powód ' || n, (array['pending','resolved','rejected','resolved','rejected','resolved','rejected','resolved','rejected','resolved'])[1 + n % 10],
      now() - (200000 - n) * interval '1 minute'
    from generate_series(1, 200000) as n join post p on p.id = 1 + (n * 31) % 1000000`
  await sql`insert into audit_log (actor, actor_user_id, address, action, target_type, target_id, detail, created_at)
    select 'admin credential', 1 + n % 50, '198.51.100.1', 'post.delete', 'post', n, 'Wątek ' || n, now() - (300000 - n) * interval '1 minute'
    from generate_series(1, 300000) as n`
  await sql.unsafe('vacuum analyze stream, report, audit_log')
}

async function fillQueue(sql: postgres.Sql): Promise<void> {
  const [row] = await sql<{ filled: boolean }[]>`select exists (select from queue_item) as filled`
  if (row!.filled) return
  process.stderr.write('Adding open reports of 40,000 posts ...\n')
  await sql`insert into queue_item (kind, thing, post_id, category_id, report_count, waiting_since)
    select 'reports', 'post:' || id, id, category_id, 2, ${new Date(QUEUE.since).toISOString()}::timestamptz + id * interval '1 minute'
    from post where id <= ${QUEUE.items}::integer`
  await sql`insert into report (reporter_id, post_id, scope_category_id, item_id, reason)
    select 1 + n % (select max(id) from "user"), i.post_id, i.category_id, i.id, 'Powód ' || n
    from generate_series(0, ${QUEUE.reports}::integer - 1) n join queue_item i on i.post_id = 1 + n % ${QUEUE.items}::integer on conflict do nothing`
  await sql.unsafe('vacuum analyze queue_item, report')
}

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const child of node.Plans ?? []) yield* nodesOf(child)
}

const { url, stop } = await openForum()
const sql = postgres(url, { max: 1, onnotice: () => {} })
await fill(sql)
await fillQueue(sql)
const queries: { text: string; params: unknown[] }[] = []
const db = drizzle(sql, { schema, logger: { logQuery: (text, params) => queries.push({ text, params }) } })
const reader = await readerOf(db, url, 7)
const admin: AdminCtx = { ...reader, staff: { scope: 'admin', token_id: null, account: null } }
const categories = await sql<
  { id: number; name: string }[]
>`select id, name from category order by post_count desc limit 3`
const moderator: ModeratorCtx = {
  ...reader,
  staff: { scope: 'moderator', account: reader.viewer!, categories: [...categories] },
}

const RUNS = 5

/** Of each query the fastest run. */
async function measure(ask: Ask) {
  queries.length = 0
  await ask(admin, moderator)
  const found = { time: 0, blocks: 0, reads: new Set<string>() }
  for (const { text, params } of queries.slice()) {
    const explain = async () =>
      (await sql.unsafe(`explain (analyze, buffers, format json) ${text}`, params as never[]))[0]![
        'QUERY PLAN'
      ][0] as Explained
    await explain()
    const runs: Explained[] = []
    while (runs.length < RUNS) runs.push(await explain())
    const { Plan: plan } = runs[0]!
    found.time += Math.min(...runs.map((run) => run['Planning Time'] + run['Execution Time']))
    found.blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    for (const node of nodesOf(plan)) {
      if (node['Index Name']) found.reads.add(node['Index Name'])
      else if (node['Relation Name'] && node['Node Type'] === 'Seq Scan')
        found.reads.add(`all of ${node['Relation Name']}`)
    }
  }
  return found
}

const [{ posts, users } = { posts: 0, users: 0 }] = await sql<{ posts: number; users: number }[]>`
  select (select count(*)::integer from post) as posts, (select count(*)::integer from "user") as users`
const lines = [
  HEADING,
  `\`DATA_DIR=... bun bench/staff-lists.ts\` on ${posts.toLocaleString('en')} posts, ${users.toLocaleString('en')} users, 50,000 streams, 300,000 reports, 40,000 items of the queue and 300,000 audit`,
  'entries: time in PostgreSQL (planning and execution of all queries of the call, total included; the shortest of five runs, since other',
  'work ran on both cores) and blocks.',
  '',
  '| list | ms | blocks | reads |',
  '|---|---|---|---|',
]
for (const [name, ask] of LISTS) {
  const { time, blocks, reads } = await measure(ask)
  lines.push(`| ${name} | ${time.toFixed(1)} | ${blocks} | ${[...reads].join(', ')} |`)
  process.stderr.write(`${lines.at(-1)}\n`)
}
lines.push(
  '',
  'Most are a range of an index. What grows with the forum: letters that few accounts have, which take a look at all of them (three or',
)
lines.push('more are found by trigrams), the total of reports, and pages far behind the first.')
const document = await Bun.file(DOCUMENT).text()
const [before = '', after = ''] = document.split(`${HEADING}\n`)
const rest = after.includes('\n## ') ? after.slice(after.indexOf('\n## ')) : ''
await Bun.write(DOCUMENT, `${before.trimEnd()}\n\n${lines.join('\n')}\n${rest}`)
await sql.end()
await stop()
