import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { completeBinaries, packagedPostgres } from './postgres-binaries.ts'
import { readPidFile, runsCluster, shutDown } from './postmaster.ts'
import { run } from './system-user.ts'

const isRoot = process.getuid?.() === 0
const settings = { fsync: 'off' }
const lines: string[] = []
let onLine = (_line: string) => {}
const log = (line: string) => {
  lines.push(line)
  onLine(line)
}
let root: string
let dataDir: string

const start = (folder = dataDir) => startEmbeddedPostgres({ dataDir: folder, log, settings })

/** Starts another process that runs the database until its stdin closes, in its own process group. */
async function startElsewhere(folder = dataDir): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(import.meta.dir, '../../test/database-host.ts'), folder], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return { process: child, url: String(line).trim() }
}

async function endAbruptly(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function query<T>(url: string, text: string): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const [row] = await sql.unsafe(text)
    return row as T
  } finally {
    await sql.end()
  }
}

/** Opens a session in the database `postgres` that is named like the session of process `pid`. */
function sessionOf(url: string, pid: number): postgres.Sql {
  const server = new URL(url)
  server.pathname = '/postgres'
  return postgres(server.href, { max: 1, connection: { application_name: `watek keeper ${pid}` }, onnotice: () => {} })
}

/** Takes the shared lock that a server process holds while it uses the database, as if process `pid` did. */
async function holdAs(url: string, pid: number): Promise<postgres.Sql> {
  const session = sessionOf(url, pid)
  await session`select pg_advisory_lock_shared(${ADVISORY_LOCKS.localDatabase})`
  return session
}

const pidOf = async () => (await readPidFile(join(dataDir, 'postgres')))!.pid
const isRunning = async () => {
  const found = await readPidFile(join(dataDir, 'postgres'))
  return found !== null && runsCluster(found.pid, join(dataDir, 'postgres'))
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'watek-embedded-'))
  await run('chmod', ['755', root], { user: null })
  dataDir = join(root, 'data')
  await (await start()).stop()
})

afterEach(() => shutDown(join(dataDir, 'postgres'), log))

afterAll(() => rm(root, { recursive: true, force: true }))

describe('a new database', () => {
  test('a new database stores UTF-8, sorts by a fixed locale and listens on this machine only', async () => {
    const { url, adopted, stop } = await start()
    expect(adopted).toBe(false)
    expect(
      await query<object>(
        url,
        `select current_setting('server_encoding') as encoding, datlocprovider as provider, datlocale as locale,
           current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
           current_setting('server_version_num')::int / 10000 as version, current_database() as name
         from pg_database where datname = current_database()`,
      ),
    ).toEqual({
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
      addresses: '127.0.0.1',
      sockets: '',
      version: 18,
      name: 'watek',
    })
    await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(
      'password authentication failed',
    )
    await stop()
  })

  test('the password of a new database is readable by its owner only', async () => {
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
  })

  test('a new database is created once where several processes start together on an empty folder', async () => {
    const folder = join(root, 'together')
    const all = await Promise.all([start(folder), startElsewhere(folder), startElsewhere(folder)])
    expect(new Set(all.map(({ url }) => url)).size).toBe(1)
    expect(all[0].url).toContain('@127.0.0.1:')
    all[1].process.stdin?.end()
    all[2].process.stdin?.end()
    await Promise.all([once(all[1].process, 'exit'), once(all[2].process, 'exit')])
    await all[0].stop()
    expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres-password', 'postgres.log'])
  })

  test('a new database is created again where an earlier process died while creating it', async () => {
    const folder = join(root, 'half')
    const { pid } = Bun.spawnSync(['true'])
    await mkdir(join(folder, `postgres.new-${pid}-abandoned`), { recursive: true })
    await writeFile(join(folder, `postgres.new-${pid}-abandoned`, 'PG_VERSION'), '18\n')
    const { url, stop } = await start(folder)
    expect(await query<object>(url, 'select 1 as one')).toEqual({ one: 1 })
    await stop()
    expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres-password', 'postgres.log'])
  })
})

describe('an existing database', () => {
  test('an existing database is started with its data and stopped with the server', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 7 as value')
    await first.stop()
    expect(await isRunning()).toBe(false)
    const second = await start()
    expect(await query<object>(second.url, 'select value from kept')).toEqual({ value: 7 })
    await second.stop()
  })

  test('an existing database left running by a killed server is taken over', async () => {
    const killed = await startElsewhere()
    await endAbruptly(killed.process)
    const { url, adopted, stop } = await start()
    expect({ url, adopted }).toEqual({ url: killed.url, adopted: true })
    await stop()
    expect(await isRunning()).toBe(false)
  })

  test('an existing database starts again when server and database were killed', async () => {
    const killed = await startElsewhere()
    await query(killed.url, 'create table acknowledged as select 1 as value')
    process.kill(await pidOf(), 'SIGKILL')
    await endAbruptly(killed.process)
    const { url, stop } = await start()
    expect(await query<object>(url, 'select value from acknowledged')).toEqual({ value: 1 })
    await stop()
  })

  test('an existing database starts although another process reuses the pid of the dead one', async () => {
    const other = spawn('sleep', ['60'])
    await writeFile(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${other.pid}\n${dataDir}/postgres\n0\n0\n\n127.0.0.1\n\nready\n`,
    )
    const { adopted, stop } = await start()
    expect(adopted).toBe(false)
    await stop()
    other.kill()
  })

  test('an existing database is stopped by the last of the processes that use it', async () => {
    const first = await start()
    const second = await startElsewhere()
    await first.stop()
    expect(await query<object>(second.url, 'select 1 as one')).toEqual({ one: 1 })
    second.process.stdin?.end()
    await once(second.process, 'exit')
    expect(await isRunning()).toBe(false)
  })

  test('a database is stopped by the last process, even if the connection of a killed one still exists', async () => {
    const { url, stop } = await start()
    const { pid } = Bun.spawnSync(['true'])
    // Simulates the session of a killed process, because a real one would be closed before the test can use it.
    const session = await holdAs(url, pid)
    await stop()
    expect(await isRunning()).toBe(false)
    await session.end()
  })

  test('a starting process does not connect to a database that is being stopped', async () => {
    const { url, stop } = await start()
    const session = sessionOf(url, process.pid)
    await session`select 1`
    // Waits until a stopping process has the exclusive lock, then takes the shared lock as a starting process does.
    const taking = session
      .unsafe(`do $$ begin
      loop exit when exists (select from pg_locks where locktype = 'advisory' and objid
        = ${ADVISORY_LOCKS.localDatabase} and mode = 'ExclusiveLock'); end loop;
      perform pg_advisory_lock_shared(${ADVISORY_LOCKS.localDatabase});
      raise log 'entered %', 'late';
    end $$`)
      .catch(() => {})
    await stop()
    await taking
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('entered late')
    expect(await isRunning()).toBe(false)
    await session.end({ timeout: 1 })
  })

  test('a database is not stopped if another process connects while its stop waits for a killed one', async () => {
    const { url, stop } = await start()
    const killed = await holdAs(url, Bun.spawnSync(['true']).pid)
    const stopping = stop()
    await Bun.sleep(100)
    const session = await holdAs(url, process.pid)
    await killed.end()
    await stopping
    expect(await isRunning()).toBe(true)
    await session.end()
  })

  test('a database keeps running while the last connection belongs to a living process', async () => {
    const { url, stop } = await start()
    const session = await holdAs(url, process.pid)
    await stop()
    expect(await isRunning()).toBe(true)
    await session.end()
  })

  test('a start with a wrong database password fails, names the password file and stops the database', async () => {
    const file = join(dataDir, 'postgres-password')
    const right = await readFile(file)
    await writeFile(file, 'wrong')
    await expect(start()).rejects.toThrow(`refuses the password in ${file}`)
    expect(await isRunning()).toBe(false)
    await writeFile(file, right)
  })
})

describe('the database of a running server', () => {
  test('a killed database restarts at the same URL with all acknowledged writes', async () => {
    const { url, stop } = await start()
    await query(url, 'create table durable as select 3 as value')
    const killed = await pidOf()
    const back = new Promise<void>((resolve) => {
      onLine = (line) => line === 'The database is back' && resolve()
    })
    process.kill(killed, 'SIGKILL')
    await back
    expect(await pidOf()).not.toBe(killed)
    expect(await query<object>(url, 'select value from durable')).toEqual({ value: 3 })
    await stop()
  })

  test('Ctrl-C in the terminal lets the server stop the database', async () => {
    const server = await startElsewhere()
    process.kill(-server.process.pid!, 'SIGINT')
    expect(await query<object>(server.url, 'select 1 as one')).toEqual({ one: 1 })
    server.process.stdin?.end()
    await once(server.process, 'exit')
    expect(await isRunning()).toBe(false)
  })
})

test('a PostgreSQL package installed without install scripts gets the missing links of its libraries', async () => {
  const folder = join(root, 'package')
  const native = join(folder, 'native')
  await cp(packagedPostgres()!, native, {
    recursive: true,
    filter: (file) => !/\.so\.\d+$|\.so$/.test(file) || !/libicu/.test(file),
  })
  expect((await run(join(native, 'bin/postgres'), ['--version'], { user: null })).code).not.toBe(0)
  await completeBinaries(native)
  expect((await run(join(native, 'bin/postgres'), ['--version'], { user: null })).output).toContain('(PostgreSQL) 18')
})

test.skipIf(!isRoot)(
  'root stores the database elsewhere when its user cannot enter DATA_DIR, and records the path',
  async () => {
    const closed = join(root, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const folder = join(closed, 'data')
    const first = await start(folder)
    await query(first.url, 'create table here as select 5 as value')
    await first.stop()
    const second = await start(folder)
    expect(await query<object>(second.url, 'select value from here')).toEqual({ value: 5 })
    await second.stop()
    const place = dirname(await readlink(join(folder, 'postgres')))
    expect(lines.join('\n')).toContain(`The database lies in ${place}`)
    await rm(place, { recursive: true })
  },
)
