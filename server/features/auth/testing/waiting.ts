import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'

export async function untilSomebodyWaits(db: DbOrTx, least = 1): Promise<void> {
  for (;;) {
    const [row] = await db.execute<{ waiting: number }>(sql`
      select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type
        = 'Lock'`)
    if (row!.waiting >= least) return
    await Bun.sleep(5)
  }
}
