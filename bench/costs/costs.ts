import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '#server/commands/console.ts'
import { loadConfig } from '#server/config.ts'
import { closedLoop } from '../load/generate.ts'
import { median } from '../forum.ts'
import { machine, replacePart, table } from '../report.ts'
import { figure, print } from '../rows.ts'
import { openForum, spawnServer, untilAnswers } from '../fixture.ts'
import { createMeter, type Meter } from './meter.ts'
import { operationsOf, type Operation } from './operations.ts'

/*
 * What one operation costs: CPU of PostgreSQL and of the server, write-ahead log, bytes that stay. `DATA_DIR=... bun
 * bench/costs/costs.ts` measures on a seeded forum and writes costs.json and its part of docs/scaling.md.
 */

export type Cost = {
  id: string
  what: string
  /** Milliseconds of CPU: connections, other processes of PostgreSQL, the server. */
  postgres: number
  background: number
  server: number
  /** Bytes of records, and of the full page images when each page is written for the first time since a checkpoint. */
  wal: number
  images: number
  /** Rows added by table, and what they take with their indexes. */
  rows: Record<string, number>
  bytes: number
}

export const COSTS = join(ROOT, 'bench/costs/costs.json')
const CONNECTIONS = 4
const WARM_UP_SECONDS = 8

async function measure(
  operation: Operation,
  { port, meter, seconds, samples }: { port: number; meter: Meter; seconds: number; samples: number },
) {
  let at = 0
  const load = async (duration: number) => {
    const { requests, errors, wrong } = await closedLoop({
      port,
      connections: CONNECTIONS,
      seconds: duration,
      next: () => operation.next(at++),
    })
    if (errors > 0) throw new Error(`${operation.id}: ${errors} unexpected answers ${JSON.stringify(wrong)}`)
    return requests
  }
  await load(WARM_UP_SECONDS)
  const found: Omit<Cost, 'id' | 'what' | 'bytes'>[] = []
  for (let sample = 0; sample < samples; sample += 1) {
    const rowsBefore = await meter.tableRows()
    await meter.checkpoint()
    const from = await meter.lsn()
    const before = meter.cpu()
    const done = await load(seconds)
    const after = meter.cpu()
    const { records, images } = await meter.wal(from, await meter.lsn())
    const rowsAfter = await meter.tableRows()
    const added = [...rowsAfter]
      .map(([name, rows]) => [name, (rows - (rowsBefore.get(name) ?? 0)) / done] as const)
      .filter(([, rows]) => rows > 0.01)
    found.push({
      postgres: (after.backends - before.backends) / done,
      server: (after.server - before.server) / done,
      background: (after.background - before.background) / done,
      wal: records / done,
      images: images / done,
      rows: Object.fromEntries(added),
    })
  }
  const of = (key: 'postgres' | 'server' | 'background' | 'wal' | 'images') => median(found.map((one) => one[key]))
  return {
    id: operation.id,
    what: operation.what,
    postgres: of('postgres'),
    background: of('background'),
    server: of('server'),
    wal: of('wal'),
    images: of('images'),
    rows: found.at(-1)!.rows,
  }
}

function reportOf(costs: Cost[], sizes: { posts: number; comments: number; votes: number }): string {
  const kB = (bytes: number) => (bytes < 50 ? '0' : figure(bytes / 1_000))
  return [
    `Measured ${new Date().toISOString().slice(0, 10)} on ${machine()}, a forum of ${sizes.posts.toLocaleString('en')} posts, ${sizes.comments.toLocaleString('en')} comments and ${sizes.votes.toLocaleString('en')} votes.`,
    table(
      ['operation', 'PostgreSQL, ms CPU', 'server, ms CPU', 'WAL kB', '+ page images kB', 'bytes kept', 'rows added'],
      costs.map((cost) => [
        cost.what,
        figure(cost.postgres),
        figure(cost.server),
        kB(cost.wal),
        kB(cost.images),
        cost.bytes < 1 ? '0' : figure(cost.bytes),
        Object.entries(cost.rows)
          .map(([name, rows]) => (Math.abs(rows - 1) < 0.05 ? name : `${figure(rows)} ${name}`))
          .join(', '),
      ]),
    ),
  ].join('\n\n')
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      posts: { type: 'string', default: '200000' },
      seconds: { type: 'string', default: '5' },
      samples: { type: 'string', default: '3' },
      only: { type: 'string' },
    },
  })
  const posts = Number(values.posts)
  const sizes = {
    users: posts / 2,
    categories: Math.max(50, posts / 2_000),
    posts,
    comments: posts * 5,
    votes: posts * 10,
  }
  const { dataDir } = loadConfig({ DATA_DIR: process.env.DATA_DIR })
  const forum = await openForum(resolve(dataDir, `bench/posts-${posts}`), sizes, print)
  await forum.sql`create extension if not exists pg_walinspect`
  const server = await spawnServer({ dataDir: forum.dataDir })
  try {
    await untilAnswers(server)
    const meter = createMeter(forum, server.pid)
    const found = []
    for (const operation of await operationsOf(forum)) {
      if (values.only && !values.only.split(',').includes(operation.id)) continue
      found.push(
        await measure(operation, {
          port: server.port,
          meter,
          seconds: Number(values.seconds),
          samples: Number(values.samples),
        }),
      )
      print(JSON.stringify(found.at(-1)))
    }
    const perRow = await meter.bytesPerRow()
    const costs = found.map((one) => ({
      ...one,
      bytes: Object.entries(one.rows).reduce((sum, [name, rows]) => sum + rows * perRow.get(name)!, 0),
    }))
    if (values.only) print(reportOf(costs, sizes))
    else {
      await Bun.write(COSTS, `[\n${costs.map((cost) => JSON.stringify(cost)).join(',\n')}\n]\n`)
      await replacePart(join(ROOT, 'docs/scaling.md'), 'bun bench/costs/costs.ts', reportOf(costs, sizes))
    }
  } finally {
    await server.stop()
    await forum.sql`drop extension if exists pg_walinspect`
    await forum.sql.end()
    await forum.embedded.stop()
  }
}
