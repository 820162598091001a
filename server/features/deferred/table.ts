import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { primaryId } from '#server/db/columns.ts'
import { comment } from '../comments/table.ts'
import { post } from '../posts/table.ts'

/** A post or comment whose points and notifications wait until it is public; if not `is_new`, only `mentions` wait. */
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
