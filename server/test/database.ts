import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import postgres from 'postgres'
import manifest from '../../package.json' with { type: 'json' }
import { createDb, type Database } from '#server/db/driver/client.ts'
import { migrate, MIGRATIONS } from '#server/db/migrate.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'

export type TestDatabase = Database & { url: string; drop(): Promise<void> }

const LEFTOVER_AGE = 3_600

/** Copies a template in about 10 ms; without TEST_DATABASE_URL a PostgreSQL runs as long as the test process. */
export async function createTestDatabase({ max = 10 }: { max?: number } = {}): Promise<TestDatabase> {
  const server = (process.env.TEST_DATABASE_URL ??= await startHost())
  const template = await ensureTemplate(server)
  const name = `test_${Math.floor(Date.now() / 1000)}_${crypto.randomUUID().slice(0, 8)}`
  await withServer(server, (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`)
  const url = withName(server, name)
  const database = createDb(url, { max })
  const drop = async () => {
    await database.close()
    await withServer(server, (sql) => sql`drop database if exists ${sql(name)} with (force)`)
  }
  return { ...database, url, drop }
}

/** Also drops stale databases. */
export async function ensureTemplate(server: string): Promise<string> {
  const name = `template_${hashMigrations()}`
  await withServer(server, async (sql) => {
    await sql`select pg_advisory_lock(${ADVISORY_LOCKS.testTemplate})`
    await clearLeftovers(sql)
    const [complete] = await sql`select 1 from pg_database where datname = ${name} and datistemplate`
    if (complete) return
    await clearTemplates(sql)
    await sql`create database ${sql(name)}`
    await migrate(withName(server, name))
    await sql`alter database ${sql(name)} with is_template true allow_connections false`
  })
  return name
}

/** Drops the databases of killed test runs. */
async function clearLeftovers(sql: postgres.Sql): Promise<void> {
  const old = Math.floor(Date.now() / 1000) - LEFTOVER_AGE
  const rows = await sql<{ datname: string }[]>`
    select datname from pg_database where datname ~ '^test_[0-9]+_' and split_part(datname, '_', 2)::bigint < ${old}`
  for (const { datname } of rows) await sql`drop database ${sql(datname)} with (force)`
}

/** Drops incomplete templates and those of other migrations. */
async function clearTemplates(sql: postgres.Sql): Promise<void> {
  const rows = await sql<
    { datname: string }[]
  >`select datname from pg_database where datname ~ '^template_[0-9a-f]{12}$'`
  for (const { datname } of rows) {
    await sql`alter database ${sql(datname)} with is_template false`
    await sql`drop database ${sql(datname)} with (force)`
  }
}

function hashMigrations(): string {
  const hasher = new Bun.CryptoHasher('sha256').update(manifest.dependencies['graphile-worker'])
  for (const { hash } of readMigrationFiles({ migrationsFolder: MIGRATIONS })) hasher.update(hash)
  return hasher.digest('hex').slice(0, 12)
}

async function withServer<T>(url: string, run: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
  const sql = postgres(withName(url, 'postgres'), { max: 1, fetch_types: false, onnotice: () => {} })
  try {
    return await run(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function withName(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** `bun test` has no exit hook in which to stop a database, so the host process stops when its stdin closes. */
function startHost(): Promise<string> {
  const host = spawn(process.execPath, [join(import.meta.dir, 'database-host.ts')], {
    cwd: resolve(import.meta.dir, '../..'),
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  host.unref()
  return new Promise((resolve, reject) => {
    host.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()))
    host.once('exit', () => reject(new Error('The test database did not start')))
  })
}
