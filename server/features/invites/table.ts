import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/**
 * A code by which up to `uses` people register, made by an admin or a member. `accounts` counts those made with it.
 * Somebody who is registered but has no account yet also takes a use, as long as the registration exists.
 */
export const invite = pgTable(
  'invite',
  {
    id: primaryId(),
    code: text().notNull(),
    uses: integer().notNull(),
    accounts: integer().notNull().default(0),
    note: text().notNull().default(''),
    /** Null for an admin without an account. */
    creator_id: integer().references(() => user.id, { onDelete: 'set null' }),
    by_admin: boolean().notNull(),
    created_at: createdAt(),
    expires_at: timestamp(),
    revoked_at: timestamp(),
  },
  (t) => [
    // Serves the link with the code.
    uniqueIndex('invite_code_key').on(t.code),
    // Serves the invites of a member, and the count of this month.
    index('invite_creator').on(t.creator_id, t.id),
  ],
)

export const invitedMember = pgTable(
  'invited_member',
  {
    user_id: integer()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    invite_id: integer()
      .notNull()
      .references(() => invite.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [
    // Serves the list of people who registered by an invite.
    index('invited_member_invite').on(t.invite_id, t.user_id),
  ],
)
