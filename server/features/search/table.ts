import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { comment } from '../comments/table.ts'
import { primaryId, timestamp, tsvector } from '#server/db/columns.ts'

/**
 * The words of posts, added by a trigger: a search finds the forms of a word among them, and spelling correction
 * proposes them.
 */
export const searchWord = pgTable('search_word', { word: text().primaryKey() }, (t) => [
  // Finds forms of a word that the dictionary does not have.
  index('search_word_stem').on(sql`f_search_stem(${t.word})`),
  // Finds corrections of misspelt words.
  index('search_word_trgm').using('gin', t.word.op('gin_trgm_ops')),
])

/**
 * Words that a text has lost, written by triggers (`note_words_of_changed`, `index_changed_comment`). The job
 * `forget_words` deletes those that no text has; `forgotten_at` is null until it checks the word.
 */
export const lostWord = pgTable(
  'lost_word',
  { id: primaryId(), word: text().notNull(), forgotten_at: timestamp() },
  (t) => [
    // Finds words to check, and to check again.
    index('lost_word_forgotten_at').on(t.forgotten_at, t.id),
  ],
)

/**
 * Search index of comments, written by a trigger (`f_comment_search_vector`). Apart from `comment`, because votes
 * rewrite all index entries of a row.
 */
export const commentSearch = pgTable(
  'comment_search',
  {
    comment_id: integer()
      .primaryKey()
      .references(() => comment.id, { onDelete: 'cascade' }),
    search: tsvector().notNull(),
  },
  (t) => [
    // Serves searches by words.
    index('comment_search_words').using('gin', t.search).with({ fastupdate: false }),
  ],
)
