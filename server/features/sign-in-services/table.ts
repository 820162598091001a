import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { SIGN_IN_SERVICES } from '#shared/rules/sign-in-services.ts'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { registration } from '../auth/table.ts'
import { category } from '../categories/table.ts'
import { user } from '../users/table.ts'

/**
 * Services by which accounts sign in. `issuer` and `subject` identify a person; the address is only the one that the
 * service gave when it was linked. Before the account is made the row belongs to its registration.
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
    // Serves sign-ins.
    uniqueIndex('linked_service_identity')
      .on(t.issuer, t.subject)
      .where(sql`user_id is not null`),
    // Serves the services of an account.
    index('linked_service_user').on(t.user_id),
    index('linked_service_registration')
      .on(t.registration_id)
      .where(sql`registration_id is not null`),
    check('linked_service_one_owner', sql`num_nonnulls(user_id, registration_id) = 1`),
  ],
)

/** Memberships that follow from a group of the OpenID Connect provider, and end with it. */
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
    // Serves the erasure of a community.
    index('group_membership_category').on(t.category_id),
  ],
)
