import { join } from 'node:path'
import type postgres from 'postgres'
import { requestOf } from '#shared/api/client.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import { contract } from '#shared/api/index.ts'
import { ROOT } from '#server/commands/console.ts'
import { freePort } from '#server/lib/free-port.ts'
import { costliestCalls, makePicture, plainCall, type Costly } from '../costliest/calls.ts'
import { createLargeThings, type LargeThings } from '../costliest/things.ts'
import { ADMIN_PASSWORD, signIn, spawnServer, untilAnswers, type Started } from '../fixture.ts'
import { figure, print } from '../rows.ts'
import type { Bench } from './bench.ts'

const SHOWN = 10
const WARM_UPS = 2
/** Maximum milliseconds that one call may block the main thread, or spend in the database. */
const BARS = { piece: 50, database: 1_000 }

type Measured = {
  call: string
  what: string
  status: number
  kB: number
  /** CPU milliseconds of the main thread: `piece` in the longest turn of the event loop, `total` in all turns. */
  piece: number
  total: number
  /** Milliseconds that PostgreSQL ran statements. */
  database: number
  statement: string
}

/** Measures calls with the largest inputs that members can create; `only` has names such as 'posts.list'. */
export async function measureCostliestCalls({ forum, repeats, note }: Bench, only: ReadonlySet<string>): Promise<void> {
  const { sql } = forum
  await sql`create extension if not exists pg_stat_statements`
  const things = await createLargeThings(sql, print)
  await makePicture()
  const probePort = await freePort()
  const server = await spawnServer({
    dataDir: forum.dataDir,
    settings: { PROBE_PORT: String(probePort) },
    args: ['--preload', join(ROOT, 'bench/costliest/probe.ts')],
  })
  const found: Measured[] = []
  const isChosen = [...only].some((name) => name.includes('.'))
  try {
    await untilAnswers(server)
    const sender = await senderOf({ sql, server, forum, things })
    const calls = costliestCalls(things, Date.now().toString(36)) as unknown as Record<
      string,
      Record<string, Costly<object>[]>
    >
    const groups = Object.entries(contract as Record<string, Record<string, Endpoint>>)
    // Exports come last: they continue in the background and would be measured with later calls.
    groups.sort(([a], [b]) => Number(a === 'exports') - Number(b === 'exports'))
    for (const [group, endpoints] of groups) {
      for (const [name, endpoint] of Object.entries(endpoints)) {
        if (isChosen && !only.has(`${group}.${name}`)) continue
        for (const costly of calls[group]?.[name] ?? [plainCall(endpoint, things)]) {
          const measured = await measure(() => sender(endpoint, group, costly), { sql, probePort, repeats })
          found.push({ call: `${group}.${name}`, what: costly.what, ...measured })
        }
      }
    }
  } finally {
    await server.stop()
  }
  await report(found, note)
}

type SenderOptions = { sql: postgres.Sql; server: Started; forum: Bench['forum']; things: LargeThings }

async function senderOf({ server, forum, things }: SenderOptions) {
  const [member, partner] = await signIn(forum, 2, things.member)
  let sent = 0
  // Moderators may not decide cases about themselves, so an admin does.
  const asAdmin = { authorization: `Bearer ${partner!.token}`, 'x-admin-password': ADMIN_PASSWORD }
  async function headersOf(group: string, as: Costly<object>['as']): Promise<Record<string, string>> {
    if (as === 'visitor') return {}
    if (as === 'admin' || (as === undefined && group.startsWith('admin'))) return asAdmin
    if (as === 'partner') return { authorization: `Bearer ${partner!.token}` }
    if (as === undefined) return { authorization: `Bearer ${member!.token}` }
    const [fresh] = await signIn(forum, 1, await things.fresh('user'))
    return { authorization: `Bearer ${fresh!.token}` }
  }
  return async (endpoint: Endpoint, group: string, { input, as }: Costly<object>) => {
    const headers = await headersOf(group, as)
    const { url, json, form } = requestOf(endpoint, (await input((sent += 1))) as Record<string, unknown>)
    return async () => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${url}`, {
        method: endpoint.method,
        redirect: 'manual',
        body: json ?? (form as FormData | undefined) ?? (endpoint.method === 'GET' ? undefined : '{}'),
        headers: { host: 'localhost', ...headers, ...(form === undefined && { 'content-type': 'application/json' }) },
      })
      return { status: answer.status, bytes: (await answer.bytes()).length }
    }
  }
}

type Prepare = () => Promise<() => Promise<{ status: number; bytes: number }>>

async function measure(
  prepare: Prepare,
  { sql, probePort, repeats }: { sql: postgres.Sql; probePort: number; repeats: number },
): Promise<Omit<Measured, 'call' | 'what'>> {
  const samples: Omit<Measured, 'call' | 'what'>[] = []
  for (let at = 0; at < repeats + WARM_UPS; at += 1) {
    const send = await prepare()
    await sql`select pg_stat_statements_reset()`
    await takeProbe(probePort)
    const { status, bytes } = await send()
    const { longest, total } = await takeProbe(probePort)
    const [spent] = await sql<{ ms: number; statement: string | null }[]>`
      select coalesce(sum(total_exec_time), 0)::float8 as ms,
        (array_agg(left(query, 100) order by total_exec_time desc))[1] as statement
      from pg_stat_statements s join pg_database d on d.oid = s.dbid and d.datname = current_database()
      where query not like '%pg_stat_statements%' and query not like '%graphile_worker%'`
    if (at < WARM_UPS) continue
    samples.push({
      status,
      kB: bytes / 1_000,
      piece: longest,
      total,
      database: spent!.ms,
      statement: (spent!.statement ?? '').replaceAll(/\s+/g, ' '),
    })
  }
  const middle = (value: (sample: (typeof samples)[number]) => number) =>
    samples.map(value).toSorted((a, b) => a - b)[samples.length >> 1]!
  return {
    ...samples.at(-1)!,
    piece: middle(({ piece }) => piece),
    total: middle(({ total }) => total),
    database: middle(({ database }) => database),
  }
}

const takeProbe = async (port: number) =>
  (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as { longest: number; total: number }

async function report(found: Measured[], note: Bench['note']): Promise<void> {
  const kinds = [
    ['piece', 'longest piece of the main thread', BARS.piece],
    ['total', 'all of the main thread', null],
    ['database', 'time in the database', BARS.database],
  ] as const
  for (const [column, title, bar] of kinds) {
    print(`  the costliest calls by ${title}:`)
    for (const row of found.toSorted((a, b) => b[column] - a[column]).slice(0, SHOWN)) print(`    ${lineOf(row)}`)
    if (bar === null) continue
    const worst = found.toSorted((a, b) => b[column] - a[column])[0]!
    await note({
      id: `costliest-${column}`,
      area: 'costliest',
      what: `the costliest of ${found.length} inputs for every call, ${title}`,
      measured: `${figure(worst[column])} ms`,
      bar: `${figure(bar)} ms`,
      reached: worst[column] <= bar,
      details: { call: `${worst.call}: ${worst.what}` },
    })
  }
  const statuses = Map.groupBy(found, ({ status }) => status)
  print(`  answered: ${[...statuses].map(([status, rows]) => `${rows.length} × ${status}`).join(', ')}`)
  for (const row of found.filter(({ status }) => status >= 400)) print(`    refused: ${lineOf(row)}`)
}

const lineOf = ({ call, what, status, kB, piece, total, database, statement }: Measured) =>
  `${figure(piece)} ms, ${figure(total)} ms, database ${figure(database)} ms, ${status}, ${figure(kB)} kB: ` +
  `${call}, ${what} [${statement}]`
