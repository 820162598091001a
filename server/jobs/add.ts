import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import type { JobName, JobPayloads } from './payloads.ts'
import { BULK_MAILS, LONG_JOBS, MAX_ATTEMPTS } from './task.ts'

type JobOptions = {
  /** By default the job runs as soon as the transaction has committed. */
  runAt?: Date
  /** Replaces a waiting job with the same key. */
  key?: string
  /** Long jobs run one at a time. */
  long?: boolean
  /** Jobs that mail many recipients run one at a time, so that mails about accounts need not wait. */
  bulk?: boolean
  /** Due jobs with lower numbers run first; 0 by default. */
  priority?: number
}

/** The job exists if and only if the caller's transaction commits. */
export async function addJob<Name extends JobName>(
  tx: DbOrTx,
  name: Name,
  payload: JobPayloads[Name],
  { runAt, key, long = false, bulk = false, priority = 0 }: JobOptions = {},
): Promise<void> {
  await tx.execute(sql`
    select 1 from graphile_worker.add_job(
      ${name}::text,
      queue_name := ${long ? LONG_JOBS : bulk ? BULK_MAILS : null}::text,
      payload := ${JSON.stringify(payload)}::json,
      run_at := ${runAt?.toISOString() ?? null}::timestamptz,
      max_attempts := ${MAX_ATTEMPTS}::int,
      priority := ${priority}::int,
      job_key := ${key ?? null}::text)`)
}
