import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { timestamp } from '#server/db/columns.ts'
import { category } from '../../categories/table.ts'
import { user } from '../../users/table.ts'

/** The latest ban of a member from a community; `ends_at` is null for a permanent ban. */
export const categoryBan = pgTable(
  'category_ban',
  {
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    category_id: integer()
      .notNull()
      .references(() => category.id, { onDelete: 'cascade' }),
    decision_id: integer().notNull(),
    ends_at: timestamp(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.category_id] }), index('category_ban_category').on(t.category_id)],
)
