import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { emailChange } from '../account/table.ts'
import { invite } from '../invites/table.ts'
import { user } from '../users/table.ts'

/** A login session; deleting the row ends the session in every process, because access tokens refer to the row. */
export const session = pgTable(
  'session',
  {
    id: text().primaryKey(),
    /** Identifies the session in the API instead of the secret `id`. */
    number: integer().notNull().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Browser and operating system according to the user agent; null if the user agent names neither. */
    device: text(),
    network: text(),
    created_at: createdAt(),
    last_seen_at: timestamp(),
    expires_at: timestamp().notNull(),
  },
  (t) => [
    // Index for listing and ending the sessions of a member.
    index('session_user').on(t.user_id),
    // Index for deleting expired sessions.
    index('session_expires_at').on(t.expires_at),
  ],
)

/** A registration without an account; one that waits for an admin (`verified_at`) reserves its user name. */
export const registration = pgTable(
  'registration',
  {
    id: primaryId(),
    username: text().notNull(),
    email: text().notNull(),
    /** Null if the person registers with a sign-in service. */
    password_hash: text(),
    language: text({ enum: ['pl', 'en'] })
      .notNull()
      .default('pl'),
    invite_id: integer().references(() => invite.id, { onDelete: 'set null' }),
    needs_approval: boolean().notNull().default(false),
    question: text(),
    answer: text(),
    terms_version: integer(),
    privacy_policy_version: integer(),
    verified_at: timestamp(),
    created_at: createdAt(),
  },
  (t) => [
    // Unique, since registrations that wait for an admin reserve their user name and their e-mail address.
    uniqueIndex('registration_waiting_username')
      .on(sql`lower(${t.username})`)
      .where(sql`verified_at is not null`),
    uniqueIndex('registration_waiting_email')
      .on(sql`lower(${t.email})`)
      .where(sql`verified_at is not null`),
    // Index for listing the people who registered with an invite.
    index('registration_invite')
      .on(t.invite_id)
      .where(sql`invite_id is not null`),
    // Index for finding the registrations of an e-mail address.
    index('registration_email').on(sql`lower(${t.email})`, t.id),
    // Index for finding a registration by its user name at login.
    index('registration_username').on(sql`lower(${t.username})`, t.id),
    // Index for deleting old registrations.
    index('registration_created_at').on(t.created_at),
  ],
)

/** A link sent by mail. A verification link belongs to its registration until it is used, then to the new account. */
export const emailToken = pgTable(
  'email_token',
  {
    id: primaryId(),
    user_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    registration_id: integer().references(() => registration.id, { onDelete: 'cascade' }),
    email_change_id: integer().references(() => emailChange.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['verify', 'reset', 'email_confirm', 'email_undo'] }).notNull(),
    token_hash: text().notNull(),
    created_at: createdAt(),
    expires_at: timestamp().notNull(),
    used_at: timestamp(),
  },
  (t) => [
    // Index for finding a mailed link by the hash of its token.
    uniqueIndex('email_token_hash_key').on(t.token_hash),
    // Index for voiding an account's older links.
    index('email_token_user').on(t.user_id, t.purpose),
    index('email_token_registration').on(t.registration_id),
    index('email_token_change').on(t.email_change_id),
    // Index for deleting expired links.
    index('email_token_expires_at').on(t.expires_at),
    check('email_token_one_owner', sql`num_nonnulls(user_id, registration_id) = 1`),
  ],
)

/** Proofs of work that registrations have used, kept until they expire. */
export const usedChallenge = pgTable(
  'used_challenge',
  { nonce: text().primaryKey(), expires_at: timestamp().notNull() },
  (t) => [
    // Index for deleting expired proofs of work.
    index('used_challenge_expires_at').on(t.expires_at),
  ],
)

export const adminToken = pgTable(
  'admin_token',
  {
    id: primaryId(),
    token_hash: text().notNull(),
    password_key: text().notNull(),
    /** The account that was signed in when this staff token was created. */
    user_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    /** The session with which an admin opened the panel of a forum without ADMIN_PASSWORD; the token ends with it. */
    session_id: text().references(() => session.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    created_at: createdAt(),
    expires_at: timestamp().notNull(),
  },
  (t) => [
    // Index for checking a staff token.
    uniqueIndex('admin_token_hash_key').on(t.token_hash),
    // Index for deleting expired staff tokens.
    index('admin_token_expires_at').on(t.expires_at),
    // Index for deleting the staff tokens of an account.
    index('admin_token_user').on(t.user_id),
    // Index for deleting the staff tokens of a session that ends.
    index('admin_token_session').on(t.session_id),
  ],
)
