import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * The last write of each member, kept only where there are replicas: until a replica has replayed `lsn`, that member's
 * reads go to the primary. Unlogged (`drizzle/0002_triggers.sql`), since a row is worth nothing after a crash.
 */
export const recentWrite = pgTable('recent_write', {
  user_id: integer().primaryKey(),
  lsn: text().notNull(),
  written_at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
})
