import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { createdAt } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

export const blockedUser = pgTable(
  'blockeduser',
  {
    blocker_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    blocked_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.blocker_id, t.blocked_id] }),
    // Index for finding the members who blocked a member.
    index('blockeduser_blocked').on(t.blocked_id),
    // Index for listing the members whom a member blocked.
    index('blockeduser_new').on(t.blocker_id, t.created_at),
  ],
)
