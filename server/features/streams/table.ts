import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

export const stream = pgTable(
  'stream',
  {
    id: primaryId(),
    user_id: integer()
      .notNull()
      .references(() => user.id),
    title: text().notNull(),
    description: text().notNull().default(''),
    is_live: boolean().notNull().default(true),
    viewer_count: integer().notNull().default(0),
    stream_type: text({ enum: ['external'] })
      .notNull()
      .default('external'),
    url: text().notNull(),
    created_at: createdAt(),
    ended_at: timestamp(),
    deleted_at: timestamp(),
    erased_at: timestamp(),
  },
  (t) => [
    uniqueIndex('stream_live_user_key')
      .on(t.user_id)
      .where(sql`is_live and deleted_at is null`),
    index('stream_user').on(t.user_id),
    index('stream_created_at').on(t.created_at),
    index('stream_to_erase')
      .on(t.deleted_at)
      .where(sql`deleted_at is not null and erased_at is null`),
  ],
)
