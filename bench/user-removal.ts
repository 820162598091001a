import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { openForum, percentile } from './forum.ts'

/* `bun run build`, then `DATA_DIR=... bun bench/user-removal.ts --posts 20000 --comments 20000`: removal, readers meanwhile, a kill midway. */

const ROOT = join(import.meta.dir, '..')
const ADMIN_PASSWORD = 'Bench-password-1'
const READERS = 4
const BEFORE = 15_000

const { values } = parseArgs({
  options: { posts: { type: 'string', default: '20000' }, comments: { type: 'string', default: '20000' } },
})
const [posts, comments] = [Number(values.posts), Number(values.comments)]

type Server = { process: ChildProcess; origin: string }
type Left = { posts: number; comments: number; jobs: number }

async function startServer(url: string): Promise<Server> {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const port = probe.port!
  await probe.stop(true)
  const { VITE_ORIGIN: _, ...env } = process.env
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...env,
      NODE_ENV: 'development',
      DATABASE_URL: url,
      PORT: String(port),
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_SCALE: '1000000',
      SESSION_SECRET: 'x'.repeat(32),
      ADMIN_PASSWORD,
    },
  })
  const origin = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await Bun.sleep(50)
  return { process: child, origin }
}

/** Milliseconds of each answer. */
function readFeed(origin: () => string) {
  const times: number[] = []
  let isOver = false
  const readers = Array.from({ length: READERS }, async () => {
    while (!isOver) {
      const startedAt = performance.now()
      const answer = await fetch(`${origin()}/api/posts/?sort=hot`).then(
        (response) => response.text().then(() => response.ok),
        () => false,
      )
      if (answer) times.push(performance.now() - startedAt)
      else await Bun.sleep(20)
    }
  })
  const end = async () => {
    isOver = true
    await Promise.all(readers)
    return times
  }
  return { end, times }
}

async function makeWriter(sql: postgres.Sql, name: string): Promise<number> {
  const [row] = await sql<
    { id: number }[]
  >`insert into "user" (username, email_verified) values (${`${name}_${Date.now()}`}, true) returning id`
  const id = row!.id
  await sql`create temporary table theirs as select post_id as id from post_rank where is_listed and author_id is not null order by random() limit ${posts}`
  await sql`update post set author_id = ${id} where id in (select id from theirs)`
  await sql`update post_rank set author_id = ${id} where post_id in (select id from theirs)`
  await sql`drop table theirs`
  await sql`update comment set author_id = ${id} where id in (
    select c.id from comment c join post_rank r on r.post_id = c.post_id
    where c.deleted_at is null and c.author_id is not null and r.is_listed order by random() limit ${comments})`
  await sql.unsafe('vacuum analyze post, post_rank, comment')
  return id
}

async function leftOf(sql: postgres.Sql, id: number): Promise<Left> {
  const [row] = await sql<Left[]>`
    select (select count(*)::integer from post where author_id = ${id}) as posts, (select count(*)::integer from comment where author_id = ${id}) as comments,
      (select count(*)::integer from graphile_worker.jobs where task_identifier = 'remove_user_data') as jobs`
  return row!
}

const isDone = ({ posts: p, comments: c, jobs }: Left) => p + c + jobs === 0

async function remove(sql: postgres.Sql, url: string, content: 'keep' | 'remove'): Promise<string> {
  const id = await makeWriter(sql, content)
  let server = await startServer(url)
  const quiet = readFeed(() => server.origin)
  await Bun.sleep(BEFORE)
  const before = await quiet.end()

  const busy = readFeed(() => server.origin)
  const startedAt = performance.now()
  const answer = await fetch(`${server.origin}/api/admin/users/${id}?content=${content}`, {
    method: 'DELETE',
    headers: { 'x-admin-password': ADMIN_PASSWORD },
  })
  const request = performance.now() - startedAt
  if (!answer.ok) throw new Error(await answer.text())

  let left = await leftOf(sql, id)
  let killedAt = ''
  while (!isDone(left)) {
    if (killedAt === '' && left.posts + left.comments < (posts + comments) / 2) {
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
      killedAt = `${left.posts} posts, ${left.comments} comments left`
      server = await startServer(url)
    }
    await Bun.sleep(250)
    left = await leftOf(sql, id)
  }
  const job = (performance.now() - startedAt) / 1000
  const during = await busy.end()
  server.process.kill('SIGTERM')
  await once(server.process, 'exit')

  const [quietly, meanwhile] = [percentile(before, 0.99), percentile(during, 0.99)]
  return (
    `| ${content} | ${request.toFixed(0)} ms | ${killedAt} | ${job.toFixed(0)} s | ${percentile(before, 0.5).toFixed(1)} ms | ${percentile(during, 0.5).toFixed(1)} ms ` +
    `| ${quietly.toFixed(1)} ms | ${meanwhile.toFixed(1)} ms | ${(meanwhile / quietly).toFixed(2)} | ${before.length}, ${during.length} |`
  )
}

const { url, stop } = await openForum()
const sql = postgres(url, { max: 1, onnotice: () => {} })
const [{ drift: atFirst } = { drift: 0 }] = await driftOf()
console.log(
  '| posts and comments | request | killed with | done after | feed p50 before | meanwhile | p99 before | meanwhile | factor | answers |',
)
console.log('|---|---|---|---|---|---|---|---|---|---|')
for (const content of ['keep', 'remove'] as const) console.log(await remove(sql, url, content))
const [{ drift } = { drift: 0 }] = await driftOf()
console.log(`\nCommunities whose number of posts is off: ${atFirst} before, ${drift} after.`)
await sql.end()
await stop()

function driftOf() {
  return sql<{ drift: number }[]>`select count(*)::integer as drift from category c
    where post_count <> (select count(*) from post_rank r where r.category_id = c.id and r.is_listed)`
}
