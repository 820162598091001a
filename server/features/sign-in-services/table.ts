import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { SIGN_IN_SERVICES } from '#shared/rules/sign-in-services.ts'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { registration } from '../auth/table.ts'
import { category } from '../categories/table.ts'
import { user } from '../users/table.ts'

/**
 * `issuer` and `subject` identify a person; `email` is what the service sent at the time of linking. Until the account
 * exists, the row belongs to a registration.
 */
export const linkedService = pgTable(
  'linked_service',
  {
    id: primaryId(),
    user_id: integer().references(() => user.id, { onDelete: 'cascade' }),
    registration_id: integer().references(() => registration.id, { onDelete: 'cascade' }),
    service: text({ enum: SIGN_IN_SERVICES }).notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text(),
    created_at: createdAt(),
    last_used_at: timestamp(),
  },
  (t) => [
    // Index for signing in; an identity at a sign-in service can be linked to one account only.
    uniqueIndex('linked_service_identity')
      .on(t.issuer, t.subject)
      .where(sql`user_id is not null`),
    index('linked_service_user').on(t.user_id),
    index('linked_service_registration')
      .on(t.registration_id)
      .where(sql`registration_id is not null`),
    check('linked_service_one_owner', sql`num_nonnulls(user_id, registration_id) = 1`),
  ],
)

/** Memberships that come from a group at the provider and end with the membership in the group. */
export const groupMembership = pgTable(
  'group_membership',
  {
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    category_id: integer()
      .notNull()
      .references(() => category.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.category_id] }),
    // Index for erasing a community with its group memberships.
    index('group_membership_category').on(t.category_id),
  ],
)
