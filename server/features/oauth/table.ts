import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/** The key that signs tokens; `private_key` is encrypted. */
export const oauthKey = pgTable(
  'oauth_key',
  {
    id: integer().primaryKey().default(1),
    kid: text().notNull(),
    public_key: text().notNull(),
    private_key: text().notNull(),
    created_at: createdAt(),
  },
  () => [check('oauth_key_single', sql`id = 1`)],
)

export const oauthApplication = pgTable(
  'oauth_application',
  {
    client_id: text().primaryKey(),
    /** Null for a self-registered application. */
    user_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    url: text().notNull(),
    kind: text({ enum: ['public', 'confidential'] }).notNull(),
    /** SHA-256 of the client secret; null for a public application. */
    secret_hash: text(),
    /**
     * Whether a confidential application may call on behalf of its owner; false after the owner changes their password.
     */
    acts_as_owner: boolean().notNull().default(true),
    redirect_uris: text().array().notNull(),
    scopes: text().array().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('oauth_application_user').on(t.user_id),
    // Index for the deletion of unused self-registered applications.
    index('oauth_application_ownerless')
      .on(t.created_at)
      .where(sql`user_id is null`),
  ],
)

export const oauthGrant = pgTable(
  'oauth_grant',
  {
    id: primaryId(),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    client_id: text()
      .notNull()
      .references(() => oauthApplication.client_id, { onDelete: 'cascade' }),
    scopes: text().array().notNull(),
    created_at: createdAt(),
    last_used_at: timestamp(),
  },
  (t) => [
    // Index for a member's grants and for upserting a grant.
    uniqueIndex('oauth_grant_key').on(t.user_id, t.client_id),
    // Index for deleting an application with its grants.
    index('oauth_grant_client').on(t.client_id),
  ],
)

/**
 * Tokens contain the id of this row, so that deleting it revokes them in every process. A session without a grant
 * belongs to an application that calls on behalf of its owner.
 */
export const oauthSession = pgTable(
  'oauth_session',
  {
    id: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    client_id: text()
      .notNull()
      .references(() => oauthApplication.client_id, { onDelete: 'cascade' }),
    grant_id: integer().references(() => oauthGrant.id, { onDelete: 'cascade' }),
    scopes: text().array().notNull(),
    /** The audience of the tokens, if the application requested one. */
    resource: text(),
    nonce: text(),
    /** Time of the member's last login before the grant: the claim `auth_time` of OpenID Connect. */
    auth_time: timestamp(),
    redirect_uri: text(),
    code_challenge: text(),
    code_hash: text(),
    code_expires_at: timestamp(),
    code_used_at: timestamp(),
    /** Hash of the first part of the session's refresh tokens, by which a reused token is recognised. */
    refresh_family: text(),
    refresh_hash: text(),
    created_at: createdAt(),
    expires_at: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex('oauth_session_code').on(t.code_hash),
    uniqueIndex('oauth_session_refresh').on(t.refresh_family),
    // Index for deleting a grant with its sessions.
    index('oauth_session_grant').on(t.grant_id),
    // Indexes for deleting an application, and for finding the session with which it calls on behalf of its owner.
    index('oauth_session_client').on(t.client_id),
    uniqueIndex('oauth_session_own')
      .on(t.client_id)
      .where(sql`grant_id is null`),
    // Index for deleting an account with its application sessions.
    index('oauth_session_user').on(t.user_id),
    // Index for deleting expired application sessions.
    index('oauth_session_expires_at').on(t.expires_at),
  ],
)

/** Devices such as televisions and terminals that wait until a member enters their code in a browser. */
export const oauthDevice = pgTable(
  'oauth_device',
  {
    id: primaryId(),
    client_id: text()
      .notNull()
      .references(() => oauthApplication.client_id, { onDelete: 'cascade' }),
    device_hash: text().notNull(),
    user_code: text().notNull(),
    scopes: text().array().notNull(),
    resource: text(),
    /** Null until the member allows or denies the device. */
    user_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    decision: text({ enum: ['allow', 'deny'] }),
    auth_time: timestamp(),
    polled_at: timestamp(),
    created_at: createdAt(),
    expires_at: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex('oauth_device_hash_key').on(t.device_hash),
    uniqueIndex('oauth_device_user_code_key').on(t.user_code),
    index('oauth_device_client').on(t.client_id),
    index('oauth_device_user').on(t.user_id),
    // Index for deleting expired device codes.
    index('oauth_device_expires_at').on(t.expires_at),
  ],
)
