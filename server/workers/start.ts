import { createServer } from 'node:net'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ConfigError, type Config } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/db/local/embedded.ts'
import { createLogger, type Logger } from '#server/lib/log.ts'
import type { FromWorker } from './messages.ts'
import { superviseWorkers, type SpawnWorker } from './supervisor.ts'

const MAIN = resolve(import.meta.dir, '../main.ts')

/**
 * SIGHUP replaces the workers one by one. The built-in PostgreSQL belongs to this process, so a crashed worker does not
 * take it down.
 */
export async function startWorkers(config: Config, env: NodeJS.ProcessEnv): Promise<number> {
  const log = createLogger(config.logLevel, config.production)
  await refuseTakenPort(config)
  await warnOfResets(log)
  const database =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.info(line) })
      : null
  const supervisor = superviseWorkers({
    count: config.workers,
    spawn: spawnWith({ ...env, DATABASE_URL: config.databaseUrl ?? database!.url, PORT: String(config.port) }),
    log,
  })
  const ended = Promise.withResolvers<number>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.resolve(0))
  if (env.WATEK_PARENT_PIPE === '1') process.stdin.on('end', () => ended.resolve(0)).resume()
  process.on('SIGHUP', () => void supervisor.replaceAll())
  supervisor.started.then(
    () => log.info(`${config.workers} workers answer on ${config.publicUrl}`, { pid: process.pid }),
    (error: unknown) => {
      log.error('A worker did not start', { error })
      ended.resolve(1)
    },
  )
  const code = await ended.promise
  await supervisor.stop()
  await database?.stop()
  return code
}

function spawnWith(env: NodeJS.ProcessEnv): SpawnWorker {
  return (slot, onMessage) => {
    const child = Bun.spawn([process.execPath, MAIN], {
      env: { ...env, WATEK_WORKER: String(slot), WATEK_PARENT_PIPE: '' },
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

/** Workers share their port (SO_REUSEPORT), so a port that another program shares as well would not fail by itself. */
function refuseTakenPort({ host, port }: Config): Promise<void> {
  return new Promise((done, reject) => {
    const probe = createServer()
    probe.once('error', () =>
      reject(new ConfigError(`PORT ${port} is taken by another program; choose another PORT or stop that program.`)),
    )
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => done()))
  })
}

/**
 * Linux resets connections that wait in the queue of a closing listener unless this setting moves them to the other
 * workers.
 */
async function warnOfResets(log: Logger): Promise<void> {
  const value = await readFile(join('/proc/sys/net/ipv4/tcp_migrate_req'), 'utf8').catch(() => null)
  if (value?.trim() === '0')
    log.info('Set net.ipv4.tcp_migrate_req=1 (sysctl) so that replacing workers resets no waiting connection')
}
