import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { primaryId } from '#server/db/columns.ts'
import { comment } from '../comments/table.ts'
import { post } from '../posts/table.ts'

/**
 * A post or comment whose points and notifications wait until it becomes public. It was held for a moderator or removed
 * before anybody saw it, or it was edited while it was waiting.
 *
 * If `is_new`, it was never public: the author then gets the points, and all notifications are sent. Otherwise only the
 * users in `mentions` (user names as typed) are notified.
 */
export const unannounced = pgTable(
  'unannounced',
  {
    id: primaryId(),
    post_id: integer().references(() => post.id, { onDelete: 'cascade' }),
    comment_id: integer().references(() => comment.id, { onDelete: 'cascade' }),
    is_new: boolean().notNull(),
    mentions: text().array().notNull(),
  },
  (t) => [
    unique('unannounced_post').on(t.post_id),
    unique('unannounced_comment').on(t.comment_id),
    check('unannounced_one', sql`num_nonnulls(post_id, comment_id) = 1`),
  ],
)
