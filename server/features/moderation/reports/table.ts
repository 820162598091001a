import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { category } from '../../categories/table.ts'
import { comment } from '../../comments/table.ts'
import { post } from '../../posts/table.ts'
import { queueItem } from '../queue/table.ts'
import { user } from '../../users/table.ts'

/**
 * `scope_category_id` is the category whose moderators see the report, null if only admins do. `message_id` is not a
 * foreign key, because messages expire.
 */
export const report = pgTable(
  'report',
  {
    id: primaryId(),
    reporter_id: integer()
      .notNull()
      .references(() => user.id),
    post_id: integer().references(() => post.id, { onDelete: 'cascade' }),
    comment_id: integer().references(() => comment.id, { onDelete: 'cascade' }),
    category_id: integer().references(() => category.id, { onDelete: 'cascade' }),
    user_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    message_id: integer(),
    scope_category_id: integer().references(() => category.id, { onDelete: 'cascade' }),
    item_id: integer().references(() => queueItem.id, { onDelete: 'set null' }),
    reason: text().notNull(),
    status: text({ enum: ['pending', 'resolved', 'rejected'] })
      .notNull()
      .default('pending'),
    created_at: createdAt(),
    resolved_at: timestamp(),
  },
  (t) => [
    // Allows each reporter one pending report about a post, comment or other target.
    uniqueIndex('report_pending_post_key')
      .on(t.reporter_id, t.post_id)
      .where(sql`status = 'pending' and post_id is not null`),
    uniqueIndex('report_pending_comment_key')
      .on(t.reporter_id, t.comment_id)
      .where(sql`status = 'pending' and comment_id is not null`),
    uniqueIndex('report_pending_category_key')
      .on(t.reporter_id, t.category_id)
      .where(sql`status = 'pending' and category_id is not null`),
    uniqueIndex('report_pending_user_key')
      .on(t.reporter_id, t.user_id)
      .where(sql`status = 'pending' and user_id is not null and message_id is null`),
    uniqueIndex('report_pending_message_key')
      .on(t.reporter_id, t.message_id)
      .where(sql`status = 'pending' and message_id is not null`),
    // Index for deleting old reports of private messages.
    index('report_message')
      .on(t.created_at)
      .where(sql`message_id is not null`),
    // Index for deleting an account with the reports that it made.
    index('report_reporter').on(t.reporter_id),
    // Indexes for the staff's lists of reports.
    index('report_status').on(t.status, t.id),
    index('report_scope').on(t.scope_category_id, t.id),
    index('report_scope_status').on(t.scope_category_id, t.status, t.id),
    // Indexes for finding the reports about a post, comment, community or member.
    index('report_post').on(t.post_id),
    index('report_comment').on(t.comment_id),
    index('report_category').on(t.category_id),
    index('report_user')
      .on(t.user_id)
      .where(sql`user_id is not null`),
    index('report_item')
      .on(t.item_id, t.id)
      .where(sql`item_id is not null`),
    check('report_one_target', sql`num_nonnulls(post_id, comment_id, category_id, user_id) = 1`),
    check('report_message_sender', sql`message_id is null or user_id is not null`),
  ],
)

/** Copies of a reported private message and of the messages before it, for admins to read. */
export const reportedMessage = pgTable(
  'reported_message',
  {
    id: primaryId(),
    report_id: integer()
      .notNull()
      .references(() => report.id, { onDelete: 'cascade' }),
    message_id: integer().notNull(),
    sender_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    content: text().notNull(),
    has_image: boolean().notNull(),
    created_at: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex('reported_message_key').on(t.report_id, t.message_id),
    // Index for deleting the account of a message's sender.
    index('reported_message_sender').on(t.sender_id),
  ],
)
