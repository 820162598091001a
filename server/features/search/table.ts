import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { comment } from '../comments/table.ts'
import { primaryId, timestamp, tsvector } from '#server/db/columns.ts'

/** The words of all posts and comments, added by triggers. */
export const searchWord = pgTable('search_word', { word: text().primaryKey() }, (t) => [
  // Index for finding forms of words that the dictionary does not have.
  index('search_word_stem').on(sql`f_search_stem(${t.word})`),
  // Index for finding similarly spelt words, to suggest corrections.
  index('search_word_trgm').using('gin', t.word.op('gin_trgm_ops')),
])

/**
 * Words that a text lost by an edit or erasure, added by triggers. The job `forget_words` deletes those from the
 * vocabulary that no text contains, and sets `forgotten_at`.
 */
export const lostWord = pgTable(
  'lost_word',
  { id: primaryId(), word: text().notNull(), forgotten_at: timestamp() },
  (t) => [
    // Index for finding words that the job has not checked yet, or has to check a second time.
    index('lost_word_forgotten_at').on(t.forgotten_at, t.id),
  ],
)

/**
 * A trigger writes this table, which is separate because a vote rewrites the comment's row with all its index entries.
 */
export const commentSearch = pgTable(
  'comment_search',
  {
    comment_id: integer()
      .primaryKey()
      .references(() => comment.id, { onDelete: 'cascade' }),
    search: tsvector().notNull(),
  },
  (t) => [index('comment_search_words').using('gin', t.search).with({ fastupdate: false })],
)
