import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/** A code with which up to `uses` people can register; `accounts` counts the completed registrations. */
export const invite = pgTable(
  'invite',
  {
    id: primaryId(),
    code: text().notNull(),
    uses: integer().notNull(),
    accounts: integer().notNull().default(0),
    note: text().notNull().default(''),
    /** Null if an admin without an account created the invite. */
    creator_id: integer().references(() => user.id, { onDelete: 'set null' }),
    by_admin: boolean().notNull(),
    created_at: createdAt(),
    expires_at: timestamp(),
    revoked_at: timestamp(),
  },
  (t) => [
    // Index for registering with a code.
    uniqueIndex('invite_code_key').on(t.code),
    // Index for listing a member's invites and checking the monthly limit.
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
    // Index for listing the members registered with an invite.
    index('invited_member_invite').on(t.invite_id, t.user_id),
  ],
)
