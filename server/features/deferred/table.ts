import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { primaryId } from '#server/db/columns.ts'
import { comment } from '../comments/table.ts'
import { post } from '../posts/table.ts'

/**
 * A deferred announcement of content that was held or removed before anybody saw it, or edited while its announcement
 * was deferred. With `is_new` the content was never public, so points and all notifications are due; otherwise only
 * notifications of `mentions` (user names as typed).
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
