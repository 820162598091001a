import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { session } from '../auth/table.ts'
import { oauthSession } from '../oauth/table.ts'
import { personalToken } from '../tokens/table.ts'
import { user } from '../users/table.ts'

/** The VAPID key pair (RFC 8292); `private_key` is encrypted with SESSION_SECRET. */
export const pushKey = pgTable(
  'push_key',
  {
    id: integer().primaryKey().default(1),
    public_key: text().notNull(),
    private_key: text().notNull(),
    created_at: createdAt(),
  },
  () => [check('push_key_single', sql`id = 1`)],
)

/** A subscription is deleted with the session, personal token or application sign-in that created it. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    id: primaryId(),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    session_id: text().references(() => session.id, { onDelete: 'cascade' }),
    token_id: integer().references(() => personalToken.id, { onDelete: 'cascade' }),
    oauth_session_id: text().references(() => oauthSession.id, { onDelete: 'cascade' }),
    variant: text({ enum: ['normal', 'adult'] }).notNull(),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    device: text(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('push_subscription_endpoint').on(t.endpoint),
    index('push_subscription_user').on(t.user_id, t.id),
    // Indexes for deleting subscriptions with their session, personal token or application sign-in.
    index('push_subscription_session').on(t.session_id),
    index('push_subscription_token').on(t.token_id),
    index('push_subscription_oauth').on(t.oauth_session_id),
    check('push_subscription_by', sql`num_nonnulls(session_id, token_id, oauth_session_id) = 1`),
  ],
)

/** One row for each thread, conversation or other subject (`tag`) that a member's devices show. */
export const pushNotice = pgTable(
  'push_notice',
  {
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    tag: text().notNull(),
    notification_ids: integer().array().notNull(),
    message_ids: integer().array().notNull(),
    sent_at: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.tag] }),
    // Index for deleting old push notices.
    index('push_notice_sent_at').on(t.sent_at),
  ],
)

/** Messages that a push service has not accepted yet. A newer message with the same tag replaces the row. */
export const pushRetry = pgTable(
  'push_retry',
  {
    subscription_id: integer()
      .notNull()
      .references(() => pushSubscription.id, { onDelete: 'cascade' }),
    tag: text().notNull(),
    attempts: integer().notNull(),
    due_at: timestamp().notNull(),
    /** The message is dropped after this time. */
    until: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscription_id, t.tag] }),
    // Index for finding push retries that are due.
    index('push_retry_due_at').on(t.due_at),
  ],
)
