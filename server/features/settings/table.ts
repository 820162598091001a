import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/** Settings made in the panel; secrets are encrypted. */
export const setting = pgTable('setting', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updated_at: timestamp().notNull(),
})

/** `from` and `to` are null where the panel set no value, and `***` for a secret. */
export const settingChange = pgTable('setting_change', {
  id: primaryId(),
  key: text().notNull(),
  from: jsonb(),
  to: jsonb(),
  by_user_id: integer().references(() => user.id, { onDelete: 'set null' }),
  created_at: createdAt(),
})
