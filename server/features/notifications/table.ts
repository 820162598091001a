import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { comment } from '../comments/table.ts'
import { post } from '../posts/table.ts'
import { report } from '../reports/table.ts'
import { user } from '../users/table.ts'

/** The text of a notification is made when it is read, in the reader's language. */
export const notification = pgTable('notification', {
  id: primaryId(),
  user_id: integer().notNull().references(() => user.id, { onDelete: 'cascade' }),
  kind: text({ enum: ['post_comment', 'comment_reply', 'mention', 'follower', 'report_decided', 'bot_answer'] }).notNull(),
  actor_id: integer().references(() => user.id, { onDelete: 'cascade' }),
  post_id: integer().references(() => post.id, { onDelete: 'cascade' }),
  comment_id: integer().references(() => comment.id, { onDelete: 'cascade' }),
  report_id: integer().references(() => report.id, { onDelete: 'cascade' }),
  read: boolean().notNull().default(false),
  created_at: createdAt(),
}, (t) => [
  index('notification_user').on(t.user_id, t.id),
  index('notification_unread').on(t.user_id).where(sql`not read`),
  index('notification_post').on(t.post_id),
  index('notification_comment').on(t.comment_id),
  index('notification_actor').on(t.actor_id),
  index('notification_report').on(t.report_id),
])
