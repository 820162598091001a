import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/** An export of a member's data; the file at `url` exists once `ready_at` is set. */
export const dataExport = pgTable(
  'data_export',
  {
    id: primaryId(),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    size: bigint({ mode: 'number' }),
    created_at: createdAt(),
    ready_at: timestamp(),
    expires_at: timestamp().notNull(),
  },
  (t) => [
    // Index for downloading an export.
    uniqueIndex('data_export_url_key').on(t.url),
    // Index for finding a member's newest export.
    index('data_export_user').on(t.user_id, t.id),
    // Index for deleting expired exports.
    index('data_export_expires_at').on(t.expires_at),
  ],
)
