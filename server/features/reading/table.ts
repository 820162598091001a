import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { createdAt, timestamp } from '#server/db/columns.ts'
import { post } from '../posts/table.ts'
import { user } from '../users/table.ts'

export const postVisit = pgTable(
  'post_visit',
  {
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    post_id: integer()
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    visited_at: timestamp().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.post_id] })],
)

export const hiddenPost = pgTable(
  'hidden_post',
  {
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    post_id: integer()
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.post_id] })],
)
