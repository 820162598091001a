import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { LONG_JOBS, MAX_ATTEMPTS } from './task.ts'
import type { JobPayloads } from './tasks.ts'

export type JobOptions = {
  /** Not before this moment; else as soon as the transaction is through. */
  runAt?: Date
  /** Of the jobs of one key only the newest waits: it replaces one that has not begun. */
  key?: string
  /** It takes long: of these one runs at a time. */
  long?: boolean
}

/** Puts a job into the queue within the caller's transaction, so that cause and job stand or fall together. */
export async function addJob<Name extends keyof JobPayloads>(
  tx: DbOrTx, name: Name, payload: JobPayloads[Name], { runAt, key, long = false }: JobOptions = {},
): Promise<void> {
  await tx.execute(sql`
    select 1 from graphile_worker.add_job(
      ${name}::text,
      queue_name := ${long ? LONG_JOBS : null}::text,
      payload := ${JSON.stringify(payload)}::json,
      run_at := ${runAt?.toISOString() ?? null}::timestamptz,
      max_attempts := ${MAX_ATTEMPTS}::int,
      job_key := ${key ?? null}::text)`)
}
