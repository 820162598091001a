import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import type { JobPayloads } from './tasks.ts'

/** The wait before attempt n + 1 is e^n seconds, e^10 at most: the last one comes half a day after the first. */
const MAX_ATTEMPTS = 12

export type JobOptions = {
  /** Not before this moment; else as soon as the transaction is through. */
  runAt?: Date
  /** Of the jobs of one key only the newest waits: it replaces one that has not begun. */
  key?: string
}

/** Puts a job into the queue within the caller's transaction, so that cause and job stand or fall together. */
export async function addJob<Name extends keyof JobPayloads>(
  tx: DbOrTx, name: Name, payload: JobPayloads[Name], { runAt, key }: JobOptions = {},
): Promise<void> {
  await tx.execute(sql`
    select 1 from graphile_worker.add_job(
      ${name}::text,
      payload := ${JSON.stringify(payload)}::json,
      run_at := ${runAt?.toISOString() ?? null}::timestamptz,
      max_attempts := ${MAX_ATTEMPTS}::int,
      job_key := ${key ?? null}::text)`)
}
