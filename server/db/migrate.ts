import { resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { ConfigError } from '#server/config.ts'
import { migrateJobs } from '#server/jobs/migrate.ts'

/** The generated SQL migrations and their journal. */
export const MIGRATIONS = resolve(import.meta.dir, '../../drizzle')

/** Of several processes that start at once, the one that holds this advisory lock migrates. */
const MIGRATING = 7_305_002

/** Votes are counted by what `RETURNING old` tells, which came with PostgreSQL 18. */
const OLDEST_VERSION = 180_000

/** Applies the migrations that the database lacks, all or none, on a connection of its own; then those of the job queue. */
export async function migrate(url: string, migrationsFolder = MIGRATIONS): Promise<void> {
  const sql = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
  try {
    const [{ version } = { version: 0 }] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`
    if (version < OLDEST_VERSION) throw new ConfigError('DATABASE_URL names a PostgreSQL older than 18; use version 18 or later.')
    await sql`select pg_advisory_lock(${MIGRATING})`
    await applyMigrations(drizzle(sql), { migrationsFolder })
    await migrateJobs(url)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
