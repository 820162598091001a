import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'

/** The words of posts, added by a trigger: a search finds the forms of a word among them, and spelling correction proposes them. */
export const searchWord = pgTable('search_word', {
  word: text().primaryKey(),
}, (t) => [
  index('search_word_stem').on(sql`f_search_stem(${t.word})`),
  index('search_word_trgm').using('gin', t.word.op('gin_trgm_ops')),
])
