import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { REASON_CODES } from '#shared/rules/moderation.ts'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { category } from '../../categories/table.ts'
import { comment } from '../../comments/table.ts'
import { post } from '../../posts/table.ts'
import { user } from '../../users/table.ts'

export const NOTICE_OUTCOMES = ['removed', 'kept'] as const

/** A notice of illegal content, possibly by somebody without an account; `url` is a path of the site. */
export const notice = pgTable(
  'notice',
  {
    id: primaryId(),
    reference: text().notNull(),
    url: text().notNull(),
    post_id: integer().references(() => post.id, { onDelete: 'set null' }),
    comment_id: integer().references(() => comment.id, { onDelete: 'set null' }),
    user_id: integer().references(() => user.id, { onDelete: 'set null' }),
    category_id: integer().references(() => category.id, { onDelete: 'set null' }),
    reason_code: text({ enum: REASON_CODES }).notNull(),
    text: text().notNull(),
    name: text(),
    email: text(),
    language: text({ enum: ['pl', 'en'] }).notNull(),
    created_at: createdAt(),
    decided_at: timestamp(),
    outcome: text({ enum: NOTICE_OUTCOMES }),
    decision_id: integer(),
    answer: text().notNull().default(''),
  },
  (t) => [
    // Index for finding a notice by its reference.
    uniqueIndex('notice_reference_key').on(t.reference),
    // Index for the yearly transparency report.
    index('notice_created_at').on(t.created_at),
    // Index for the job that erases notices one year after their decision.
    index('notice_to_erase')
      .on(t.decided_at)
      .where(sql`text <> ''`),
    // Index for the notices of illegal content about a removed post or comment.
    index('notice_post')
      .on(t.post_id)
      .where(sql`post_id is not null`),
    index('notice_comment')
      .on(t.comment_id)
      .where(sql`comment_id is not null`),
    index('notice_user')
      .on(t.user_id)
      .where(sql`user_id is not null`),
    index('notice_category')
      .on(t.category_id)
      .where(sql`category_id is not null`),
  ],
)
