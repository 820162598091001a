import { sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '#server/db/client.ts'

/** With the name of a worker: the advisory lock that it holds as long as it is connected. */
export const PRESENCE = 7_305_004

/**
 * How many jobs failed for good: their last attempt is over and nobody will try again. One that was replaced by the
 * next of its key while it ran has used up its attempts too, but has no error.
 */
export async function failedJobs(db: DbOrTx): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and last_error is not null`)
  return row!.count
}

export type JobNumbers = { waiting: number, failed: number, mails_waiting: number, mails_failed: number }

/** How many jobs are due and not done, how many failed for good, and how many of either are mails. */
export async function countJobs(db: DbOrTx): Promise<JobNumbers> {
  const [row] = await db.execute<JobNumbers>(sql`
    select count(*) filter (where is_waiting)::int as waiting, count(*) filter (where has_failed)::int as failed,
      count(*) filter (where is_waiting and task_identifier = 'send_mail')::int as mails_waiting,
      count(*) filter (where has_failed and task_identifier = 'send_mail')::int as mails_failed
    from (
      select task_identifier,
        attempts < max_attempts and (run_at <= now() or attempts > 0) as is_waiting,
        attempts >= max_attempts and locked_at is null and last_error is not null as has_failed
      from graphile_worker.jobs
    ) as job`)
  return row!
}

/** Removes the jobs whose last attempt was before a moment; a failure sets `run_at` to when the next would have been. */
export async function forgetFailedJobs(db: DbOrTx, before: Date): Promise<void> {
  await db.execute(sql`
    select 1 from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and run_at < ${before.toISOString()}::timestamptz))`)
}

/**
 * Frees the jobs of workers that are gone, for others to take; the queue itself waits four hours. A worker that lives
 * holds its presence lock; ten seconds are left to it for taking the lock when it starts.
 */
export async function releaseAbandonedJobs(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = await tx.execute<{ locked_by: string }>(sql`
      select locked_by from (
        select locked_by from graphile_worker.jobs where locked_by is not null
        group by locked_by having max(locked_at) < now() - interval '10 seconds'
      ) as holder
      where pg_try_advisory_xact_lock(${PRESENCE}::int, hashtext(locked_by))`)
    const workers = sql`array(select json_array_elements_text(${JSON.stringify(gone.map((row) => row.locked_by))}::json))`
    // So that one which kills its worker every time is counted as failed in the end.
    await tx.execute(sql`
      update graphile_worker._private_jobs set last_error = 'The worker was killed'
      where locked_by = any(${workers}) and attempts < max_attempts`)
    await tx.execute(sql`select graphile_worker.force_unlock_workers(${workers})`)
  })
}
