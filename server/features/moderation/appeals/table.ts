import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { APPEAL_STATUSES } from '#shared/rules/moderation.ts'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { decision } from '../decisions/table.ts'
import { user } from '../../users/table.ts'

/**
 * `decided_by` and `answer` are null while the appeal is open, and if the decision was taken back without a verdict.
 */
export const appeal = pgTable(
  'appeal',
  {
    id: primaryId(),
    decision_id: integer()
      .notNull()
      .references(() => decision.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    status: text({ enum: APPEAL_STATUSES }).notNull().default('open'),
    text: text().notNull(),
    answer: text(),
    decided_by: integer().references(() => user.id, { onDelete: 'set null' }),
    created_at: createdAt(),
    decided_at: timestamp(),
  },
  (t) => [
    // Allows only one appeal against a decision.
    uniqueIndex('appeal_decision').on(t.decision_id),
    // Index for the yearly transparency report.
    index('appeal_created_at').on(t.created_at),
    // Index for deleting an account with its appeals.
    index('appeal_user').on(t.user_id, t.id),
    index('appeal_decided_by')
      .on(t.decided_by)
      .where(sql`decided_by is not null`),
  ],
)
