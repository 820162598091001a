import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPgBouncer } from '#server/db/driver/testing/pgbouncer.ts'
import { migrate } from '#server/db/migrate.ts'
import { freePort } from '#server/lib/free-port.ts'
import { missingSwift, startSwift, type Swift } from '#server/media/testing/swift.ts'
import { startRedis, type RedisServer } from '#server/redis/testing/redis-server.ts'
import { spawnServer, untilAnswers, type Started } from '../../fixture.ts'
import { startTrio, type Trio } from './database.ts'

export const SERVERS = 3
export const WORKERS = 2
/** The delay after which `docs/deploy/watek.service` restarts a server that exited. */
const RESTART_MS = 2_000
const HEALTH_CHECKS_MS = 6_000

/** DATABASE_URL points to PgBouncer in front of the primary, or lists all three database hosts. */
export type Route = 'pooler' | 'hosts'

export type Parts = {
  port: number
  servers: Started[]
  database: Trio
  redis: RedisServer
  store: Swift
  storeName: string
  useRoute: (route: Route) => Promise<void>
  follow: (url: string) => Promise<void>
  isReady: () => Promise<boolean>
  /** The number of times that each error is in the logs of all servers. */
  errors: () => Map<string, number>
  /** Servers that exited without being killed. */
  ended: string[]
  stop: () => Promise<void>
}

export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

function errorsOf(servers: Started[]): Map<string, number> {
  const errors = new Map<string, number>()
  for (const line of servers.flatMap(({ output }) => output().split('\n'))) {
    if (line !== '' && !line.startsWith('{')) errors.set(line, (errors.get(line) ?? 0) + 1)
    const [, level, message] = /"level":"(error|warn)","message":"([^"]*)"/.exec(line) ?? []
    const reason =
      /"error":\{"name":"[^"]*","message":"((?:[^"\\]|\\.){0,120})/.exec(line)?.[1] ??
      /"error":"((?:[^"\\]|\\.){0,120})/.exec(line)?.[1]
    const cause = /"cause":\{"name":"[^"]*","message":"((?:[^"\\]|\\.){0,120})/.exec(line)?.[1]
    const key = [level, message, reason, cause, /"code":\d+/.exec(line)?.[0]]
      .filter(Boolean)
      .join(': ')
      .replace(/\d+ms/, '… ms')
    if (message) errors.set(key, (errors.get(key) ?? 0) + 1)
  }
  return errors
}

async function startStoreDouble(): Promise<Swift> {
  const port = await freePort()
  let child: Bun.Subprocess
  const start = async () => {
    child = Bun.spawn([process.execPath, join(import.meta.dir, 'store-double.ts'), String(port)], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    })
    while (
      !(await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      ))
    )
      await Bun.sleep(20)
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await child.exited
  }
  await start()
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'media',
      region: 'us-east-1',
      accessKeyId: 'drill',
      secretAccessKey: 'drill',
    },
    pids: () => [child.pid],
    start,
    kill,
    stop: kill,
  }
}

/** The backend of `docs/deploy/haproxy.cfg`, which keeps the load generator's X-Forwarded-For header. */
const balancerConfig = (port: number, statusPort: number, servers: number[]) => `
defaults
  mode http
  option redispatch
  timeout connect 3s
  timeout queue 10s
  timeout http-request 10s
  timeout http-keep-alive 30s
  timeout client 60s
  timeout server 100s
frontend site
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend watek
frontend status
  bind 127.0.0.1:${statusPort}
  stats enable
  stats uri /
backend watek
  balance leastconn
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  http-check expect status 200
  default-server check inter 2s fall 3 rise 2 maxconn 512
${servers.map((to, at) => `  server app${at + 1} 127.0.0.1:${to}`).join('\n')}
`

/** Starts all components on free ports of 127.0.0.1; if one fails, those already started are stopped. */
export async function startParts(
  print: (line: string) => void,
  onStart: (stop: () => Promise<void>) => void,
): Promise<Parts> {
  const folder = await mkdtemp(join(tmpdir(), 'watek-drill-'))
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  let isStopping: Promise<void> | null = null
  const stop = () =>
    (isStopping ??= (async () => {
      for (const end of ends.toReversed()) await end().catch((error: unknown) => print(String(error)))
    })())
  onStart(stop)
  try {
    print('Starting PostgreSQL with two replicas, Redis, the store, PgBouncer and HAProxy ...')
    const database = await startTrio()
    ends.push(database.stop)
    await migrate(database.primary().url)
    await database.primary().query(`alter role current_user set statement_timeout = '30s'`)
    const redis = await startRedis()
    ends.push(redis.stop)
    const store = missingSwift() === null ? await startSwift(join(folder, 'swift')) : await startStoreDouble()
    ends.push(store.stop)
    const pooler = await startPgBouncer(database.primary().url, {
      query_wait_timeout: 5,
      server_login_retry: 1,
      max_client_conn: 1_000,
      default_pool_size: 20,
    })
    ends.push(pooler.stop)
    const [port, statusPort, ...ports] = (await Promise.all(Array.from({ length: SERVERS + 2 }, freePort))) as [
      number,
      number,
      ...number[],
    ]
    await writeFile(join(folder, 'haproxy.cfg'), balancerConfig(port, statusPort, ports))
    const balancer = Bun.spawn(['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    })
    ends.push(async () => {
      balancer.kill('SIGKILL')
      await balancer.exited
    })

    const address = new URL(database.primary().url)
    const nodes = database.nodes.map(({ url }) => new URL(url).host).join(',')
    const hosts = `postgres://${address.username}:${address.password}@${nodes}${address.pathname}`
    const routes: Record<Route, Record<string, string>> = {
      pooler: { DATABASE_URL: pooler.url, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: hosts },
      hosts: { DATABASE_URL: hosts },
    }
    let route: Route = 'pooler'
    const servers: Started[] = []
    const all: Started[] = []
    const ended: string[] = []
    let isRerouting = false
    const startServer = async (at: number) => {
      const dataDir = join(folder, `server${at + 1}`)
      await mkdir(dataDir, { recursive: true })
      const { endpoint, bucket, region, accessKeyId, secretAccessKey } = store.settings
      const started = (servers[at] = await spawnServer({
        dataDir,
        port: ports[at],
        settings: {
          ...routes[route],
          WORKERS: String(WORKERS),
          REDIS_URL: redis.url,
          RATE_LIMIT_SCALE: '1',
          TRUSTED_PROXIES: '127.0.0.1',
          PUBLIC_URL: `http://localhost:${port}`,
          // The server itself leaves out the database that is the primary at the moment.
          DATABASE_REPLICA_URLS: database.nodes.map(({ url }) => url).join(','),
          S3_ENDPOINT: endpoint,
          S3_BUCKET: bucket,
          S3_REGION: region,
          S3_ACCESS_KEY_ID: accessKeyId,
          S3_SECRET_ACCESS_KEY: secretAccessKey,
        },
      }))
      all.push(started)
      started.child.once('exit', (code, signal) => {
        if (isStopping !== null || isRerouting) return
        if (signal === null) ended.push(`server ${at + 1} ended with code ${code}`)
        setTimeout(() => void startServer(at), RESTART_MS)
      })
    }
    ends.push(() => Promise.all(servers.map((server) => server.stop())))
    const isReady = async () => {
      const status = await fetch(`http://127.0.0.1:${statusPort}/;csv`).then(
        (answer) => answer.text(),
        () => '',
      )
      const up = status.split('\n').filter((line) => /^watek,app\d/.test(line) && line.split(',')[17] === 'UP')
      return up.length === SERVERS && (await database.isComplete())
    }
    const parts: Parts = {
      port,
      servers,
      ended,
      database,
      redis,
      store,
      isReady,
      stop,
      errors: () => errorsOf(all),
      follow: pooler.follow,
      storeName: missingSwift() === null ? 'OpenStack Swift (s3api)' : 'test double of an S3 store',
      async useRoute(next) {
        isRerouting = true
        await Promise.all(servers.map((server) => server.stop()))
        isRerouting = false
        route = next
        for (let at = 0; at < SERVERS; at += 1) {
          await startServer(at)
          await untilAnswers(servers[at]!)
        }
        // HAProxy may still use the health state from before the servers were restarted.
        await Bun.sleep(HEALTH_CHECKS_MS)
        for (const end = performance.now() + 60_000; !(await isReady()); await Bun.sleep(100)) {
          if (performance.now() > end) throw new Error('The balancer does not see every server')
        }
      },
    }
    return parts
  } catch (error) {
    await stop()
    throw error
  }
}
