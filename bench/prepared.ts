import { sql as text } from 'drizzle-orm'
import postgres from 'postgres'
import type { BaseCtx, UserCtx } from '#server/context.ts'
import { createDb } from '#server/db/driver/client.ts'
import { prepareFrequent } from '#server/db/driver/auto-prepare.ts'
import { votesHandlers } from '#server/features/votes/handlers.ts'
import { createLocalApi } from '#server/http/api.ts'
import type { Api } from '#shared/api/index.ts'
import { cpuOfBackends, median, openForum } from './forum.ts'
import { readerOf } from './local.ts'

/* Calls with and without prepared statements, in turns. `DATA_DIR=... bun bench/prepared.ts` prints Markdown. */

const AT_ONCE = 16
const ROUNDS = 3
const SECONDS = 5

type Work = (api: Api, ctx: BaseCtx, n: number) => Promise<unknown>

async function thingsOf(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const [row] = await sql<{ posts: number; communities: number; thread: number; most: number }[]>`
    select (select max(id) from post) as posts, (select max(id) from category) as communities,
      (select post_id from post_rank where not is_nsfw and is_listed order by comment_count desc limit 1) as thread,
      (select comment_count from post_rank order by comment_count desc limit 1) as most`
  await sql.end()
  return row!
}

function worksOf({ posts, thread }: { posts: number; thread: number }): [string, Work][] {
  const anyPost = (n: number) => 1 + ((n * 7_919) % posts)
  return [
    ['home feed, hot', (api) => api.posts.list({ sort: 'hot' })],
    ['community feed, hot', (api, _, n) => api.posts.list({ sort: 'hot', category: `community_${1 + (n % 50) * 5}` })],
    ['post', (api, _, n) => api.posts.get({ post_id: anyPost(n) })],
    ['comments of a long thread', (api) => api.comments.list({ post_id: thread })],
    [
      'vote, distinct posts',
      (_, ctx, n) => votesHandlers.post(ctx as UserCtx, { post_id: anyPost(n), value: n % 3 === 0 ? -1 : 1 }),
    ],
  ]
}

let calls = 0

/** Calls a second, and PostgreSQL's CPU milliseconds per call, with 16 callers. */
async function run(work: Work, api: Api, ctx: BaseCtx): Promise<{ rate: number; cpu: number }> {
  const end = performance.now() + SECONDS * 1_000
  const before = cpuOfBackends()
  const first = calls
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < end) await work(api, ctx, (calls += 1))
    }),
  )
  const done = calls - first
  return { rate: done / SECONDS, cpu: (cpuOfBackends() - before) / done }
}

const { url, stop } = await openForum()
const pools = {
  without: createDb(url, { shouldPrepare: () => false }),
  with: createDb(url, { shouldPrepare: prepareFrequent() }),
}
const works = worksOf(await thingsOf(url))
console.log('| call | calls a second without | with | ms of PostgreSQL without | with |')
console.log('|---|---|---|---|---|')
for (const [name, work] of works) {
  const found = { without: [] as { rate: number; cpu: number }[], with: [] as { rate: number; cpu: number }[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of ['without', 'with'] as const) {
      const ctx = await readerOf(pools[kind].db, url, 7)
      const api = createLocalApi(ctx)
      await Promise.all(Array.from({ length: 400 }, () => work(api, ctx, (calls += 1))))
      found[kind].push(await run(work, api, ctx))
    }
  }
  const of = (kind: 'without' | 'with', what: 'rate' | 'cpu') => median(found[kind].map((one) => one[what]))
  console.log(
    `| ${name} | ${of('without', 'rate').toFixed(0)} | ${of('with', 'rate').toFixed(0)} | ${of('without', 'cpu').toFixed(2)} | ${of('with', 'cpu').toFixed(2)} |`,
  )
}
const held = await pools.with.db.execute<{ statements: number; generic: number }>(text`
  select count(*)::integer as statements, count(*) filter (where generic_plans > 0)::integer as generic from pg_prepared_statements`)
const [{ bytes } = { bytes: 0 }] = await pools.with.db.execute<{ bytes: number }>(text`
  select coalesce(sum(total_bytes), 0)::integer as bytes from pg_backend_memory_contexts where name like 'CachedPlan%' or name = 'prepared statement'`)
console.log(
  `\nOne connection held ${held[0]!.statements} statements (${held[0]!.generic} with a generic plan) in ${(bytes / 1024).toFixed(0)} KiB.`,
)
await Promise.all([pools.without.close(), pools.with.close()])
await stop()
