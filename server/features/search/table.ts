import { index, pgTable, text } from 'drizzle-orm/pg-core'

/** Every word that a post was ever searched by, noted by a trigger: what a misspelt one may have meant. */
export const searchWord = pgTable('search_word', {
  word: text().primaryKey(),
}, (t) => [
  index('search_word_trgm').using('gin', t.word.op('gin_trgm_ops')),
])
