import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { DELIVERY_STATES, type HookEvent } from '#shared/rules/hooks.ts'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { category } from '../categories/table.ts'
import { user } from '../users/table.ts'

/** A webhook has its owner's rights. A null `owner_id` is the admin credential, a null `category_id` the whole site. */
export const hook = pgTable(
  'hook',
  {
    id: primaryId(),
    category_id: integer().references(() => category.id, { onDelete: 'cascade' }),
    owner_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    secret: text().notNull(),
    events: text().array().$type<HookEvent[]>().notNull(),
    is_enabled: boolean().notNull().default(true),
    failures: integer().notNull().default(0),
    failing_since: timestamp(),
    paused_until: timestamp(),
    switched_off_at: timestamp(),
    created_at: createdAt(),
  },
  (t) => [
    // Index for listing a community's webhooks.
    index('hook_category').on(t.category_id, t.id),
    // Index for deleting an account with its webhooks.
    index('hook_owner').on(t.owner_id),
  ],
)

/** An event for a webhook, added by triggers; its payload is built at delivery, so that removed content stays out. */
export const hookDelivery = pgTable(
  'hook_delivery',
  {
    id: primaryId(),
    hook_id: integer()
      .notNull()
      .references(() => hook.id, { onDelete: 'cascade' }),
    webhook_id: text()
      .notNull()
      .default(sql`'msg_' || gen_random_uuid()`),
    event: text().$type<HookEvent>().notNull(),
    thing: text().notNull(),
    subject_id: integer().notNull(),
    category_id: integer(),
    status: text({ enum: DELIVERY_STATES }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    status_code: integer(),
    error: text(),
    created_at: createdAt(),
    due_at: timestamp().notNull().defaultNow(),
    ended_at: timestamp(),
  },
  (t) => [
    // Index for listing the delivery log of a webhook.
    index('hook_delivery_log').on(t.hook_id, t.id),
    // Index for finding due deliveries.
    index('hook_delivery_due')
      .on(t.due_at, t.id)
      .where(sql`status = 'waiting'`),
    // Index for checking whether an earlier event with the same `thing` still waits.
    index('hook_delivery_thing')
      .on(t.hook_id, t.thing, t.id)
      .where(sql`status = 'waiting'`),
    // Index for finding the next delivery of a webhook whose last delivery failed.
    index('hook_delivery_next')
      .on(t.hook_id, t.due_at, t.id)
      .where(sql`status = 'waiting'`),
  ],
)
