import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { primaryId, timestamp } from '#server/db/columns.ts'
import { comment } from '../comments/table.ts'
import { post } from '../posts/table.ts'

/** A former text of a post or comment, replaced at `edited_at`. */
export const textVersion = pgTable(
  'text_version',
  {
    id: primaryId(),
    post_id: integer().references(() => post.id, { onDelete: 'cascade' }),
    comment_id: integer().references(() => comment.id, { onDelete: 'cascade' }),
    title: text(),
    content: text().notNull(),
    content_html: text().notNull(),
    renderer_version: smallint().notNull(),
    edited_at: timestamp().notNull(),
  },
  (t) => [
    // Index for listing the versions of a post or comment.
    index('text_version_post')
      .on(t.post_id, t.id)
      .where(sql`post_id is not null`),
    index('text_version_comment')
      .on(t.comment_id, t.id)
      .where(sql`comment_id is not null`),
    // Index for the job that renders versions of older renderer versions again.
    index('text_version_renderer').on(t.renderer_version, t.id),
    check('text_version_one_target', sql`num_nonnulls(post_id, comment_id) = 1`),
  ],
)
