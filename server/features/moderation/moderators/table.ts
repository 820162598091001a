import { index, integer, pgTable, unique } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { category } from '../../categories/table.ts'
import { user } from '../../users/table.ts'

/** Of two moderators, the one with the smaller `id` is senior. Every moderator is also a member. */
export const categoryModerator = pgTable(
  'category_moderator',
  {
    id: primaryId(),
    category_id: integer()
      .notNull()
      .references(() => category.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [
    unique('category_moderator_key').on(t.category_id, t.user_id),
    index('category_moderator_user').on(t.user_id, t.category_id),
  ],
)

/** An invitation is deleted once it is accepted, declined or withdrawn. */
export const moderatorInvite = pgTable(
  'moderator_invite',
  {
    id: primaryId(),
    category_id: integer()
      .notNull()
      .references(() => category.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    invited_by: integer().references(() => user.id, { onDelete: 'set null' }),
    created_at: createdAt(),
  },
  (t) => [
    unique('moderator_invite_key').on(t.category_id, t.user_id),
    index('moderator_invite_user').on(t.user_id, t.id),
    // Index for deleting the account of a moderator who sent invitations.
    index('moderator_invite_invited_by').on(t.invited_by),
  ],
)
