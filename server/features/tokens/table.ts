import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

export const personalToken = pgTable(
  'personal_token',
  {
    id: primaryId(),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    scopes: text().array().notNull(),
    /** SHA-256 of the personal token. */
    token_hash: text().notNull(),
    created_at: createdAt(),
    expires_at: timestamp().notNull(),
    last_used_at: timestamp(),
  },
  (t) => [
    uniqueIndex('personal_token_hash_key').on(t.token_hash),
    index('personal_token_user').on(t.user_id),
    // Index for deleting expired personal tokens.
    index('personal_token_expires_at').on(t.expires_at),
  ],
)
