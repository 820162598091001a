import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/** A private message. A conversation is the messages with the same pair (`low_id`, `high_id`). */
export const message = pgTable(
  'message',
  {
    id: primaryId(),
    sender_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    recipient_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    low_id: integer()
      .notNull()
      .generatedAlwaysAs(sql`least(sender_id, recipient_id)`),
    high_id: integer()
      .notNull()
      .generatedAlwaysAs(sql`greatest(sender_id, recipient_id)`),
    content: text().notNull(),
    image_url: text(),
    created_at: createdAt(),
    read_at: timestamp(),
    by_email: boolean().notNull().default(false),
    /** When to send a push message; null if none is due or it was sent. */
    push_at: timestamp(),
  },
  (t) => [
    // Index for listing the messages of a conversation.
    index('message_conversation').on(t.low_id, t.high_id, t.id),
    // Index for listing a member's conversation partners.
    index('message_sender').on(t.sender_id, t.recipient_id, t.id),
    index('message_recipient').on(t.recipient_id, t.sender_id, t.id),
    // Index for counting and listing unread messages.
    index('message_unread')
      .on(t.recipient_id, t.sender_id, t.created_at)
      .where(sql`read_at is null`),
    // Index for deleting read messages.
    index('message_read_at')
      .on(t.read_at)
      .where(sql`read_at is not null`),
    // Index for finding messages that wait for a mail.
    index('message_by_email')
      .on(t.recipient_id, t.created_at)
      .where(sql`by_email`),
    // Index for finding messages that wait for a push message.
    index('message_push_at')
      .on(t.push_at)
      .where(sql`push_at is not null`),
    // Index for deleting old messages.
    index('message_created_at').on(t.created_at),
    // Index for checking who may see a picture in a message.
    index('message_image')
      .on(t.image_url)
      .where(sql`image_url is not null`),
  ],
)
