import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/**
 * Uploads, each used once, by its uploader; `user_id` is null for pictures of the operator. Public files of one content
 * share their url (`content_hash`; null for private). A row with `deleted_at` waits for a job.
 */
export const upload = pgTable(
  'upload',
  {
    id: primaryId(),
    user_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['image', 'video', 'message_image'] }).notNull(),
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
    // Serves claims of an upload.
    index('upload_url').on(t.url),
    index('upload_user').on(t.user_id),
    // Serves the check whether a public file is shown anywhere.
    index('upload_content_hash')
      .on(t.content_hash)
      .where(sql`content_hash is not null`),
    // Serves the removal of unused uploads.
    index('upload_unused')
      .on(t.created_at)
      .where(sql`used_at is null and deleted_at is null`),
    index('upload_deleted_at')
      .on(t.deleted_at)
      .where(sql`deleted_at is not null`),
  ],
)
