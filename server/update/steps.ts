import { statfs } from 'node:fs/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import postgres from 'postgres'
import { ensureSecrets, loadConfig, type Config } from '#server/config.ts'
import { findMigrations } from '#server/db/backup/queries.ts'
import { writeBackup } from '#server/db/backup/write.ts'
import { restoreBackup } from '#server/db/backup/restore.ts'
import { ensureDatabase, startBeside } from '#server/db/local/embedded.ts'
import {
  canCopy,
  copyDatabase,
  copyOf,
  copyParent,
  exchangeDatabase,
  makeNext,
  putBackDatabase,
} from '#server/db/local/folder-copy.ts'
import { migrate, MIGRATIONS } from '#server/db/migrate.ts'
import { withDatabase } from '#server/commands/database.ts'
import { releaseOf, ReleaseError } from '#server/release/layout.ts'
import { PAUSED } from './machine.ts'
import { recoverUpdate } from './recover.ts'
import { checkCandidate, checkServer, hostOf } from './check.ts'
import { mayCreateDatabases, NO_MEDIA, restoreBeside, swapDatabases } from './swap.ts'
import { SPARE_BYTES, type Pending, type Rehearsed } from './update.ts'

/** The innermost cause has the database's own message. */
function reasonOf(error: unknown): string {
  let found = error
  while (found instanceof Error && found.cause instanceof Error) found = found.cause
  return (found instanceof Error ? found.message : String(found)).split('\n')[0]!
}

type Step = (url: string, args: string[], interrupted: AbortSignal) => Promise<string | void>

async function withSql<T>(url: string, use: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  return use(sql).finally(() => sql.end({ timeout: 2 }))
}

/** Returns missing migrations, the database's size, and whether its role may create databases. */
const pending = (root: string) => (url: string) =>
  withSql(url, async (sql) => {
    const applied = new Set((await findMigrations(sql)).map(({ hash }) => hash))
    const known = releaseOf(root)?.migrations ?? []
    const [size] = await sql<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`
    const answer: Pending = {
      migrations: known.filter(({ hash }) => !applied.has(hash)).map(({ name }) => name),
      database_bytes: Number(size!.bytes),
      may_create_databases: await mayCreateDatabases(sql),
    }
    return JSON.stringify(answer)
  })

/** Returns whether a database has migrations that this version lacks. */
const isNewer = (url: string) =>
  withSql(url, async (sql) => {
    const known = new Set(readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash))
    return String((await findMigrations(sql)).some(({ hash }) => !known.has(hash)))
  })

/** Returns what a rollback restores; 'none' if an earlier rollback left migrations in the database. */
const wayBack = (dataDir: string, isBuiltIn: boolean) => async (url: string) => {
  if ((await isNewer(url)) === 'true') return 'none'
  if (!isBuiltIn || !(await withSql(url, canCopy))) return 'backup'
  const { bavail, bsize } = await statfs(await copyParent(dataDir))
  const [size] = await withSql(
    url,
    (sql) => sql<{ bytes: string }[]>`
    select sum(pg_database_size(oid)) as bytes from pg_database`,
  )
  return bavail * bsize > Number(size!.bytes) + SPARE_BYTES ? 'copy' : 'backup'
}

/** Copies the database with all that members write until the forum becomes read-only, in the pause at `PAUSED`. */
const copy =
  (dataDir: string) =>
  (url: string, [id]: string[]) =>
    copyDatabase(dataDir, url, id!, async () => {
      process.stdout.write(`${PAUSED}\n`)
      const reader = Bun.stdin.stream().getReader()
      const { done } = await reader.read()
      reader.releaseLock()
      if (done) throw new ReleaseError('The update ended.')
    })

const rehearse =
  (env: NodeJS.ProcessEnv, config: Config) =>
  async (_: string, [id]: string[]) => {
    const { url, end } = await startBeside(config.dataDir, await copyOf(config.dataDir, id!))
    try {
      const startedAt = performance.now()
      await migrate(url)
      const answer: Rehearsed = {
        migrating_ms: performance.now() - startedAt,
        starting_ms: await checkCandidate(await ensureSecrets(config), url, env),
      }
      return JSON.stringify(answer)
    } finally {
      await end()
    }
  }

/** Restores the backup into this version's PostgreSQL, compares and migrates it, and checks this version. */
const convert =
  (env: NodeJS.ProcessEnv, config: Config) =>
  async (former: string, [id, file]: string[]) => {
    const { url, stop } = await startBeside(config.dataDir, await makeNext(config.dataDir, id!))
    try {
      await ensureDatabase(url)
      await restoreBackup({ url, media: NO_MEDIA, file: file!, print: () => {}, isProof: true })
      await migrate(url)
      await checkCandidate(await ensureSecrets(config), url, env)
      // The former database is killed later; after a checkpoint it starts more quickly, if a rollback needs it.
      await withSql(former, (sql) => sql`checkpoint`)
    } finally {
      await stop()
    }
  }

/** An update does not change uploaded files, so the backup has only the tables. */
async function backup(url: string, [file]: string[], interrupted: AbortSignal): Promise<void> {
  await writeBackup({ url, media: NO_MEDIA, file: file!, print: () => {}, interrupted })
}

const check =
  (env: NodeJS.ProcessEnv) =>
  async (url: string, [port]: string[]) => {
    const config = await ensureSecrets(loadConfig(env))
    if (port === undefined) await checkCandidate(config, url, env)
    else await checkServer({ port: Number(port), host: hostOf(config, Number(port)) }, url, config.sessionSecret)
  }

/** Each step runs in its own process with the code of one version. */
const stepsOf = (root: string, env: NodeJS.ProcessEnv, config: Config): Record<string, Step> => ({
  pending: pending(root),
  'is-newer': isNewer,
  'way-back': wayBack(config.dataDir, config.databaseUrl === null),
  copy: copy(config.dataDir),
  convert: convert(env, config),
  rehearse: rehearse(env, config),
  backup,
  migrate: (url) => migrate(url),
  check: check(env),
  restore: (url, [id, file]) => restoreBeside(url, id!, file!),
  swap: (url, [id]) => swapDatabases(url, id!),
})

type Call = { root: string; env: NodeJS.ProcessEnv; name: string; args: string[] }

export async function performStep({ root, env, name, args }: Call): Promise<number> {
  const config = loadConfig(env)
  const { dataDir } = config
  // These two steps stop the database themselves, so they run without opening it first.
  const exchange = { 'put-back': putBackDatabase, exchange: exchangeDatabase }[name]
  if (exchange) {
    await exchange(dataDir, args[0]!)
    return 0
  }
  if (name === 'recover') {
    await recoverUpdate({ home: env.WATEK_HOME!, dataDir, env, print: () => {} })
    return 0
  }
  const step = stepsOf(root, env, config)[name]
  if (!step) throw new ReleaseError(`There is no step ${name}.`)
  return withDatabase(
    config,
    () => {},
    async (url, interrupted) => {
      const output = await step(url, args, interrupted).catch((error: unknown) => {
        // The log of updates shows the message as the reason, so it must be a single line.
        throw new ReleaseError(reasonOf(error))
      })
      if (output !== undefined) process.stdout.write(`${output}\n`)
    },
  )
}
