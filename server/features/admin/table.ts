import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/** What staff did, written in the transaction that did it. */
export const auditLog = pgTable('audit_log', {
  id: primaryId(),
  actor: text().notNull(),
  actor_user_id: integer().references(() => user.id, { onDelete: 'set null' }),
  admin_token_id: integer(),
  address: text().notNull(),
  action: text().notNull(),
  target_type: text().notNull(),
  target_id: integer(),
  detail: text().notNull().default(''),
  created_at: createdAt(),
}, (t) => [index('audit_log_created_at').on(t.created_at)])
