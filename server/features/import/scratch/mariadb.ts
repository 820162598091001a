import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SQL } from 'bun'
import { freePort } from '#server/lib/free-port.ts'
import { runProgram } from '#server/lib/programs.ts'
import { ImportError } from '../map.ts'
import type { Scratch } from './postgres.ts'

/** The database server program is often outside of PATH. */
const FURTHER = '/usr/sbin:/usr/local/sbin:/usr/libexec:/opt/homebrew/bin'
const START_TIMEOUT_MS = 60_000
const END_TIMEOUT_MS = 30_000
const DATABASE = 'former'

type Programs = { server: string; install: string; client: string }

function findPrograms(): Programs {
  const find = (name: string) => Bun.which(name) ?? Bun.which(name, { PATH: FURTHER })
  const [server, install, client] = [find('mariadbd'), find('mariadb-install-db'), find('mariadb')]
  if (server && install && client) return { server, install, client }
  throw new ImportError(
    'A dump of MySQL or MariaDB is loaded into a scratch MariaDB, and none is installed here: install mariadb-server ' +
      '(it need not run), or load the dump into a server of yours and give --database mysql://...',
  )
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The process id alone proves nothing, because the id of an ended process may have been reused. */
const runsThere = async (pid: number, folder: string) =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(folder)

const numberIn = async (file: string) => Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10) || 0

/** Kills the database server left over from a killed import. Throws `ImportError` if another import is running. */
async function takeFolder(folder: string): Promise<void> {
  const owner = await numberIn(join(folder, 'owner'))
  if (owner !== process.pid && owner > 0 && isAlive(owner))
    throw new ImportError('Another import has loaded a dump: wait for its end.')
  const pid = await numberIn(join(folder, 'mariadbd.pid'))
  if (pid > 0 && (await runsThere(pid, folder))) {
    process.kill(pid, 'SIGKILL')
    while (isAlive(pid)) await Bun.sleep(50)
  }
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'owner'), `${process.pid}\n`)
}

async function waitUntilReady(child: ChildProcess, url: string, log: () => string): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS
  for (;;) {
    if (child.exitCode !== null || Date.now() > end)
      throw new ImportError(`The scratch MariaDB did not start: ${log().trim().split('\n').slice(-3).join(' ')}`)
    const sql = new SQL(url, { max: 1 })
    const isReady = await sql.unsafe('select 1').then(
      () => true,
      () => false,
    )
    await sql.close().catch(() => {})
    if (isReady) return
    await Bun.sleep(200)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  await Promise.race([ended, Bun.sleep(END_TIMEOUT_MS).then(() => child.kill('SIGKILL'))])
  await ended
}

async function loadInto(client: string, port: number, password: string, dump: Readable): Promise<string> {
  const { output: help } = await runProgram(client, ['--no-defaults', '--help'])
  const child = spawn(
    client,
    [
      '--no-defaults',
      // Sandbox mode prevents a dump from running shell commands.
      ...(help.includes('--sandbox') ? ['--sandbox'] : []),
      '--protocol=tcp',
      '--host=127.0.0.1',
      `--port=${port}`,
      `--user=${DATABASE}`,
      '--default-character-set=utf8mb4',
      '--max-allowed-packet=1G',
      '--force',
      DATABASE,
    ],
    { env: { MYSQL_PWD: password }, stdio: ['pipe', 'ignore', 'pipe'] },
  )
  let failures = ''
  child.stderr.on('data', (chunk: Buffer) => {
    if (failures.length < 10_000) failures += chunk.toString()
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  })
  await Promise.all([
    ended,
    pipeline(dump, child.stdin).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    }),
  ])
  return failures
}

/** The only account of the started server has access to nothing but the dump's database. */
export async function loadIntoMariadb(
  dataDir: string,
  dump: Readable,
  print: (line: string) => void,
): Promise<Scratch> {
  const programs = findPrograms()
  const folder = join(dataDir, 'import-mariadb')
  await takeFolder(folder)
  const data = join(folder, 'data')
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : []
  const made = await runProgram(programs.install, [
    '--no-defaults',
    `--datadir=${data}`,
    '--skip-test-db',
    '--skip-log-bin',
    ...asRoot,
  ])
  if (made.code !== 0) throw new ImportError(`The scratch MariaDB could not be made: ${made.output.trim().slice(-300)}`)
  const [port, password] = [await freePort(), crypto.randomUUID()]
  const start = join(folder, 'start.sql')
  await writeFile(
    start,
    `CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4;\n` +
      `CREATE USER '${DATABASE}'@'127.0.0.1' IDENTIFIED BY '${password}';\n` +
      `GRANT ALL ON ${DATABASE}.* TO '${DATABASE}'@'127.0.0.1';\n`,
    { mode: 0o600 },
  )
  const socket = join(tmpdir(), `watek-import-${process.pid}-${port}.sock`)
  const child = spawn(
    programs.server,
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--pid-file=${join(folder, 'mariadbd.pid')}`,
      `--socket=${socket}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--skip-log-bin',
      `--init-file=${start}`,
      // Strict mode is off, because old forums have zero dates and values that are too long.
      '--sql-mode=',
      '--max-allowed-packet=1G',
      '--innodb-buffer-pool-size=128M',
      '--innodb-flush-log-at-trx-commit=0',
      '--performance-schema=off',
      ...asRoot,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  child.on('error', (error) => (log += error.message))
  child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4_000)))
  const close = async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
    await rm(socket, { force: true })
  }
  try {
    const url = `mysql://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}`
    await waitUntilReady(child, url, () => log)
    const failures = await loadInto(programs.client, port, password, dump)
    if (failures !== '') print(`Not everything of the dump could be loaded: ${failures.trim().slice(0, 500)}`)
    return { url, close }
  } catch (error) {
    await close()
    throw error
  }
}
