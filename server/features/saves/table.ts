import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { createdAt } from '#server/db/columns.ts'
import { post } from '../posts/table.ts'
import { user } from '../users/table.ts'

export const savedPost = pgTable(
  'savedpost',
  {
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    post_id: integer()
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.post_id] }),
    index('savedpost_user_new').on(t.user_id, t.created_at, t.post_id),
    // Index for deleting a post with its saves.
    index('savedpost_post').on(t.post_id),
  ],
)
