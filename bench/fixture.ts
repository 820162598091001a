import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { spawn, type ChildProcess } from 'node:child_process'
import postgres from 'postgres'
import { ROOT } from '#server/commands/console.ts'
import { startEnvironment } from '#server/commands/start-environment.ts'
import { ensureDatabase, startEmbeddedPostgres, type EmbeddedPostgres } from '#server/db/local/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedLarge, type Sizes } from '#server/db/seed/large.ts'
import { signAccessToken } from '#server/features/auth/tokens.ts'
import { freePort } from '#server/lib/free-port.ts'

export const SESSION_SECRET = 'a secret of measurements, never of a site'
export const ADMIN_PASSWORD = 'Measured-password-1'
const METRICS_TOKEN = 'measurements'

export type Forum = { url: string; sql: postgres.Sql; dataDir: string; sizes: Sizes; embedded: EmbeddedPostgres }

/** `settings` configure PostgreSQL. */
export async function openForum(
  dataDir: string,
  sizes: Sizes,
  print: (line: string) => void,
  settings: Record<string, string> = {},
): Promise<Forum> {
  await mkdir(dataDir, { recursive: true })
  const embedded = await startEmbeddedPostgres({ dataDir, log: print, settings })
  await ensureDatabase(embedded.url)
  await migrate(embedded.url)
  const sql = postgres(embedded.url, { max: 4, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
  const complete = join(dataDir, 'bench-set.json')
  const wanted = JSON.stringify(sizes)
  const found = await Bun.file(complete)
    .text()
    .catch(() => null)
  if (found !== wanted) {
    const seeder = postgres(embedded.url, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
    try {
      await seedLarge(seeder, sizes, print)
    } finally {
      await seeder.end()
    }
    await Bun.write(complete, wanted)
  }
  return { url: embedded.url, sql, dataDir, sizes, embedded }
}

export async function signIn(forum: Forum, count: number, first = 1): Promise<{ id: number; token: string }[]> {
  const expires = new Date(Date.now() + 7 * 86_400_000)
  const members = Array.from({ length: count }, (_, at) => first + at)
  for (const id of members) {
    await forum.sql`insert into session (id, user_id, expires_at) values (${`bench-${id}`}, ${id}, ${expires})
      on conflict (id) do update set expires_at = excluded.expires_at`
  }
  return Promise.all(
    members.map(async (id) => ({ id, token: await signAccessToken(SESSION_SECRET, `bench-${id}`, id, expires) })),
  )
}

export type Started = {
  port: number
  pid: number
  child: ChildProcess
  output: () => string
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** `root` is the checkout whose server is started. */
type ServerOptions = {
  dataDir: string
  settings?: Record<string, string>
  args?: string[]
  port?: number
  root?: string
  cwd?: string
}

export async function spawnServer({
  dataDir,
  settings = {},
  args = [],
  port,
  root = ROOT,
  cwd = root,
}: ServerOptions): Promise<Started> {
  const on = port ?? (await freePort())
  const { scripts } = (await Bun.file(join(root, 'package.json')).json()) as { scripts: { start: string } }
  const child = spawn(process.execPath, [...args, join(root, 'server/commands/start.ts')], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...startEnvironment(scripts.start),
      DATA_DIR: dataDir,
      PORT: String(on),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://localhost:${on}`,
      SESSION_SECRET,
      ADMIN_PASSWORD,
      METRICS_TOKEN,
      RATE_LIMIT_SCALE: '1000000',
      BACKUP_EVERY: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  return { port: on, pid: child.pid!, child, output: () => output, stop }
}

/** Returns milliseconds until the path responds with 200; throws if the server exits or after `limit`. */
export async function untilAnswers(server: Started, path = '/readyz', limit = 120_000): Promise<number> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < limit) {
    if (server.child.exitCode !== null) throw new Error(`The server ended: ${server.output()}`)
    const status = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { host: 'localhost' } }).then(
      (answer) => answer.body?.cancel().then(() => answer.status) ?? answer.status,
      () => 0,
    )
    if (status === 200) return performance.now() - startedAt
    await Bun.sleep(5)
  }
  throw new Error(`The server does not answer: ${server.output()}`)
}

export async function spawnFloor(): Promise<Started> {
  const child = spawn(process.execPath, [join(ROOT, 'bench/floors/constant.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))),
  )
  return {
    port,
    pid: child.pid!,
    child,
    output: () => '',
    stop: async () => {
      child.kill()
    },
  }
}

/** Resident memory in units of 10^6 bytes. */
export async function residentMb(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`)
    .text()
    .catch(() => null)
  if (status !== null) return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024) / 1e6
  const output = await new Response(Bun.spawn(['ps', '-o', 'rss=', '-p', String(pid)]).stdout).text()
  return (Number(output) * 1_024) / 1e6
}
