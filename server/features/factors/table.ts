import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex, boolean } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

const ownerId = () =>
  integer()
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' })

/** The authenticator app of an account. Until `confirmed_at` is set, a login requires no code. */
export const totp = pgTable('totp', {
  user_id: ownerId().primaryKey(),
  encrypted_secret: text().notNull(),
  created_at: createdAt(),
  confirmed_at: timestamp(),
  last_time_step: integer().notNull().default(0),
})

/** Recovery codes of an account. All codes share one salt, so that a typed code is hashed only once. */
export const recoveryCode = pgTable(
  'recovery_code',
  { user_id: ownerId(), salt: text().notNull(), code_hash: text().notNull() },
  (t) => [primaryKey({ columns: [t.user_id, t.code_hash] })],
)

export const passkey = pgTable(
  'passkey',
  {
    id: primaryId(),
    user_id: ownerId(),
    name: text().notNull(),
    credential_id: text().notNull(),
    public_key: text().notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    rp_id: text().notNull(),
    /** One handle for all passkeys of an account lets an authenticator replace its passkey instead of adding one. */
    user_handle: text().notNull(),
    created_at: createdAt(),
    last_used_at: timestamp(),
  },
  (t) => [
    // Index for signing in by passkey.
    uniqueIndex('passkey_credential_key').on(t.credential_id),
    // Index for listing an account's passkeys.
    index('passkey_user').on(t.user_id),
  ],
)

export const loginChallenge = pgTable(
  'login_challenge',
  {
    token_hash: text().primaryKey(),
    user_id: ownerId(),
    remember_me: boolean().notNull(),
    tries_left: integer().notNull(),
    expires_at: timestamp().notNull(),
  },
  (t) => [
    // Index for voiding the login challenges of an account.
    index('login_challenge_user').on(t.user_id),
    // Index for deleting expired login challenges.
    index('login_challenge_expires_at').on(t.expires_at),
  ],
)

/** Random bytes that an authenticator signs once; `user_id` is set for adding a passkey and null for signing in. */
export const passkeyChallenge = pgTable(
  'passkey_challenge',
  {
    challenge: text().primaryKey(),
    user_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    user_handle: text(),
    expires_at: timestamp().notNull(),
  },
  (t) => [
    // Index for voiding the passkey challenges of an account.
    index('passkey_challenge_user').on(t.user_id),
    // Index for deleting expired passkey challenges.
    index('passkey_challenge_expires_at').on(t.expires_at),
  ],
)
