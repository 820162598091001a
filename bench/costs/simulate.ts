import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '#server/commands/console.ts'
import { fraction } from '#server/db/seed/random.ts'
import { percentile } from '../forum.ts'
import { replacePart, table } from '../report.ts'
import { figure, print } from '../rows.ts'
import { COSTS, type Cost } from './costs.ts'

/*
 * Utilisation and latency by number of machines, from the costs that `bun bench/costs/costs.ts` measured: Poisson arrivals, exponential
 * times, a queue for each server process and one for each kind of database machine. `bun bench/costs/simulate.ts` writes its part of docs/scaling.md.
 */

/** What one active member does on one day; visitors' views are counted with them. */
const PER_DAY: Record<string, number> = {
  'feed-hit': 24,
  'feed-miss': 2,
  'community-miss': 2,
  'post-miss': 12,
  'feed-member': 12,
  'post-member': 15,
  'search-miss': 1,
  poll: 60,
  vote: 10,
  'vote-changed': 1,
  'vote-comment': 5,
  comment: 1.5,
  post: 0.15,
  save: 0.3,
  join: 0.05,
  follow: 0.05,
  message: 0.5,
  'sign-in': 0.1,
}
const PEAK = 4
const HOT_SHARE = 0.02
/** Of reads, those that a replica may serve. */
const FROM_REPLICA = 0.8
/** Additional CPU of a write where events replace transactions over two shards. */
const SHARD_OVERHEAD = 1.3
const APP_CORES = 8
const DATABASE_CORES = 16
/** Milliseconds: writing a commit to disk, and the round trips of a vote while it holds the lock of its post. */
const COMMIT_MS = 1
const ROUND_TRIPS_MS = 0.6
/** Passwords are hashed on threads of their own; this stays on the one that serves requests. */
const SIGN_IN_MS = 2
const REQUESTS = 200_000
const isWrite = (cost: Cost) => cost.wal > 50

type Part = { cost: Cost; share: number }
type Scenario = { rate: number; app: number; primary: number; replicas: number; shards: number }

let draws = 0
const draw = () => fraction(draws++, 99)
const exponential = (mean: number) => -Math.log(1 - draw()) * mean

/** First come, first served; returns when each request leaves. Pooled: the first free server takes it, as cores do; else one by chance, as SO_REUSEPORT does. */
function serve(arrivals: Float64Array, times: Float64Array, servers: number, isPooled = true): Float64Array {
  const free = new Float64Array(servers)
  const left = Float64Array.from(arrivals)
  const order = Uint32Array.from(arrivals.keys())
    .filter((at) => times[at]! > 0)
    .sort((a, b) => arrivals[a]! - arrivals[b]!)
  for (const at of order) {
    let next = isPooled ? 0 : Math.floor(draw() * servers)
    for (let server = 1; isPooled && server < servers; server += 1) if (free[server]! < free[next]!) next = server
    free[next] = left[at] = Math.max(free[next]!, arrivals[at]!) + times[at]!
  }
  return left
}

function simulate(mix: Part[], { rate, app, primary, replicas, shards }: Scenario) {
  const arrivals = new Float64Array(REQUESTS)
  const [server, hashing, onPrimary, onReplica, onLock] = Array.from(
    { length: 5 },
    () => new Float64Array(REQUESTS),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]
  const hot = new Uint8Array(REQUESTS)
  let now = 0
  for (let at = 0; at < REQUESTS; at += 1) {
    arrivals[at] = now += exponential(1_000 / rate)
    let chosen = draw()
    const { cost } = mix.find(({ share }) => (chosen -= share) < 0) ?? mix.at(-1)!
    const isSignIn = cost.id === 'sign-in'
    server[at] = exponential(isSignIn ? SIGN_IN_MS : cost.server)
    hashing[at] = isSignIn ? cost.server - SIGN_IN_MS : 0
    const write = isWrite(cost)
    const time = exponential(cost.postgres * (write && shards > 1 ? SHARD_OVERHEAD : 1))
    if (!write && replicas > 0 && draw() < FROM_REPLICA) onReplica[at] = time
    else onPrimary[at] = time
    hot[at] = Number(cost.id === 'vote' && draw() < HOT_SHARE)
    // All but the vote of one post run beside each other.
    if (hot[at]) onLock[at] = COMMIT_MS + ROUND_TRIPS_MS + exponential(cost.postgres / 2)
  }
  const left = serve(
    serve(
      serve(serve(arrivals, server, app * APP_CORES, false), onPrimary, primary * DATABASE_CORES),
      onReplica,
      Math.max(1, replicas * DATABASE_CORES),
    ),
    onLock,
    1,
  )
  const latency = Array.from(left, (time, at) => time - arrivals[at]! + hashing[at]! + (onLock[at] ? 0 : COMMIT_MS))
  const busy = (times: Float64Array, servers: number) =>
    servers === 0 ? 0 : times.reduce((sum, time) => sum + time, 0) / now / servers
  return {
    app: busy(server, app * APP_CORES) + busy(hashing, app * APP_CORES),
    primary: busy(onPrimary, primary * DATABASE_CORES),
    replica: busy(onReplica, replicas * DATABASE_CORES),
    lock: busy(onLock, 1),
    p50: percentile(latency, 0.5),
    p99: percentile(latency, 0.99),
    hot: percentile(
      latency.filter((_, at) => hot[at]),
      0.99,
    ),
  }
}

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '100000,1000000,5000000,10000000' },
    targets: { type: 'string', default: '0.9,0.7,0.5' },
  },
})
const costs = (await Bun.file(COSTS).json()) as Cost[]
const actions = costs.filter(({ id }) => PER_DAY[id]).map((cost) => ({ cost, perDay: PER_DAY[cost.id]! }))
const total = actions.reduce((sum, { perDay }) => sum + perDay, 0)
const sum = (of: (cost: Cost) => number) => actions.reduce((all, { cost, perDay }) => all + perDay * of(cost), 0)
const mix = actions.map(({ cost, perDay }) => ({ cost, share: perDay / total }))
const day = {
  server: sum((cost) => cost.server),
  reads: sum((cost) => (isWrite(cost) ? 0 : cost.postgres)),
  writes: sum((cost) => (isWrite(cost) ? cost.postgres : 0)),
  wal: sum((cost) => cost.wal),
  images: sum((cost) => cost.images),
  bytes: sum((cost) => cost.bytes),
}
const share = (value: number) => `${Math.round(value * 100)} %`
const rows: string[][] = []
for (const members of values.members.split(',').map(Number)) {
  const perSecond = (members / 86_400) * PEAK
  for (const target of values.targets.split(',').map(Number)) {
    const machines = (ms: number, cores: number) => Math.ceil((ms * perSecond) / 1_000 / cores / target)
    const app = machines(day.server, APP_CORES)
    const all = machines(day.writes + day.reads, DATABASE_CORES)
    const replicas = all <= 1 ? 0 : machines(day.reads * FROM_REPLICA, DATABASE_CORES)
    const alone = all <= 1 ? 1 : machines(day.writes + day.reads * (1 - FROM_REPLICA), DATABASE_CORES)
    const primary =
      alone === 1 ? 1 : machines(day.writes * SHARD_OVERHEAD + day.reads * (1 - FROM_REPLICA), DATABASE_CORES)
    const found = simulate(mix, { rate: perSecond * total, app, primary, replicas, shards: primary })
    rows.push([
      members.toLocaleString('en'),
      figure(perSecond * total),
      `${app} (${share(found.app)})`,
      `${primary} (${share(found.primary)})`,
      replicas ? `${replicas} (${share(found.replica)})` : '0',
      figure(((day.wal + day.images) * perSecond) / 1e6),
      found.p50.toFixed(1),
      found.p99.toFixed(0),
      share(found.lock),
      found.lock < 0.98 ? found.hot.toFixed(0) : 'grows without end',
    ])
    print(rows.at(-1)!.join(' | '))
  }
}
await replacePart(
  join(ROOT, 'docs/scaling.md'),
  'bun bench/costs/simulate.ts',
  [
    `One active member a day: ${total.toFixed(0)} requests, ${figure(day.server)} ms CPU of servers, ${figure(day.reads)} ms of PostgreSQL for reads and ${figure(day.writes)} ms for writes, ${figure(day.wal / 1_000)} kB of WAL records and at most ${figure(day.images / 1_000)} kB of page images, ${figure(day.bytes / 1_000)} kB kept.`,
    table(
      [
        'active members a day',
        'requests a second at the peak',
        'app machines (busy)',
        'primaries (busy)',
        'replicas (busy)',
        'WAL MB/s at most',
        'p50 ms',
        'p99 ms',
        'lock of the hot post',
        'p99 of its votes, ms',
      ],
      rows,
    ),
  ].join('\n\n'),
)
