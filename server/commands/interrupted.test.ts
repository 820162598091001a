import { afterAll, beforeAll, expect, test } from 'bun:test'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { writeBackup } from '#server/db/backup/write.ts'
import { startEmbeddedPostgres } from '#server/db/local/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { readPidFile, runsCluster, shutDown } from '#server/db/local/postmaster.ts'
import { run } from '#server/db/local/system-user.ts'
import { createFolderStorage } from '#server/media/folder-storage.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createUser } from '#server/test/factories.ts'
import { ROOT } from './console.ts'

let root: string
const folders: string[] = []

async function newHome(name: string): Promise<string> {
  const home = join(root, name)
  folders.push(join(home, 'postgres'))
  return home
}

const databaseRuns = async (home: string) => {
  const folder = join(home, 'postgres')
  const found = await readPidFile(folder)
  return found !== null && runsCluster(found.pid, folder)
}

/** Starts a command in its own process group, as a terminal does. */
function start(home: string, ...args: string[]): ChildProcess & { said: () => string } {
  const { NODE_ENV: _, TEST_DATABASE_URL: __, ...env } = process.env
  const child = spawn(process.execPath, [join(ROOT, 'server/commands', args[0]!), ...args.slice(1)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, DATA_DIR: home },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      text += part.toString()
    })
  return Object.assign(child, { said: () => text })
}

const ended = async (child: ChildProcess): Promise<number | null> =>
  child.exitCode ?? ((await once(child, 'close')) as [number | null])[0]

/** Runs a command until it waits for a locked table as the only user of the database, then sends SIGINT. */
async function interrupt(
  home: string,
  table: string,
  program: string,
  ...args: string[]
): Promise<{ code: number | null; said: string }> {
  const database = await startEmbeddedPostgres({ dataDir: home, log: () => {}, settings: { fsync: 'off' } })
  await migrate(database.url)
  const sql = postgres(database.url, { max: 2, onnotice: () => {}, onclose: () => {} })
  await sql`insert into "user" (username, email) select 'Kasia', 'kasia@example.org' where ${program} = 'backup.ts'`
  const held = sql
    .begin(async (tx) => {
      await tx`lock table ${tx(table)} in access exclusive mode`
      await tx`select pg_sleep(60)`
    })
    .catch(() => {})
  const child = start(home, program, ...args)
  for (;;) {
    const [row] = await sql`select 1 from pg_stat_activity where application_name in ('watek backup', 'watek restore')
        and wait_event_type = 'Lock'`
    if (row || child.exitCode !== null) break
    await Bun.sleep(10)
  }
  await database.stop()
  process.kill(-child.pid!, 'SIGINT')
  const code = await ended(child)
  await held
  await sql.end({ timeout: 1 })
  return { code, said: child.said() }
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'watek-interrupted-'))
  await run('chmod', ['755', root], { user: null })
})

afterAll(async () => {
  for (const folder of folders) await shutDown(folder, () => {})
  await rm(root, { recursive: true, force: true })
})

test('Ctrl-C during a backup stops the database that it started and leaves no file; the next succeeds', async () => {
  const home = await newHome('forum')
  const whole = join(root, 'whole.tar.zst')
  const { code, said } = await interrupt(home, 'vote', 'backup.ts', join(root, 'backups/cut.tar.zst'))
  expect([code, said.split('\n').at(-2)]).toEqual([130, 'Interrupted'])
  expect(await databaseRuns(home)).toBe(false)
  expect(await readdir(join(root, 'backups'))).toEqual([])
  expect(await ended(start(home, 'backup.ts', whole))).toBe(0)
  expect([await databaseRuns(home), await Bun.file(whole).exists()]).toEqual([false, true])
})

test('Ctrl-C during a restore stops its database and leaves it empty for the next restore', async () => {
  const home = await newHome('again')
  const whole = join(root, 'of-another.tar.zst')
  const forum = await createTestDatabase()
  await createUser(forum.db)
  await writeBackup({
    url: forum.url,
    media: createFolderStorage(join(root, 'media')),
    file: whole,
    print: () => {},
  }).finally(forum.drop)
  const { code, said } = await interrupt(home, 'vote', 'restore.ts', whole)
  expect([code, said.split('\n').at(-2)]).toEqual([130, 'Interrupted'])
  expect(await databaseRuns(home)).toBe(false)
  const again = start(home, 'restore.ts', whole)
  expect([await ended(again), again.said().includes('Restored what was backed up at')]).toEqual([0, true])
  expect(await databaseRuns(home)).toBe(false)
})
