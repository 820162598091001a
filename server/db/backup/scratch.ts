import postgres from 'postgres'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { BackupError } from './archive.ts'

/* A scratch database has the OID of the forum's database in its name, since several forums may share a server. */

const NAME = 'watek_proof_'

const connect = (url: string) =>
  postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: 'watek proof' },
  })

const ownPrefix = async (sql: postgres.Sql): Promise<string> => {
  const [row] = await sql<{ id: string }[]>`
    select oid::text as id from pg_database where datname = current_database()`
  return `${NAME}${row!.id}_`
}

async function leftovers(sql: postgres.Sql): Promise<string[]> {
  const prefix = await ownPrefix(sql)
  const rows = await sql<{ name: string }[]>`
    select datname as name from pg_database where starts_with(datname, ${prefix})`
  return rows.map(({ name }) => name)
}

/**
 * While `run` runs, no other process makes a scheduled backup or a trial restore. @throws BackupError if another one
 * holds the lock
 */
export async function withBackupLock<T>(url: string, run: () => Promise<T>): Promise<T> {
  const sql = connect(url)
  try {
    const [row] = await sql<{ is_ours: boolean }[]>`
      select pg_try_advisory_lock(${ADVISORY_LOCKS.backups}) as is_ours`
    if (!row!.is_ours) throw new BackupError('Another backup or proof is running.')
    return await run()
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Drops scratch databases of killed trial restores and returns their number; the caller holds the backup lock. */
export async function dropScratchDatabases(url: string): Promise<number> {
  const sql = connect(url)
  try {
    const names = await leftovers(sql)
    for (const name of names) await sql`drop database if exists ${sql(name)} with (force)`
    return names.length
  } finally {
    await sql.end({ timeout: 5 })
  }
}

export async function withScratchDatabase<T>(url: string, run: (scratchUrl: string) => Promise<T>): Promise<T> {
  const sql = connect(url)
  let name: string | null = null
  try {
    const wanted = `${await ownPrefix(sql)}${crypto.randomUUID().slice(0, 8)}`
    await sql`create database ${sql(wanted)}`.catch((error: unknown) => {
      if ((error as postgres.PostgresError).code !== '42501') throw error
      throw new BackupError(
        'The role of the database may not create the one that a backup is proved in: `alter role … createdb`.',
        { cause: error },
      )
    })
    name = wanted
    const scratch = new URL(url)
    scratch.pathname = `/${name}`
    return await run(scratch.href)
  } finally {
    if (name !== null) await sql`drop database if exists ${sql(name)} with (force)`.catch(() => {})
    await sql.end({ timeout: 5 })
  }
}
