import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type postgres from 'postgres'
import type { Config } from '#server/config.ts'
import { ok, warning, type Finding } from './finding.ts'

const DAY_MS = 86_400_000
const OLDEST_DAYS = 2

const ADVICE = 'Run watek backup, or switch scheduled backups on.'
const PROOF_ADVICE = 'See the backups on the dashboard; BACKUP_IDENTITY must be readable for encrypted ones.'

type Times = { stored: Date | null; restored: Date | null; has_failed: boolean }

/** Null if the database has no tables for backups yet. */
export async function scheduledBackups(sql: postgres.Sql): Promise<Times | null> {
  const [there] = await sql`select 1 where to_regclass('public.backup_proof') is not null`
  if (!there) return null
  const [times] = await sql<Times[]>`
    select (select max(started_at) from backup where error is null) as stored,
      (select max(started_at) from backup_proof where outcome = 'restored') as restored,
      coalesce((select error is not null from backup order by started_at desc limit 1), false) as has_failed`
  return times!
}

async function newestFile(dataDir: string): Promise<number | null> {
  const folder = join(dataDir, 'backups')
  const names = await readdir(folder).catch((): string[] => [])
  const times = await Promise.all(
    names
      .filter((name) => /\.tar\.zst(\.age)?$/.test(name))
      .map(async (name) => (await stat(join(folder, name))).mtimeMs),
  )
  return times.length > 0 ? Math.max(...times) : null
}

function aged(name: string, time: number | null, now: number, advice: string): Finding {
  if (time === null) return warning(name, 'There is none.', advice)
  const days = (now - time) / DAY_MS
  const message = days < 1 ? 'It is of today.' : `It is ${Math.floor(days)} days old.`
  return days > OLDEST_DAYS ? warning(name, message, advice) : ok(name, message)
}

export async function checkBackups(
  { dataDir, production }: Pick<Config, 'dataDir' | 'production'>,
  scheduled: Times | null,
  now = Date.now(),
): Promise<Finding[]> {
  if (!production) return []
  const times = [await newestFile(dataDir), scheduled?.stored?.getTime() ?? null].filter((time) => time !== null)
  const newest = times.length > 0 ? Math.max(...times) : null
  const findings = [aged('last backup', newest, now, ADVICE)]
  if (scheduled?.has_failed)
    findings.push(warning('last backup', 'The last scheduled one failed.', 'Its reason is on the dashboard.'))
  if (scheduled) findings.push(aged('last restore', scheduled.restored?.getTime() ?? null, now, PROOF_ADVICE))
  return findings
}
