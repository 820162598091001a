import { resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import * as schema from '#server/db/schema.ts'
import { ensureDatabase, startEmbeddedPostgres } from '#server/db/local/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedLarge, type Sizes } from '#server/db/seed/large.ts'
import { createLocalApi } from '#server/http/api.ts'
import type { Api } from '#shared/api/index.ts'
import { readerOf } from './local.ts'

/* EXPLAIN (ANALYZE, BUFFERS) of every query behind feeds and comments, on a small and a large forum. `bun bench/explain.ts` prints Markdown. */

const SMALL: Sizes = { users: 2_500, categories: 50, posts: 10_000, comments: 50_000, votes: 100_000 }
const LARGE: Sizes = { users: 50_000, categories: 200, posts: 200_000, comments: 1_000_000, votes: 2_000_000 }

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Node[]
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}
type Query = { text: string; params: unknown[] }
export type Measured = { name: string; blocks: number; generic: number; nodes: string[]; sequential: string[] }

async function prepare(server: string, name: string, sizes: Sizes): Promise<string> {
  const url = new URL(server)
  url.pathname = `/${name}`
  await ensureDatabase(url.href)
  await migrate(url.href)
  const sql = postgres(url.href, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
  const [{ done } = { done: 0 }] = await sql<{ done: number }[]>`select coalesce(max(id), 0)::int as done from post`
  if (done < sizes.posts) await seedLarge(sql, sizes, (line) => process.stderr.write(`${name}: ${line}\n`))
  await sql.end()
  return url.href
}

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const child of node.Plans ?? []) yield* nodesOf(child)
}

const CALLS: [string, (api: Api, ids: { thread: number; community: string; author: string }) => Promise<unknown>][] = [
  ...(['hot', 'new', 'top', 'controversial'] as const).map((sort): (typeof CALLS)[number] => [
    `home feed, ${sort}`,
    (api) => api.posts.list({ sort }),
  ]),
  ...(['hot', 'new', 'top', 'controversial'] as const).map((sort): (typeof CALLS)[number] => [
    `community feed, ${sort}`,
    (api, { community }) => api.posts.list({ sort, category: community }),
  ]),
  ['author feed, new', (api, { author }) => api.posts.list({ sort: 'new', author })],
  [
    'home feed, hot, second page',
    async (api) => {
      const { next_cursor } = await api.posts.list({ sort: 'hot' })
      return api.posts.list({ sort: 'hot', cursor: next_cursor! })
    },
  ],
  ['post', (api, { thread }) => api.posts.get({ post_id: thread })],
  ...(['best', 'new', 'top'] as const).map((sort): (typeof CALLS)[number] => [
    `comments, ${sort}`,
    (api, { thread }) => api.comments.list({ post_id: thread, sort }),
  ]),
  ['search, a common word', (api) => api.posts.search({ q: 'chleb' })],
  ['search, two words', (api) => api.posts.search({ q: 'pociąg zima' })],
  ['search for people', (api) => api.users.search({ q: 'member_12' })],
  ['profile', (api, { author }) => api.users.get({ username: author })],
  ['saved posts', (api) => api.posts.saved()],
  ['communities', (api) => api.categories.list()],
]

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `'{${value.join(',')}}'`
  return `'${(value instanceof Date ? value.toISOString() : String(value)).replaceAll("'", "''")}'`
}

/** Blocks read under a generic plan, which prepared statements may get. */
async function genericBlocks(sql: postgres.Sql, text: string, params: unknown[]): Promise<number> {
  const given = params.length > 0 ? `(${params.map(literal).join(', ')})` : ''
  await sql.unsafe(`set plan_cache_mode = force_generic_plan; prepare generic as ${text}`)
  const explained = async () => sql.unsafe(`explain (analyze, buffers, format json) execute generic${given}`)
  await explained()
  const [answer] = await explained()
  await sql.unsafe('deallocate generic; reset plan_cache_mode')
  const plan = (answer!['QUERY PLAN'] as { Plan: Node }[])[0]!.Plan
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

export async function measure(url: string, sizes: Sizes): Promise<Measured[]> {
  const queries: Query[] = []
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const db = drizzle(sql, { schema, logger: { logQuery: (text, params) => queries.push({ text, params }) } })
  const api = createLocalApi(await readerOf(db, url, 7))
  const [biggest] = await sql<{ post_id: number; name: string; username: string }[]>`
    select r.post_id, c.name, u.username from post_rank r join category c on c.id = r.category_id join "user" u on u.id = r.author_id
    where not r.is_nsfw order by r.comment_count desc limit 1`
  const ids = { thread: biggest!.post_id, community: 'community_1', author: biggest!.username }

  const measured: Measured[] = []
  for (const [name, call] of CALLS) {
    queries.length = 0
    await call(api, ids)
    const last = name.includes('second page')
      ? queries.splice(0, Math.floor(queries.length / 2)) && queries.slice()
      : queries.slice()
    let blocks = 0
    let generic = 0
    const nodes = new Set<string>()
    const sequential = new Set<string>()
    for (const { text, params } of last) {
      const explained = async () => sql.unsafe(`explain (analyze, buffers, format json) ${text}`, params as never[])
      await explained()
      const [answer] = await explained()
      const plan = (answer!['QUERY PLAN'] as { Plan: Node }[])[0]!.Plan
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      generic += await genericBlocks(sql, text, params)
      for (const node of nodesOf(plan)) {
        const table = node['Relation Name']
        if (node['Index Name']) nodes.add(node['Index Name'])
        else if (table) sequential.add(`${node['Node Type']} on ${table}`)
      }
    }
    measured.push({ name, blocks, generic, nodes: [...nodes], sequential: [...sequential] })
  }
  await sql.end()
  process.stderr.write(`Explained on ${sizes.posts} posts\n`)
  return measured
}

if (import.meta.main) {
  const server = await startEmbeddedPostgres({
    dataDir: resolve(import.meta.dir, '../data/bench'),
    log: (line) => process.stderr.write(`${line}\n`),
  })
  const small = await measure(await prepare(server.url, 'bench_small', SMALL), SMALL)
  const large = await measure(await prepare(server.url, 'bench_large', LARGE), LARGE)
  console.log(
    `| query | blocks, ${SMALL.posts} posts | blocks, ${LARGE.posts} posts | factor | by a generic plan | indexes read | other reads |`,
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const [at, row] of large.entries()) {
    const before = small[at]!
    console.log(
      `| ${row.name} | ${before.blocks} | ${row.blocks} | ${(row.blocks / before.blocks).toFixed(2)} | ${row.generic} | ${row.nodes.join(', ')} | ${row.sequential.join(', ') || 'none'} |`,
    )
  }
  await server.stop()
}
