import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'

/** Until a connection waits for a lock of another. */
export async function untilSomebodyWaits(db: DbOrTx): Promise<void> {
  for (;;) {
    const [row] = await db.execute(sql`
      select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    if (row!.waiting !== 0) return
    await Bun.sleep(5)
  }
}
