import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt } from '#server/db/columns.ts'
import { comment } from '../comments/table.ts'
import { post } from '../posts/table.ts'

export const vote = pgTable(
  'vote',
  {
    // No foreign key, because deleting an unverified account would then scan all votes.
    user_id: integer().notNull(),
    post_id: integer().references(() => post.id, { onDelete: 'cascade' }),
    comment_id: integer().references(() => comment.id, { onDelete: 'cascade' }),
    value: smallint().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    // Index for allowing one vote for each member and post, and for finding the reader's votes on a page.
    uniqueIndex('vote_post_user_key')
      .on(t.post_id, t.user_id)
      .where(sql`post_id is not null`),
    uniqueIndex('vote_comment_user_key')
      .on(t.comment_id, t.user_id)
      .where(sql`comment_id is not null`),
    // Index for exporting a member's votes. Post and comment are left out to keep the index small.
    index('vote_user').on(t.user_id),
    check('vote_value', sql`value in (-1, 0, 1)`),
    check('vote_one_target', sql`num_nonnulls(post_id, comment_id) = 1`),
  ],
)
