import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { category } from '../categories/table.ts'
import { user } from '../users/table.ts'

/**
 * A member's thread with the moderators of `category_id`, or with the admins if it is null. The `last_...` columns
 * ignore notes, and `is_waiting` is true until staff reply.
 */
export const modmailThread = pgTable(
  'modmail_thread',
  {
    id: primaryId(),
    category_id: integer().references(() => category.id, { onDelete: 'cascade' }),
    member_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    subject: text().notNull(),
    state: text({ enum: ['open', 'archived'] })
      .notNull()
      .default('open'),
    is_waiting: boolean().notNull().default(true),
    member_unread: boolean().notNull().default(false),
    last_text: text().notNull().default(''),
    last_is_staff: boolean().notNull().default(false),
    last_message_id: integer().notNull().default(0),
    last_message_at: timestamp().notNull(),
    claim: text(),
    claimed_by_id: integer().references(() => user.id, { onDelete: 'set null' }),
    claimed_until: timestamp(),
    created_at: createdAt(),
  },
  (t) => [
    index('modmail_thread_member').on(t.member_id, t.state, t.last_message_at, t.id),
    index('modmail_thread_category').on(t.category_id, t.state, t.last_message_at, t.id),
    index('modmail_thread_state').on(t.state, t.last_message_at, t.id),
    index('modmail_thread_waiting')
      .on(t.category_id)
      .where(sql`is_waiting`),
    index('modmail_thread_unread')
      .on(t.member_id)
      .where(sql`member_unread`),
    index('modmail_thread_claimed_by')
      .on(t.claimed_by_id)
      .where(sql`claimed_by_id is not null`),
    index('modmail_thread_last').on(t.last_message_at),
  ],
)

/** A note is visible to staff only; `author_id` is null for an admin without an account and for a deleted account. */
export const modmailMessage = pgTable(
  'modmail_message',
  {
    id: primaryId(),
    thread_id: integer()
      .notNull()
      .references(() => modmailThread.id, { onDelete: 'cascade' }),
    author_id: integer().references(() => user.id, { onDelete: 'set null' }),
    is_staff: boolean().notNull(),
    is_note: boolean().notNull().default(false),
    shows_name: boolean().notNull().default(false),
    text: text().notNull(),
    text_html: text().notNull(),
    renderer_version: integer().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('modmail_message_thread').on(t.thread_id, t.id),
    index('modmail_message_author').on(t.author_id, t.id),
    index('modmail_message_renderer').on(t.renderer_version, t.id),
  ],
)

/** The last message that each staff member has read in a mod mail thread. */
export const modmailRead = pgTable(
  'modmail_read',
  {
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    thread_id: integer()
      .notNull()
      .references(() => modmailThread.id, { onDelete: 'cascade' }),
    message_id: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.thread_id] }), index('modmail_read_thread').on(t.thread_id)],
)
