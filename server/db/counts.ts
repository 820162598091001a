import { sql, type SQL } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from './driver/client.ts'

export async function countUpTo(tx: DbOrTx, rows: SQL, max: number): Promise<number> {
  const [row] = await tx.execute<{ total: number }>(
    sql`select count(*)::integer as total from (${rows} limit ${max}) as found`,
  )
  return row!.total
}

const CLEARLY_MORE = 1.5

/** Counts exactly up to `LIMITS.exactCount`, and returns the planner's estimate for the whole table beyond. */
export async function countOrEstimate(tx: DbOrTx, rows: SQL, table: string): Promise<number> {
  const [row] = await tx.execute<{ rows: number }>(
    sql`select reltuples::float8 as rows from pg_class where oid = ${`public.${table}`}::regclass`,
  )
  const estimate = Math.round(row!.rows)
  if (estimate > LIMITS.exactCount * CLEARLY_MORE) return estimate
  const exact = await countUpTo(tx, rows, LIMITS.exactCount)
  return exact < LIMITS.exactCount ? exact : Math.max(exact, estimate)
}
