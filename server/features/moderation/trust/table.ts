import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamp } from '#server/db/columns.ts'
import { user } from '../../users/table.ts'

/** Hashes of texts and links by newcomers, needed for one hour; `thing` is like 'post:7'. */
export const newcomerText = pgTable(
  'newcomer_text',
  {
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    thing: text().notNull(),
    created_at: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.hash, t.thing] }),
    // Index for deleting hashes that are no longer needed.
    index('newcomer_text_created_at').on(t.created_at),
  ],
)
