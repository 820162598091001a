import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment, primaryId } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/** A signed-in browser; the access token names this row, so ending the row ends the session on every process. */
export const session = pgTable('session', {
  id: text().primaryKey(),
  user_id: integer().notNull().references(() => user.id, { onDelete: 'cascade' }),
  created_at: createdAt(),
  expires_at: moment().notNull(),
}, (t) => [
  index('session_user').on(t.user_id),
  index('session_expires_at').on(t.expires_at),
])

/** A link that was mailed: only the hash of its token is kept, and it is used once. */
export const emailToken = pgTable('email_token', {
  id: primaryId(),
  user_id: integer().notNull().references(() => user.id, { onDelete: 'cascade' }),
  purpose: text({ enum: ['verify', 'reset'] }).notNull(),
  token_hash: text().notNull(),
  created_at: createdAt(),
  expires_at: moment().notNull(),
  used_at: moment(),
}, (t) => [
  uniqueIndex('email_token_hash_key').on(t.token_hash),
  index('email_token_user').on(t.user_id, t.purpose),
  index('email_token_expires_at').on(t.expires_at),
])

/** The expiring credential that the admin password is changed for; only its hash is kept. */
export const adminToken = pgTable('admin_token', {
  id: primaryId(),
  token_hash: text().notNull(),
  address: text().notNull(),
  created_at: createdAt(),
  expires_at: moment().notNull(),
}, (t) => [
  uniqueIndex('admin_token_hash_key').on(t.token_hash),
  index('admin_token_expires_at').on(t.expires_at),
])
