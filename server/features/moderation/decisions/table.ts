import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { DECISION_ACTIONS, REASON_CODES } from '#shared/rules/moderation.ts'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { category } from '../../categories/table.ts'
import { comment } from '../../comments/table.ts'
import { post } from '../../posts/table.ts'
import { user } from '../../users/table.ts'

/**
 * Append-only. `user_id` is the member concerned, for example the author of the content; `undoes_id` is the decision
 * that this one takes back; `rule_title` is a copy of the rule's title at the time; `by_id` is null for a filter and
 * for the admin credential without an account.
 */
export const decision = pgTable(
  'decision',
  {
    id: primaryId(),
    action: text({ enum: DECISION_ACTIONS }).notNull(),
    post_id: integer().references(() => post.id, { onDelete: 'cascade' }),
    comment_id: integer().references(() => comment.id, { onDelete: 'cascade' }),
    user_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    category_id: integer().references(() => category.id, { onDelete: 'cascade' }),
    by_id: integer().references(() => user.id, { onDelete: 'set null' }),
    by_admin: boolean().notNull().default(false),
    automatic: boolean().notNull().default(false),
    reason_code: text({ enum: REASON_CODES }),
    rule_id: integer(),
    rule_title: text(),
    text: text().notNull().default(''),
    undoes_id: integer(),
    created_at: createdAt(),
    ends_at: timestamp(),
  },
  (t) => [
    index('decision_user').on(t.user_id, t.id),
    // Index for the moderation log of a community.
    index('decision_category').on(t.category_id, t.id),
    // Index for finding the latest decision about a post or comment.
    index('decision_post')
      .on(t.post_id, t.id)
      .where(sql`post_id is not null`),
    index('decision_comment')
      .on(t.comment_id, t.id)
      .where(sql`comment_id is not null`),
    // Index for deleting the account of a staff member who made decisions.
    index('decision_by').on(t.by_id),
    // Index for the yearly transparency report.
    index('decision_created_at').on(t.created_at),
    // Index for finding the decision that took back another one.
    index('decision_undoes')
      .on(t.undoes_id)
      .where(sql`undoes_id is not null`),
  ],
)
