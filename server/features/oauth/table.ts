import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/** The key that signs tokens; `private_key` is sealed. */
export const oauthKey = pgTable(
  'oauth_key',
  {
    id: integer().primaryKey().default(1),
    kid: text().notNull(),
    /** The public key as a JWK. */
    public_key: text().notNull(),
    private_key: text().notNull(),
    created_at: createdAt(),
  },
  () => [check('oauth_key_single', sql`id = 1`)],
)

/** Applications of others that members sign in with. */
export const oauthApplication = pgTable(
  'oauth_application',
  {
    client_id: text().primaryKey(),
    /** The owner; null for an application that registered itself. */
    user_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    url: text().notNull(),
    kind: text({ enum: ['public', 'confidential'] }).notNull(),
    /** SHA-256 of the secret; null for a public application. */
    secret_hash: text(),
    /** Whether a confidential application may call as its owner; a new password of the owner ends that. */
    acts_as_owner: boolean().notNull().default(true),
    redirect_uris: text().array().notNull(),
    scopes: text().array().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    // Serves the list of a member's applications.
    index('oauth_application_user').on(t.user_id),
    // Serves the deletion of unused applications that registered themselves.
    index('oauth_application_ownerless')
      .on(t.created_at)
      .where(sql`user_id is null`),
  ],
)

/** The scopes that members allowed applications. */
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
    // Serves the list of a member's grants, and the look-up of an earlier grant.
    uniqueIndex('oauth_grant_key').on(t.user_id, t.client_id),
    // Serves the deletion of an application.
    index('oauth_grant_client').on(t.client_id),
  ],
)

/**
 * Sign-ins by applications: a code, then the tokens issued for it, which name this row. Deleting the row ends them in
 * every process. A session without a grant belongs to an application that calls as its owner.
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
    /** The audience of the tokens where the application named one. */
    resource: text(),
    nonce: text(),
    /** The time at which the member signed in here. */
    auth_time: timestamp(),
    redirect_uri: text(),
    code_challenge: text(),
    code_hash: text(),
    code_expires_at: timestamp(),
    code_used_at: timestamp(),
    /** Hash of the part that all refresh tokens of the session share, so that a used one is recognised. */
    refresh_family: text(),
    /** Hash of the whole refresh token that is valid now. */
    refresh_hash: text(),
    created_at: createdAt(),
    expires_at: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex('oauth_session_code').on(t.code_hash),
    uniqueIndex('oauth_session_refresh').on(t.refresh_family),
    // Serves the end of a grant.
    index('oauth_session_grant').on(t.grant_id),
    // Serves the deletion of an application, and the look-up of its own session.
    index('oauth_session_client').on(t.client_id),
    uniqueIndex('oauth_session_own')
      .on(t.client_id)
      .where(sql`grant_id is null`),
    // Serves the deletion of an account.
    index('oauth_session_user').on(t.user_id),
    // Serves the deletion of expired devices.
    index('oauth_session_expires_at').on(t.expires_at),
  ],
)

/** Devices such as televisions and terminals that wait until a member has typed their code. */
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
    /** The member who decided; null until then. */
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
    // Serves the deletion of expired devices.
    index('oauth_device_expires_at').on(t.expires_at),
  ],
)
