import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

export const auditLog = pgTable(
  'audit_log',
  {
    id: primaryId(),
    actor: text().notNull(),
    actor_user_id: integer().references(() => user.id, { onDelete: 'set null' }),
    admin_token_id: integer(),
    /** Moderators' entries are listed apart from admins' entries, because everybody may create a community. */
    by_moderator: boolean().notNull().default(false),
    address: text().notNull(),
    action: text().notNull(),
    target_type: text().notNull(),
    target_id: integer(),
    detail: text().notNull().default(''),
    created_at: createdAt(),
  },
  (t) => [
    // Index for listing the audit log by time.
    index('audit_log_created_at').on(t.created_at),
    // Index for the separate audit logs of admins and of moderators.
    index('audit_log_by').on(t.by_moderator, t.id),
    // Index for finding the IP addresses from which staff have signed in.
    index('audit_log_login')
      .on(t.address, t.created_at)
      .where(sql`${t.action} = 'admin.login'`),
  ],
)
