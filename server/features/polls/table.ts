import { foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { post } from '../posts/table.ts'
import { user } from '../users/table.ts'

/** The options of a poll are in the order of ids. */
export const pollOption = pgTable(
  'poll_option',
  {
    id: primaryId(),
    post_id: integer()
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    votes: integer().notNull().default(0),
  },
  (t) => [unique('poll_option_of_post').on(t.post_id, t.id)],
)

/** Deleting an account deletes its votes, but the vote counts of the options stay. */
export const pollVote = pgTable(
  'poll_vote',
  {
    post_id: integer().notNull(),
    user_id: integer()
      .notNull()
      .references(() => user.id),
    option_id: integer().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.post_id, t.user_id] }),
    foreignKey({
      columns: [t.post_id, t.option_id],
      foreignColumns: [pollOption.post_id, pollOption.id],
      name: 'poll_vote_option_fk',
    }).onDelete('cascade'),
    // Index for deleting the poll votes of an account.
    index('poll_vote_user').on(t.user_id),
  ],
)
