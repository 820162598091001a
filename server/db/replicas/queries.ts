import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { builtQuery, type Placeholders } from '#server/db/driver/built-query.ts'
import { recentWrite } from './table.ts'
import { eq } from 'drizzle-orm'
import { parseLsn } from './lsn.ts'

/** All transactions committed so far are before this position of the primary's WAL. */
export async function currentLsn(db: DbOrTx): Promise<bigint> {
  const [row] = await db.execute<{ lsn: string }>(sql`select pg_current_wal_insert_lsn()::text as lsn`)
  return parseLsn(row!.lsn)
}

/** Records the WAL position of a member's latest write. Call it after the commit. */
export async function recordWrite(db: DbOrTx, userId: number, now: Date): Promise<void> {
  await db.execute(sql`
    insert into ${recentWrite} (user_id, lsn, written_at) values (${userId}, pg_current_wal_insert_lsn()::text,
      ${now.toISOString()})
    on conflict (user_id) do update set lsn = excluded.lsn, written_at = excluded.written_at`)
}

const findWrite = builtQuery((db, values: Placeholders<{ userId: number }>) =>
  db.select({ lsn: recentWrite.lsn }).from(recentWrite).where(eq(recentWrite.user_id, values.userId)),
)

/** Returns the WAL position that a replica must have replayed before a member reads from it; 0 without writes. */
export async function findOwnLsn(db: DbOrTx, userId: number): Promise<bigint> {
  const [row] = await findWrite(db, { userId })
  return row ? parseLsn(row.lsn) : 0n
}
