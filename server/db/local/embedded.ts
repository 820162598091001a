import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { freePort } from '#server/lib/free-port.ts'
import { matchingBinaries, prepareCluster, prepareParts, ROLE, EmbeddedPostgresError, type Cluster } from './cluster.ts'
import { endAtOnce, isAlive, launch, readPidFile, runsCluster, shutDown } from './postmaster.ts'

export { EmbeddedPostgresError }

export type EmbeddedPostgres = {
  url: string
  /** Whether the database was already running: left by a killed server, or started by another process. */
  adopted: boolean
  stop(): Promise<void>
}

type Options = { dataDir: string; log: (line: string) => void; settings?: Record<string, string> }

type Host = { cluster: Cluster; logFile: string; settings: Record<string, string>; port: number; isOurs: boolean }

const DATABASE = 'watek'

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  // An update copies the running database, which needs this WAL level.
  wal_level: 'replica',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  log_checkpoints: 'off',
}

const KEEPER_NAME = 'watek keeper '

/** Milliseconds to retry a start, which fails while processes of a killed database still exit or the port is taken. */
const REFUSAL_TIMEOUT_MS = 60_000
const MAX_FAILED_STARTS = 3
const RETRY_INTERVAL_MS = 50
const DEAD_SESSION_TIMEOUT_MS = 1000

/** Starts PostgreSQL or joins a running one, and restarts it when it dies. @throws EmbeddedPostgresError */
export async function startEmbeddedPostgres({ dataDir, log, settings = {} }: Options): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(dataDir, log)
  const logFile = join(dataDir, 'postgres.log')
  const host: Host = { cluster, logFile, settings: { ...SETTINGS, ...settings }, port: 0, isOurs: false }
  let keeper: postgres.Sql | null = null
  let reviving: Promise<void> = Promise.resolve()
  let stopped: Promise<void> | null = null

  /** Keeps a connection whose lock marks this process as a user of the database; if it ends, the database has died. */
  const enter = async (): Promise<boolean> => {
    for (;;) {
      const adopted = await attach(host)
      const session = connect(host, host.port, () => {
        if (keeper === session && !stopped) reviving = revive()
      })
      if (await succeeds(session`select pg_advisory_lock_shared(${ADVISORY_LOCKS.localDatabase})`)) {
        keeper = session
        return adopted
      }
      await session.end({ timeout: 1 })
    }
  }

  const revive = async (): Promise<void> => {
    keeper = null
    log('The database went away; starting it again')
    while (!stopped) {
      try {
        await enter()
        log('The database is back')
        return
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await Bun.sleep(1000)
      }
    }
  }

  const stop = async (): Promise<void> => {
    await reviving
    // The exclusive lock is held until the database has stopped, so that no starting process joins it meanwhile.
    if (await isLastUser(keeper)) await shutDown(cluster.folder, log)
    await keeper?.end({ timeout: 1 })
  }

  const adopted = await enter().catch(async (error) => {
    if (host.isOurs) await shutDown(cluster.folder, log)
    throw error
  })
  const url = urlOf(host, host.port, DATABASE)
  await ensureDatabase(url)
  return { url, adopted, stop: () => (stopped ??= stop()) }
}

export async function ensureDatabase(url: string): Promise<void> {
  const server = new URL(url)
  const name = decodeURIComponent(server.pathname.slice(1))
  server.pathname = '/postgres'
  const sql = postgres(server.href, { max: 1, onnotice: () => {} })
  try {
    const found = await sql`select 1 from pg_database where datname = ${name}`
    if (found.length === 0) await sql`create database ${sql(name)}`
  } catch (error) {
    const createdMeanwhile = ['42P04', '23505'].includes((error as postgres.PostgresError).code)
    if (!createdMeanwhile) throw error
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function attach(host: Host): Promise<boolean> {
  const { folder } = host.cluster
  const deadline = Date.now() + REFUSAL_TIMEOUT_MS
  let failures = 0
  for (;;) {
    const found = await readPidFile(folder)
    const running = found !== null && runsCluster(found.pid, folder)
    if (running && found.ready && (await answers(host, found.port))) {
      if (host.port && host.port !== found.port) {
        throw new EmbeddedPostgresError(`The database of ${folder} runs on another port now: start this program again.`)
      }
      host.port = found.port
      return true
    }
    if (!running) {
      if (found && isAlive(found.pid)) await deleteStalePidFile(folder, found.pid)
      const port = host.port || (failures === 0 && found?.port) || (await freePort())
      // An update may have changed the major version of PostgreSQL.
      const binaries = await matchingBinaries(host.cluster, () => {})
      const outcome = await launch({ ...host.cluster, binaries, logFile: host.logFile, settings: host.settings, port })
      if (outcome.kind === 'ready') {
        host.port = port
        host.isOurs = true
        return false
      }
      if (outcome.kind === 'failed') failures += 1
      if (failures === MAX_FAILED_STARTS) {
        throw new EmbeddedPostgresError(`PostgreSQL did not start: ${outcome.reason} (more in ${host.logFile})`)
      }
    }
    if (Date.now() > deadline && !(running && !found.ready)) {
      throw new EmbeddedPostgresError(`PostgreSQL does not answer (more in ${host.logFile}).`)
    }
    await Bun.sleep(RETRY_INTERVAL_MS)
  }
}

async function answers(host: Host, port: number): Promise<boolean> {
  const sql = connect(host, port)
  try {
    const [row] = await sql`select current_setting('data_directory') as folder`
    return row?.folder === host.cluster.folder
  } catch (error) {
    if ((error as postgres.PostgresError).code !== '28P01') return false
    throw new EmbeddedPostgresError(
      `The database of ${host.cluster.folder} refuses the password in ${host.cluster.passwordFile}: put the ` +
        'right one there.',
    )
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** The pid file of a PostgreSQL that has exited would prevent a start if another process has that id now. */
async function deleteStalePidFile(folder: string, pid: number): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  const aside = join(folder, `postmaster.pid.stale-${randomUUID()}`)
  const taken = await rename(file, aside).then(
    () => true,
    () => false,
  )
  if (!taken) return
  const lines = await Bun.file(aside).text()
  if (Number(lines.split('\n')[0]) === pid) await Bun.file(aside).delete()
  else await rename(aside, file)
}

/** Exchanges the shared lock for the exclusive one; returns false if another process uses the database. */
async function isLastUser(keeper: postgres.Sql | null): Promise<boolean> {
  if (!keeper) return true
  try {
    await keeper`select pg_advisory_unlock_shared(${ADVISORY_LOCKS.localDatabase})`
    for (
      const deadline = Date.now() + DEAD_SESSION_TIMEOUT_MS;
      Date.now() < deadline;
      await Bun.sleep(RETRY_INTERVAL_MS)
    ) {
      const [row] = await keeper`select pg_try_advisory_lock(${ADVISORY_LOCKS.localDatabase}) as alone`
      if (row?.alone === true) return true
      const others = await keeper<{ application_name: string }[]>`
        select application_name from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and classid = 0 and objid = ${ADVISORY_LOCKS.localDatabase} and objsubid = 1
        and granted and pid <> pg_backend_pid()`
      if (others.some(({ application_name }) => isAlive(Number(application_name.replace(KEEPER_NAME, '')))))
        return false
    }
  } catch {}
  return true
}

function connect(host: Host, port: number, onclose?: () => void): postgres.Sql {
  return postgres(urlOf(host, port, 'postgres'), {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: `${KEEPER_NAME}${process.pid}` },
    ...(onclose && { onclose }),
  })
}

type Beside = {
  url: string
  stop: () => Promise<void>
  /** Kills the database without a checkpoint; its data may be lost. */
  end: () => Promise<void>
}

/** Starts a second database with the same password and binaries; its `folder` is beside the first database's. */
export async function startBeside(dataDir: string, folder: string): Promise<Beside> {
  const parts = { ...(await prepareParts(dataDir, () => {})), folder }
  const cluster = { ...parts, binaries: await matchingBinaries(parts, () => {}) }
  const port = await freePort()
  const outcome = await launch({ ...cluster, logFile: join(dataDir, 'postgres-beside.log'), settings: SETTINGS, port })
  if (outcome.kind !== 'ready') throw new EmbeddedPostgresError(`PostgreSQL did not start: ${outcome.reason}`)
  const end = async () => {
    const found = await readPidFile(folder)
    if (found) await endAtOnce(found.pid, folder)
  }
  return { url: urlOf({ cluster }, port, DATABASE), end, stop: () => shutDown(folder, () => {}) }
}

function urlOf({ cluster }: Pick<Host, 'cluster'>, port: number, database: string): string {
  return `postgres://${ROLE}:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/${database}`
}

function succeeds(query: PromiseLike<unknown>): Promise<boolean> {
  return Promise.resolve(query).then(
    () => true,
    () => false,
  )
}
