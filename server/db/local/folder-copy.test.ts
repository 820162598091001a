import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startBeside, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'
import { canCopy, copyDatabase, copyOf, putBackDatabase, removeCopy } from './folder-copy.ts'
import { run } from './system-user.ts'

let root: string
let dataDir: string
let database: EmbeddedPostgres
let sql: postgres.Sql

const start = () => startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } })
const connect = (url: string) => postgres(url, { max: 1, onnotice: () => {} })
const count = async (where: postgres.Sql) => Number((await where`select count(*) from kept`)[0]!.count)
const remains = async () => (await readdir(dataDir)).filter((name) => /before|failed/.test(name))

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'watek-folder-copy-'))
  await run('chmod', ['755', root], { user: null })
  dataDir = join(root, 'data')
  database = await start()
  sql = connect(database.url)
  await sql`create table kept (id int primary key)`
})

beforeEach(async () => {
  await sql`truncate kept`
  await sql`insert into kept select generate_series(1, 1000)`
})

afterAll(async () => {
  await sql.end()
  await database.stop()
  await rm(root, { recursive: true, force: true })
})

/** Waits until this process has restarted the database at the same URL; returns the number of rows. */
async function untilBack(): Promise<number> {
  for (;;) {
    const found = await count(sql).catch(() => null)
    if (found !== null) return found
    await Bun.sleep(50)
  }
}

test('RUN-10 a copied database folder has everything written until the server stopped, and nothing later', async () => {
  expect(await canCopy(sql)).toBe(true)
  await copyDatabase(dataDir, database.url, 'aa', async () => {
    await sql`insert into kept select generate_series(1001, 50000)`
  })
  await sql`insert into kept values (0)`
  const copy = await startBeside(dataDir, await copyOf(dataDir, 'aa'))
  const inCopy = connect(copy.url)
  expect(await count(inCopy)).toBe(50_000)
  await inCopy.end()
  expect(await count(sql)).toBe(50_001)
  await copy.end()
  await removeCopy(dataDir, 'aa')
  expect(await remains()).toEqual([])
})

test('RUN-10 restoring the copied folder brings the database back at the same URL', async () => {
  await copyDatabase(dataDir, database.url, 'bb', async () => {})
  await sql`drop table kept`
  await putBackDatabase(dataDir, 'bb')
  expect(await untilBack()).toBe(1_000)
  expect(await remains()).toEqual([])
  await sql`delete from kept where id > 500`
  await putBackDatabase(dataDir, 'bb')
  expect(await count(sql)).toBe(500)
})

test('RUN-10 an unfinished copy of the folder cannot be restored and is removed', async () => {
  const broken = copyDatabase(dataDir, database.url, 'cc', async () => {
    throw new Error('killed')
  })
  await expect(broken).rejects.toThrow('killed')
  await putBackDatabase(dataDir, 'cc')
  expect(await count(sql)).toBe(1_000)
  expect(await remains()).toEqual(['postgres.before-cc.part'])
  await removeCopy(dataDir, 'cc')
  expect(await remains()).toEqual([])
})

test('RUN-10 removing a copied folder stops a database left running on it', async () => {
  await copyDatabase(dataDir, database.url, 'dd', async () => {})
  const left = await startBeside(dataDir, await copyOf(dataDir, 'dd'))
  await removeCopy(dataDir, 'dd')
  await expect(count(connect(left.url))).rejects.toThrow()
  expect(await remains()).toEqual([])
})

test('RUN-10 an interrupted restore is continued, and no start creates an empty database meanwhile', async () => {
  await copyDatabase(dataDir, database.url, 'ee', async () => {})
  await sql`drop table kept`
  await sql.end()
  await database.stop()
  const folder = join(dataDir, 'postgres')
  // This is the state after a kill between the two renames.
  await rename(folder, join(dataDir, 'postgres.failed-ee'))
  await expect(start()).rejects.toThrow('watek start')
  await putBackDatabase(dataDir, 'ee')
  database = await start()
  sql = connect(database.url)
  expect(await count(sql)).toBe(1_000)
  expect(await remains()).toEqual([])
})
