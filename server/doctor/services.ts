import { RedisClient } from 'bun'
import { createTransport } from 'nodemailer'
import postgres from 'postgres'
import type { Config } from '#server/config.ts'
import { primaryUrl } from '#server/db/driver/primary.ts'
import { findMigrations } from '#server/db/backup/queries.ts'
import { MIGRATIONS } from '#server/db/migrate.ts'
import { openMediaStorage } from '#server/media/open-storage.ts'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { error, ok, reasonOf, warning, type Finding } from './finding.ts'

const TIMEOUT_MS = 5_000
const OLDEST_POSTGRES = 180_000
const CLOCK = { warning: 5_000, error: 60_000 }
/** Jobs overdue by more than these milliseconds show that no worker runs. */
const LATE_JOBS_MS = 15 * 60_000

async function withTimeout<T>(task: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error(`no answer within ${TIMEOUT_MS / 1_000} s`)), TIMEOUT_MS)
  return Promise.race([task, timeout.promise]).finally(() => clearTimeout(timer))
}

type Answers = { version: number; name: string; now: Date; may_extend: boolean }

/** `more` runs further checks on the same database connection. */
export async function checkDatabase(
  url: string,
  isBuiltIn: boolean,
  more: (sql: postgres.Sql) => Promise<Finding[]> = async () => [],
): Promise<Finding[]> {
  const advice = isBuiltIn ? 'Look into DATA_DIR/postgres.log.' : 'Set DATABASE_URL to a PostgreSQL that answers.'
  const sql = postgres(await primaryUrl(url), { max: 1, connect_timeout: TIMEOUT_MS / 1_000, onnotice: () => {} })
  try {
    const [answer] = await withTimeout(
      sql<Answers[]>`
        select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
          clock_timestamp() as now, has_database_privilege(current_database(), 'create') as may_extend`,
    )
    if (answer!.version < OLDEST_POSTGRES)
      return [error('database', `PostgreSQL ${answer!.name} is too old.`, 'Use version 18 or later.')]
    return [
      answer!.may_extend
        ? ok('database', `PostgreSQL ${answer!.name}${isBuiltIn ? ', the built-in one' : ''}.`)
        : error('database', 'The role may not create anything in the database.', 'Make it the owner of the database.'),
      clockOf(new Date(answer!.now)),
      ...(await checkSchema(sql)),
      ...(await checkJobs(sql)),
      ...(await more(sql)),
    ]
  } catch (thrown) {
    return [error('database', `The database does not answer: ${reasonOf(thrown)}.`, advice)]
  } finally {
    await sql.end({ timeout: 1 })
  }
}

export function clockOf(database: Date, now = new Date()): Finding {
  const off = Math.abs(database.getTime() - now.getTime())
  const message = `The clock differs from that of the database by ${(off / 1_000).toFixed(1)} s.`
  const advice = 'Let both machines follow a time server (NTP): codes and sessions depend on it.'
  if (off > CLOCK.error) return error('clock', message, advice)
  if (off > CLOCK.warning) return warning('clock', message, advice)
  return ok('clock', 'The clock is that of the database.')
}

async function checkSchema(sql: postgres.Sql): Promise<Finding[]> {
  const applied = new Set((await findMigrations(sql)).map(({ hash }) => hash))
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  const missing = known.filter(({ hash }) => !applied.has(hash)).length
  if (applied.size === 0) return [ok('schema', 'The database is empty: the first start makes the tables.')]
  if (missing > 0)
    return [
      warning('schema', `${missing} migrations are not applied yet.`, 'They are at the next start of the server.'),
    ]
  return [ok('schema', `${applied.size} migrations are applied.`)]
}

async function checkJobs(sql: postgres.Sql): Promise<Finding[]> {
  const [there] = await sql`select 1 where to_regclass('graphile_worker._private_jobs') is not null`
  if (!there) return []
  const [jobs] = await sql<{ failed: number; late: Date | null }[]>`
    select count(*) filter (where attempts >= max_attempts and locked_at is null and last_error is not null)::int
      as failed, min(run_at) filter (where attempts < max_attempts and locked_at is null) as late
    from graphile_worker._private_jobs`
  if (jobs!.failed > 0)
    return [
      warning('jobs', `${jobs!.failed} jobs failed for good.`, 'The log has their reasons, the dashboard their kinds.'),
    ]
  if (jobs!.late && Date.now() - new Date(jobs!.late).getTime() > LATE_JOBS_MS)
    return [
      warning('jobs', 'Jobs wait for more than a quarter hour.', 'Start the server; where it runs, look into its log.'),
    ]
  return [ok('jobs', 'No job failed or is late.')]
}

export async function checkRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Finding[]> {
  if (redisUrl === null) return []
  const client = new RedisClient(redisUrl, { autoReconnect: false, connectionTimeout: TIMEOUT_MS })
  try {
    await withTimeout(client.connect().then(() => client.send('PING', [])))
    return [ok('redis', 'Redis answers.')]
  } catch (thrown) {
    const advice = 'Start Redis or correct REDIS_URL; meanwhile each process counts limits for itself.'
    return [error('redis', `Redis does not answer: ${reasonOf(thrown)}.`, advice)]
  } finally {
    client.close()
  }
}

export async function checkMediaStore(config: Config): Promise<Finding[]> {
  if (config.s3 === null) return []
  try {
    await withTimeout(openMediaStorage(config).exists('i/doctor/none.webp'))
    return [ok('s3', `The bucket ${config.s3.bucket} answers.`)]
  } catch (thrown) {
    const cause = thrown instanceof Error && thrown.cause ? thrown.cause : thrown
    return [
      error('s3', `The bucket ${config.s3.bucket} does not answer: ${reasonOf(cause)}.`, 'Correct the S3_ settings.'),
    ]
  }
}

/** Connects and signs in to the mail server, and sends no mail. */
export async function checkMail({ environment, production }: Config): Promise<Finding[]> {
  const smtpUrl = environment.smtp_url ?? null
  if (smtpUrl === null) {
    if (!production) return [ok('mail', 'Mails are written to DATA_DIR/outbox, unless the panel sets a mail server.')]
    const advice = 'Set SMTP_URL and MAIL_FROM, or the mail server in the panel, which sends a test mail.'
    const message = 'Unless the panel sets a mail server, mails are written to DATA_DIR/outbox and nobody gets one.'
    return [warning('mail', message, advice)]
  }
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const transport = createTransport({ url: smtpUrl, ...limits })
  try {
    await withTimeout(transport.verify())
    return [ok('mail', 'The mail server takes the login.')]
  } catch (thrown) {
    return [error('mail', `The mail server refuses: ${reasonOf(thrown)}.`, 'Correct SMTP_URL.')]
  } finally {
    transport.close()
  }
}
