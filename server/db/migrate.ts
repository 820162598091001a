import { resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { ConfigError } from '#server/config.ts'
import { primaryUrl } from '#server/db/driver/primary.ts'
import { migrateJobs } from '#server/jobs/migrate.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'

export const MIGRATIONS = resolve(import.meta.dir, '../../drizzle')

/** `RETURNING old`, by which votes are counted, came with PostgreSQL 18. */
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
    await applyMigrations(drizzle(sql), { migrationsFolder })
    await migrateJobs(url)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
