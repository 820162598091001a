import { createServer } from 'node:net'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ConfigError, type Config } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/db/local/embedded.ts'
import { createLogger, type Logger } from '#server/lib/log.ts'
import { BUN_FILE } from '#server/release/layout.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { controlSocket, openControl } from './control.ts'
import type { FromWorker } from './messages.ts'
import { superviseWorkers, type SpawnWorker, type Supervisor } from './supervisor.ts'

const ROOT = resolve(import.meta.dir, '../..')

/** Milliseconds in which the workers of a killed supervisor exit and free the port. */
const KILLED_WORKERS_MS = 20_000
const PORT_POLL_MS = 100

/** `root` is the folder of the version that the workers run at first. */
type Options = { root?: string }

/** Starts workers, which SIGHUP replaces one by one. Their crash does not stop this process's embedded PostgreSQL. */
export async function startWorkers(
  config: Config,
  env: NodeJS.ProcessEnv,
  { root = ROOT }: Options = {},
): Promise<number> {
  const log = createLogger(config.logLevel, config.production)
  await refuseTakenPort(config, existsSync(controlSocket(config.dataDir)) ? KILLED_WORKERS_MS : 0)
  await warnOfResets(log)
  const database =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.info(line) })
      : null
  const supervisor = superviseWorkers({
    count: config.workers,
    spawn: spawnWith({ ...env, DATABASE_URL: config.databaseUrl ?? database!.url, PORT: String(config.port) }),
    log,
    target: { root, isReadOnly: false },
  })
  const ended = Promise.withResolvers<number>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.resolve(0))
  if (env.WATEK_PARENT_PIPE === '1') process.stdin.on('end', () => ended.resolve(0)).resume()
  process.on('SIGHUP', () => void supervisor.replaceAll().catch(() => {}))
  let isStarted = false
  const control = await openControl(config.dataDir, {
    status: () => ({ ...statusOf(config, supervisor), is_started: isStarted }),
    replace: (target) => supervisor.replaceAll(target),
    stop: () => ended.resolve(0),
  })
  supervisor.started.then(
    () => {
      log.info(`${config.workers} workers answer on ${config.publicUrl}`, { pid: process.pid })
      isStarted = true
    },
    (error: unknown) => {
      log.error('A worker did not start', { error })
      ended.resolve(1)
    },
  )
  const code = await ended.promise
  await supervisor.stop()
  await database?.stop()
  await control.close()
  return code
}

const startedAt = new Date()

const statusOf = (config: Config, supervisor: Supervisor) => ({
  pid: process.pid,
  version: packageJson.version,
  port: config.port,
  public_url: config.publicUrl,
  started_at: startedAt.toISOString(),
  workers: supervisor.workers(),
})

/** A worker of an installed release runs with the Bun of its version. */
function spawnWith(env: NodeJS.ProcessEnv): SpawnWorker {
  return (slot, onMessage, { root, isReadOnly }) => {
    const ownBun = join(root, BUN_FILE)
    const child = Bun.spawn([existsSync(ownBun) ? ownBun : process.execPath, join(root, 'server/main.ts')], {
      cwd: root,
      env: { ...env, WATEK_WORKER: String(slot), WATEK_PARENT_PIPE: '', WATEK_READ_ONLY: isReadOnly ? '1' : '' },
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
      ipc: (message: FromWorker) => onMessage(message),
    })
    return {
      pid: child.pid,
      send: (message) => child.exitCode === null && child.signalCode === null && child.send(message),
      kill: (signal) => child.kill(signal),
      exited: child.exited,
    }
  }
}

const isTaken = ({ host, port }: Config) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(true))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(false)))
  })

/** Refuses a port that another program uses; listening would succeed, because workers share it (SO_REUSEPORT). */
async function refuseTakenPort(config: Config, waitMs: number): Promise<void> {
  for (const deadline = Date.now() + waitMs; await isTaken(config); await Bun.sleep(PORT_POLL_MS)) {
    if (Date.now() < deadline) continue
    throw new ConfigError(`PORT ${config.port} is taken by another program; choose another PORT or stop that program.`)
  }
}

/** Linux resets connections in the queue of a listener that closes, unless this setting moves them. */
async function warnOfResets(log: Logger): Promise<void> {
  const value = await readFile(join('/proc/sys/net/ipv4/tcp_migrate_req'), 'utf8').catch(() => null)
  if (value?.trim() === '0')
    log.info('Set net.ipv4.tcp_migrate_req=1 (sysctl) so that replacing workers resets no waiting connection')
}
