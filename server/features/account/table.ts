import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/** A requested change of e-mail address; it is pending, at most one per account, until it is confirmed or voided. */
export const emailChange = pgTable(
  'email_change',
  {
    id: primaryId(),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The login session that requested the change; not a foreign key, because the session may have ended. */
    session_id: text().notNull(),
    old_email: text().notNull(),
    new_email: text().notNull(),
    created_at: createdAt(),
    confirmed_at: timestamp(),
    voided_at: timestamp(),
  },
  (t) => [
    // Index for finding a pending e-mail change, and later changes to undo.
    index('email_change_user').on(t.user_id),
    // Index for deleting old e-mail changes.
    index('email_change_created_at').on(t.created_at),
  ],
)
