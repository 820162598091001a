import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/** Values set in the panel. A secret is stored encrypted. */
export const setting = pgTable('setting', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updated_at: timestamp().notNull(),
})

/**
 * History of the settings. Null stands for 'not set by the panel'; for a secret the history keeps only whether it was
 * set.
 */
export const settingChange = pgTable('setting_change', {
  id: primaryId(),
  key: text().notNull(),
  from: jsonb(),
  to: jsonb(),
  by_user_id: integer().references(() => user.id, { onDelete: 'set null' }),
  created_at: createdAt(),
})
