import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'

/** With the name of a worker: the advisory lock that it holds as long as it is connected. */
export const PRESENCE = 7_305_004

/** How many jobs failed for good: their last attempt is over and nobody will try again. */
export async function failedJobs(db: DbOrTx): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from graphile_worker.jobs where attempts >= max_attempts and locked_at is null`)
  return row!.count
}

/** Removes the jobs that failed for good before a moment; a failure sets `run_at` to when the next attempt would be. */
export async function forgetFailedJobs(db: DbOrTx, before: Date): Promise<void> {
  await db.execute(sql`
    select 1 from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and run_at < ${before.toISOString()}::timestamptz))`)
}

/**
 * Frees the jobs of workers that are gone, for others to take; the queue itself waits four hours. A worker that lives
 * holds its presence lock; ten seconds are left to it for taking the lock, at its start or after a lost connection.
 */
export async function releaseAbandonedJobs(db: DbOrTx): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array(
      select locked_by from (
        select locked_by from graphile_worker.jobs where locked_by is not null
        group by locked_by having max(locked_at) < now() - interval '10 seconds'
      ) as holder
      where pg_try_advisory_xact_lock(${PRESENCE}::int, hashtext(locked_by))))`)
}
