import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt } from '#server/db/columns.ts'
import { user } from '#server/features/users/table.ts'

export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    user_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    /** Identifies a caller without an account, see `anonymousCaller`; empty for members. */
    caller: text().notNull().default(''),
    call: text().notNull(),
    key: text().notNull(),
    answer: jsonb(),
    created_at: createdAt(),
  },
  (t) => [
    unique('idempotency_key_sent').on(t.user_id, t.caller, t.call, t.key).nullsNotDistinct(),
    // Index for deleting old keys.
    index('idempotency_key_created_at').on(t.created_at),
  ],
)
