import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { comment } from '../comments/table.ts'
import { primaryId, timestamp, tsvector } from '#server/db/columns.ts'

/**
 * Vocabulary: the words of all posts and comments, added by triggers. Searches look up forms of words in it, and
 * spelling correction looks up suggestions.
 */
export const searchWord = pgTable('search_word', { word: text().primaryKey() }, (t) => [
  // Index for finding forms of words that the dictionary does not have.
  index('search_word_stem').on(sql`f_search_stem(${t.word})`),
  // Index for finding similarly spelt words, to suggest corrections.
  index('search_word_trgm').using('gin', t.word.op('gin_trgm_ops')),
])

/**
 * Words that a text lost by an edit or erasure. Triggers insert them (`note_words_of_changed`,
 * `index_changed_comment`). The job `forget_words` checks each word, and deletes it from the vocabulary if no text
 * contains it any more. `forgotten_at` is null until the job has checked the word.
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
 * Search index of comments, written by a trigger (`f_comment_search_vector`). A separate table, because a vote rewrites
 * the comment's row with all its index entries.
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
