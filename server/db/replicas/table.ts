import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * The last write of each member, stored only if there are replicas: until a replica has replayed `lsn`, that member's
 * reads use the primary. An unlogged table (`drizzle/0002_triggers.sql`), since rows are worthless after a crash.
 */
export const recentWrite = pgTable('recent_write', {
  user_id: integer().primaryKey(),
  lsn: text().notNull(),
  written_at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
})
