import { resolve } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { ConfigError } from '#server/config.ts'
import { primaryUrl } from '#server/db/driver/primary.ts'
import { migrateJobs } from '#server/jobs/migrate.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'

export const MIGRATIONS = resolve(import.meta.dir, '../../drizzle')

/** PostgreSQL 18 is the first with `RETURNING old`, which vote counting uses. */
const OLDEST_VERSION = 180_000

export async function migrate(address: string, migrationsFolder = MIGRATIONS): Promise<void> {
  const url = await primaryUrl(address)
  const sql = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
  try {
    const [{ version } = { version: 0 }] = await sql<
      { version: number }[]
    >`select current_setting('server_version_num')::int as version`
    if (version < OLDEST_VERSION)
      throw new ConfigError('DATABASE_URL names a PostgreSQL older than 18; use version 18 or later.')
    await sql`select pg_advisory_lock(${ADVISORY_LOCKS.migration})`
    await refuseUnreleased(sql, migrationsFolder)
    await applyMigrations(drizzle(sql), { migrationsFolder })
    await migrateJobs(url)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Refuses databases that are older than the first release, because their migrations no longer exist. */
async function refuseUnreleased(sql: postgres.Sql, migrationsFolder: string): Promise<void> {
  const [first] = readMigrationFiles({ migrationsFolder })
  const [{ exists } = { exists: null }] = await sql`select to_regclass('drizzle.__drizzle_migrations') as exists`
  if (exists === null) return
  const [applied] = await sql`select hash from drizzle.__drizzle_migrations order by id limit 1`
  if (applied === undefined || applied.hash === first?.hash) return
  throw new ConfigError(
    'The database was made by a version from before the first release, and cannot be migrated. Begin with an ' +
      'empty one: remove DATA_DIR (data/ where it is not set), or name another database in DATABASE_URL.',
  )
}
