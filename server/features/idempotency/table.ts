import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt } from '#server/db/columns.ts'
import { user } from '#server/features/users/table.ts'

export const idempotencyKey = pgTable('idempotency_key', {
  user_id: integer().notNull().references(() => user.id, { onDelete: 'cascade' }),
  call: text().notNull(),
  key: text().notNull(),
  answer: jsonb(),
  created_at: createdAt(),
}, (t) => [
  primaryKey({ columns: [t.user_id, t.call, t.key] }),
  index('idempotency_key_created_at').on(t.created_at),
])
