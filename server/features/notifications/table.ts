import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import {
  DIGESTS,
  NOTIFICATION_KINDS,
  PUSHED_BY_DEFAULT,
  THREAD_LEVELS,
  type NotificationSetting,
} from '#shared/rules/notification-kinds.ts'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { category } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { decision, report } from '../moderation/tables.ts'
import { modmailThread } from '../modmail/table.ts'
import { post } from '../posts/table.ts'
import { stream } from '../streams/table.ts'
import { user } from '../users/table.ts'

/**
 * Rows with the same kind, `thing_id` and `day` (UTC) form a group. `by_email` is true while a row waits to be mailed;
 * a row without `on_site` is only mailed or pushed.
 */
export const notification = pgTable(
  'notification',
  {
    id: primaryId(),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    kind: text({ enum: NOTIFICATION_KINDS }).notNull(),
    actor_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    post_id: integer().references(() => post.id, { onDelete: 'cascade' }),
    comment_id: integer().references(() => comment.id, { onDelete: 'cascade' }),
    category_id: integer().references(() => category.id, { onDelete: 'cascade' }),
    report_id: integer().references(() => report.id, { onDelete: 'cascade' }),
    decision_id: integer().references(() => decision.id, { onDelete: 'cascade' }),
    modmail_id: integer().references(() => modmailThread.id, { onDelete: 'cascade' }),
    stream_id: integer().references(() => stream.id, { onDelete: 'cascade' }),
    read: boolean().notNull().default(false),
    created_at: createdAt(),
    thing_id: integer().notNull().default(0),
    day: date()
      .notNull()
      .generatedAlwaysAs(sql`(created_at at time zone 'UTC')::date`),
    on_site: boolean().notNull().default(true),
    by_email: boolean().notNull().default(false),
    /** Null if the notification is never pushed, or was pushed already. */
    push_at: timestamp(),
  },
  (t) => [
    index('notification_user').on(t.user_id, t.id),
    // Index for the count of unread notifications and for unread groups.
    index('notification_unread')
      .on(t.user_id, t.id)
      .where(sql`not read and on_site`),
    // Indexes for the filters of the notification page.
    index('notification_mentions')
      .on(t.user_id, t.id)
      .where(sql`kind = 'mention' and on_site`),
    index('notification_moderation')
      .on(t.user_id, t.id)
      .where(
        sql`kind in ('moderation', 'appeal', 'invite', 'report_decided', 'modmail', 'modmail_answer') and on_site`,
      ),
    index('notification_group')
      .on(t.user_id, t.kind, t.thing_id, t.day, t.id)
      .where(sql`on_site`),
    // Index for finding notifications that wait for a mail, by member.
    index('notification_by_email')
      .on(t.user_id, t.created_at)
      .where(sql`by_email`),
    // Index for finding notifications that wait for a push message.
    index('notification_push_at')
      .on(t.push_at)
      .where(sql`push_at is not null`),
    // Indexes for retracting notifications about a post, comment or other cause that is deleted.
    index('notification_post').on(t.post_id),
    index('notification_comment').on(t.comment_id),
    index('notification_actor').on(t.actor_id),
    index('notification_report').on(t.report_id),
    index('notification_stream')
      .on(t.stream_id)
      .where(sql`stream_id is not null`),
    index('notification_decision')
      .on(t.decision_id)
      .where(sql`decision_id is not null`),
    index('notification_modmail')
      .on(t.modmail_id, t.user_id)
      .where(sql`modmail_id is not null`),
  ],
)

/** Nothing is pushed from `quiet_from` to `quiet_to`, in minutes since midnight. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    user_id: integer()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    site_off: text().array().$type<NotificationSetting[]>().notNull().default([]),
    email_on: text().array().$type<NotificationSetting[]>().notNull().default(['moderation']),
    digest: text({ enum: DIGESTS }).notNull().default('off'),
    push_on: text()
      .array()
      .$type<NotificationSetting[]>()
      .notNull()
      .default([...PUSHED_BY_DEFAULT]),
    push_preview: boolean().notNull().default(true),
    quiet_from: integer(),
    quiet_to: integer(),
    quiet_time_zone: text(),
  },
  (t) => [
    // Index for the job that finds members with an e-mail digest.
    index('notification_settings_digest')
      .on(t.digest, t.user_id)
      .where(sql`digest <> 'off'`),
  ],
)

/** Without a row, the author of the thread is notified of everything, and others of replies and mentions. */
export const threadLevel = pgTable(
  'thread_level',
  {
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    post_id: integer()
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    level: text({ enum: THREAD_LEVELS }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.post_id] }),
    // Index for the members who follow all comments of a thread.
    index('thread_level_all')
      .on(t.post_id, t.user_id)
      .where(sql`level = 'all'`),
  ],
)
