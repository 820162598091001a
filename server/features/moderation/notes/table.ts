import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { category } from '../../categories/table.ts'
import { user } from '../../users/table.ts'

/** Notes of admins have a null `category_id`. */
export const moderatorNote = pgTable(
  'moderator_note',
  {
    id: primaryId(),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    category_id: integer().references(() => category.id, { onDelete: 'cascade' }),
    by_id: integer().references(() => user.id, { onDelete: 'set null' }),
    text: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    // Index for the notes about a member.
    index('moderator_note_user').on(t.user_id, t.category_id, t.id),
    index('moderator_note_category').on(t.category_id),
    // Index for deleting the account of a moderator who wrote notes.
    index('moderator_note_by').on(t.by_id),
  ],
)
