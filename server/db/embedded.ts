import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import postgres from 'postgres'
import { prepareCluster, ROLE, EmbeddedPostgresError, type Cluster } from './cluster.ts'
import { isAlive, launch, readPidFile, runsCluster, shutDown } from './postmaster.ts'

export { EmbeddedPostgresError }

export type EmbeddedPostgres = {
  /** The connection string of the database `watek`. It stays true when the database has to be started again. */
  url: string
  /** Whether it ran already: left by a killed server, or in use by another process of ours. */
  adopted: boolean
  /** Stops it, unless another process of ours uses it still: the last one stops it. */
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  log: (line: string) => void
  /** PostgreSQL settings beyond the usual ones, for example `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>
}

/** A running database as this process knows it; a port of 0 is not chosen yet, `isOurs` that this process started it. */
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
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  log_checkpoints: 'off',
}

/** Who uses the database holds this advisory lock shared; who gets it alone is the last one. */
const IN_USE = 7_305_001
/** The name of a session that holds it, before the number of its process. */
const KEEPER = 'watek keeper '

/** How long a start may be refused (the killed predecessor's processes are leaving, the port is taken), in ms. */
const REFUSAL_LIMIT = 60_000
const FAILED_STARTS = 3
const RETRY_EVERY = 50

/**
 * Starts the PostgreSQL of DATA_DIR, or joins the one that runs there, and starts it again on the same port when it
 * dies. Several processes may do so at once.
 * @throws EmbeddedPostgresError with one sentence that says what to do
 */
export async function startEmbeddedPostgres({ dataDir, log, settings = {} }: Options): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(dataDir, log)
  const logFile = join(dataDir, 'postgres.log')
  const host: Host = { cluster, logFile, settings: { ...SETTINGS, ...settings }, port: 0, isOurs: false }
  let keeper: postgres.Sql | null = null
  let reviving: Promise<void> = Promise.resolve()
  let stopped: Promise<void> | null = null

  /** Attaches, and keeps one connection whose lock says that we use the database and whose end says that it died. */
  const enter = async (): Promise<boolean> => {
    for (;;) {
      const adopted = await attach(host)
      const session = connect(host, host.port, () => {
        if (keeper === session && !stopped) reviving = revive()
      })
      if (await succeeds(session`select pg_advisory_lock_shared(${IN_USE})`)) {
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
    const alone = await isLastUser(keeper)
    await keeper?.end({ timeout: 1 })
    if (alone) await shutDown(cluster.folder, log)
  }

  const adopted = await enter().catch(async (error) => {
    if (host.isOurs) await shutDown(cluster.folder, log)
    throw error
  })
  const url = urlOf(host, host.port, DATABASE)
  await ensureDatabase(url)
  return { url, adopted, stop: () => (stopped ??= stop()) }
}

/** Creates the database that the connection string names, where it is missing. Needs the right to do so. */
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

/** Joins the running database of the folder, or starts it; sets the host's port and says whether it ran already. */
async function attach(host: Host): Promise<boolean> {
  const { folder } = host.cluster
  const deadline = Date.now() + REFUSAL_LIMIT
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
      if (found && isAlive(found.pid)) await dismissPidFile(folder, found.pid)
      const port = host.port || (failures === 0 && found?.port) || (await freePort())
      const outcome = await launch({ ...host.cluster, logFile: host.logFile, settings: host.settings, port })
      if (outcome.kind === 'ready') {
        host.port = port
        host.isOurs = true
        return false
      }
      if (outcome.kind === 'failed') failures += 1
      if (failures === FAILED_STARTS) {
        throw new EmbeddedPostgresError(`PostgreSQL did not start: ${outcome.reason} (more in ${host.logFile})`)
      }
    }
    // A database that recovers from a crash is running and not ready: that may take as long as it needs.
    if (Date.now() > deadline && !(running && !found.ready)) {
      throw new EmbeddedPostgresError(`PostgreSQL does not answer (more in ${host.logFile}).`)
    }
    await Bun.sleep(RETRY_EVERY)
  }
}

/** Whether the server on this port lets us in and serves our folder. */
async function answers(host: Host, port: number): Promise<boolean> {
  const sql = connect(host, port)
  try {
    const [row] = await sql`select current_setting('data_directory') as folder`
    return row?.folder === host.cluster.folder
  } catch (error) {
    if ((error as postgres.PostgresError).code !== '28P01') return false
    throw new EmbeddedPostgresError(
      `The database of ${host.cluster.folder} refuses the password in ${host.cluster.passwordFile}: put the right one there.`,
    )
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/**
 * Puts away the pid file of a database that is gone and whose number another process bears now: PostgreSQL would
 * refuse to start. Looks again after taking it, since another of our processes may have started the database meanwhile.
 */
async function dismissPidFile(folder: string, pid: number): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  const aside = join(folder, `postmaster.pid.stale-${randomUUID()}`)
  const taken = await rename(file, aside).then(() => true, () => false)
  if (!taken) return
  const lines = await Bun.file(aside).text()
  if (Number(lines.split('\n')[0]) === pid) await Bun.file(aside).delete()
  else await rename(aside, file)
}

/**
 * Gives our share of the lock back and tries to have it alone. A database that is gone has no other user, and neither
 * is a process that died while its session is still closing.
 */
async function isLastUser(keeper: postgres.Sql | null): Promise<boolean> {
  if (!keeper) return true
  try {
    await keeper`select pg_advisory_unlock_shared(${IN_USE})`
    const [row] = await keeper`select pg_try_advisory_lock(${IN_USE}) as alone`
    if (row?.alone === true) return true
    const others = await keeper<{ application_name: string }[]>`
      select application_name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = 0 and objid = ${IN_USE} and objsubid = 1 and granted and pid <> pg_backend_pid()`
    return !others.some(({ application_name }) => isAlive(Number(application_name.replace(KEEPER, ''))))
  } catch {
    return true
  }
}

function connect(host: Host, port: number, onclose?: () => void): postgres.Sql {
  return postgres(urlOf(host, port, 'postgres'), {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: `${KEEPER}${process.pid}` },
    ...(onclose && { onclose }),
  })
}

function urlOf(host: Host, port: number, database: string): string {
  return `postgres://${ROLE}:${encodeURIComponent(host.cluster.password)}@127.0.0.1:${port}/${database}`
}

function succeeds(query: PromiseLike<unknown>): Promise<boolean> {
  return Promise.resolve(query).then(() => true, () => false)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
