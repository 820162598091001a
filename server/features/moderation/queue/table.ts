import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { QUEUE_KINDS } from '#shared/rules/queue.ts'
import { primaryId, timestamp } from '#server/db/columns.ts'
import { registration } from '../../auth/table.ts'
import { category } from '../../categories/table.ts'
import { comment } from '../../comments/table.ts'
import { decision } from '../decisions/table.ts'
import { post } from '../../posts/table.ts'
import { user } from '../../users/table.ts'

/**
 * An item of the moderators of `category_id`, or of the admins if it is null. `thing` is like 'post:7'; an item about a
 * message has its sender as `reported_user_id`. `claim` names the staff member or login who has reserved the item.
 * `decision_id` is null if no decision was needed.
 */
export const queueItem = pgTable(
  'queue_item',
  {
    id: primaryId(),
    kind: text({ enum: QUEUE_KINDS }).notNull(),
    thing: text().notNull(),
    post_id: integer().references(() => post.id, { onDelete: 'cascade' }),
    comment_id: integer().references(() => comment.id, { onDelete: 'cascade' }),
    reported_category_id: integer().references(() => category.id, { onDelete: 'cascade' }),
    reported_user_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    message_id: integer(),
    appeal_id: integer(),
    notice_id: integer(),
    modmail_id: integer(),
    /** Null after the decision, which deletes the registration. */
    registration_id: integer().references(() => registration.id, { onDelete: 'cascade' }),
    category_id: integer().references(() => category.id, { onDelete: 'cascade' }),
    held_by: text(),
    report_count: integer().notNull().default(0),
    waiting_since: timestamp().notNull(),
    status: text({ enum: ['open', 'decided'] })
      .notNull()
      .default('open'),
    claim: text(),
    claimed_by_id: integer().references(() => user.id, { onDelete: 'set null' }),
    claimed_until: timestamp(),
    decision_id: integer().references(() => decision.id, { onDelete: 'set null' }),
    decided_at: timestamp(),
  },
  (t) => [
    // Allows only one open queue item for each kind and thing.
    uniqueIndex('queue_item_open')
      .on(t.thing, t.kind)
      .where(sql`status = 'open'`),
    // Indexes for a page of the queue: of all communities (for admins) and of one.
    index('queue_item_waiting')
      .on(t.kind, t.waiting_since, t.id)
      .where(sql`status = 'open'`),
    index('queue_item_scope')
      .on(t.category_id, t.kind, t.waiting_since, t.id)
      .where(sql`status = 'open'`),
    // Indexes for closing queue items of deleted content, reopening items, and deleting accounts.
    index('queue_item_post').on(t.post_id),
    index('queue_item_comment')
      .on(t.comment_id)
      .where(sql`comment_id is not null`),
    index('queue_item_category').on(t.category_id),
    index('queue_item_reported')
      .on(t.reported_category_id)
      .where(sql`reported_category_id is not null`),
    index('queue_item_reported_user')
      .on(t.reported_user_id)
      .where(sql`reported_user_id is not null`),
    index('queue_item_claimed_by')
      .on(t.claimed_by_id)
      .where(sql`claimed_by_id is not null`),
    index('queue_item_registration')
      .on(t.registration_id)
      .where(sql`registration_id is not null`),
    index('queue_item_decision')
      .on(t.decision_id)
      .where(sql`decision_id is not null`),
  ],
)
