import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamp } from '#server/db/columns.ts'
import { user } from '../../users/table.ts'

/**
 * Hashes of the text and the links of what members at level 0 wrote; `thing` is like 'post:7'. They are needed for an
 * hour.
 */
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
    // Serves the deletion of old rows.
    index('newcomer_text_created_at').on(t.created_at),
  ],
)
