import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { FILTER_ACTIONS, type Match } from '#shared/rules/filters.ts'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { category } from '../../categories/table.ts'
import { comment } from '../../comments/table.ts'
import { post } from '../../posts/table.ts'

/** A null `category_id` means a site-wide filter. */
export const contentFilter = pgTable(
  'content_filter',
  {
    id: primaryId(),
    category_id: integer().references(() => category.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    is_enabled: boolean().notNull(),
    action: text({ enum: FILTER_ACTIONS }).notNull(),
    match: jsonb().$type<Match>().notNull(),
    created_at: createdAt(),
  },
  (t) => [index('content_filter_category').on(t.category_id, t.id)],
)

export const filterHit = pgTable(
  'filter_hit',
  {
    id: primaryId(),
    filter_id: integer()
      .notNull()
      .references(() => contentFilter.id, { onDelete: 'cascade' }),
    post_id: integer().references(() => post.id, { onDelete: 'cascade' }),
    comment_id: integer().references(() => comment.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [
    // Index for the number of a filter's hits in the last 30 days.
    index('filter_hit_filter').on(t.filter_id, t.created_at),
    // Index for checking whether a filter already matched a post or comment.
    index('filter_hit_post')
      .on(t.post_id)
      .where(sql`post_id is not null`),
    index('filter_hit_comment')
      .on(t.comment_id)
      .where(sql`comment_id is not null`),
  ],
)
