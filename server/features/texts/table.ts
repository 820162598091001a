import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamp } from '#server/db/columns.ts'
import { ACCEPTED_TEXTS } from '#shared/rules/texts.ts'
import { user } from '../users/table.ts'

export const acceptance = pgTable(
  'acceptance',
  {
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    text: text({ enum: ACCEPTED_TEXTS }).notNull(),
    version: integer().notNull(),
    accepted_at: timestamp().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.text, t.version] })],
)
