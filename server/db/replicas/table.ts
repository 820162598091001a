import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The WAL position of each member's last write, if there are replicas. Unlogged: worthless after a crash. */
export const recentWrite = pgTable('recent_write', {
  user_id: integer().primaryKey(),
  lsn: text().notNull(),
  written_at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
})
