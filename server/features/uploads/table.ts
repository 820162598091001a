import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/**
 * `user_id` is null for uploads of the operator. Public files with an equal `content_hash` share one URL; the hash is
 * null for private files.
 */
export const upload = pgTable(
  'upload',
  {
    id: primaryId(),
    user_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['image', 'video', 'captions', 'message_image'] }).notNull(),
    url: text().notNull(),
    content_hash: text(),
    width: integer(),
    height: integer(),
    placeholder: text(),
    poster_url: text(),
    is_animated: boolean().notNull().default(false),
    size: bigint({ mode: 'number' }).notNull(),
    created_at: createdAt(),
    used_at: timestamp(),
    deleted_at: timestamp(),
  },
  (t) => [
    // Index for finding an unused upload by its URL, to claim it.
    index('upload_url').on(t.url),
    index('upload_user').on(t.user_id),
    // Index for the check whether a public file is shown in any content.
    index('upload_content_hash')
      .on(t.content_hash)
      .where(sql`content_hash is not null`),
    // Index for finding and deleting unused uploads.
    index('upload_unused')
      .on(t.created_at)
      .where(sql`used_at is null and deleted_at is null`),
    index('upload_deleted_at')
      .on(t.deleted_at)
      .where(sql`deleted_at is not null`),
  ],
)
