import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment, primaryId } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/** A file that a member sent. Only its uploader may use it; what nothing uses is removed after a day. */
export const upload = pgTable('upload', {
  id: primaryId(),
  user_id: integer().notNull().references(() => user.id, { onDelete: 'cascade' }),
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
  used_at: moment(),
  deleted_at: moment(),
}, (t) => [
  index('upload_url').on(t.url),
  index('upload_user').on(t.user_id),
  uniqueIndex('upload_message_image_key').on(t.url, t.kind, t.user_id),
  index('upload_unused').on(t.created_at),
])
