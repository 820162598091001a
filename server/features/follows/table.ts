import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { createdAt } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

export const follow = pgTable(
  'follow',
  {
    follower_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    followed_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.follower_id, t.followed_id] }),
    // Index for listing followers and followed members.
    index('follow_followers').on(t.followed_id, t.created_at, t.follower_id),
    index('follow_following').on(t.follower_id, t.created_at, t.followed_id),
  ],
)
