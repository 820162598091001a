import { sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '#server/db/driver/client.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'

/** Counts failed jobs; a job that was replaced while it ran also has no attempts left, but it has no error. */
export async function failedJobs(db: DbOrTx): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and last_error is not null`)
  return row!.count
}

type JobNumbers = { waiting: number; failed: number; mails_waiting: number; mails_failed: number }

export async function countJobs(db: DbOrTx): Promise<JobNumbers> {
  const [row] = await db.execute<JobNumbers>(sql`
    select count(*) filter (where is_waiting)::int as waiting, count(*) filter (where has_failed)::int as failed,
      count(*) filter (where is_waiting and is_mail)::int as mails_waiting,
      count(*) filter (where has_failed and is_mail)::int as mails_failed
    from (
      select task_identifier in ('send_mail', 'send_safety_mail', 'send_factor_mail', 'send_notification_mail',
        'send_digest', 'send_backup_mail') as is_mail,
        attempts < max_attempts and (run_at <= now() or attempts > 0) as is_waiting,
        attempts >= max_attempts and locked_at is null and last_error is not null as has_failed
      from graphile_worker.jobs
    ) as job`)
  return row!
}

/** `run_at` of a failed job is the time of the next attempt, so it is later than the failure itself. */
export async function deleteFailedJobs(db: DbOrTx, before: Date): Promise<void> {
  await db.execute(sql`
    select 1 from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and run_at < ${before.toISOString()}::timestamptz))`)
}

/**
 * Releases the jobs of dead workers, which Graphile-worker would do only after four hours. A worker that took a job in
 * the last ten seconds is left alone, because it may not hold its lock yet.
 */
export async function releaseAbandonedJobs(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = await tx.execute<{ locked_by: string }>(sql`
      select locked_by from (
        select locked_by from graphile_worker.jobs where locked_by is not null
        group by locked_by having max(locked_at) < now() - interval '10 seconds'
      ) as holder
      where pg_try_advisory_xact_lock(${ADVISORY_LOCKS.worker}::int, hashtext(locked_by))`)
    const names = JSON.stringify(gone.map((row) => row.locked_by))
    const workers = sql`array(select json_array_elements_text(${names}::json))`
    // A job that kills its worker leaves no error, without which it would not count as failed.
    await tx.execute(sql`
      update graphile_worker._private_jobs set last_error = 'The worker was killed'
      where locked_by = any(${workers}) and attempts < max_attempts`)
    await tx.execute(sql`select graphile_worker.force_unlock_workers(${workers})`)
  })
}
