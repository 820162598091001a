import { index, pgTable, text } from 'drizzle-orm/pg-core'

/** The words of posts, added by a trigger; spelling correction proposes them. */
export const searchWord = pgTable('search_word', {
  word: text().primaryKey(),
}, (t) => [
  index('search_word_trgm').using('gin', t.word.op('gin_trgm_ops')),
])
