import type { DbOrTx } from '#server/db/client.ts'
import { findAlike, findMatches, readQuery } from './queries.ts'
import { isComparable, splitQuery, termsOf, type Term } from './rules.ts'

export type SearchInput = { q: string, nsfw: boolean, limit: number, offset: number }

/** The terms with what may have been meant by each; null where a word is like no other. */
async function respell(db: DbOrTx, terms: Term[]): Promise<Term[] | null> {
  const words = terms.map((term) => term.words[0]!)
  if (!words.every(isComparable)) return null
  const alike = await findAlike(db, words)
  if (alike.some((found) => found.length === 0)) return null
  return terms.map((term, at) => ({ words: [...new Set([...term.words, ...alike[at]!])], isPrefix: term.isPrefix }))
}

/**
 * The ids of a page of the posts that match a query, best first, and how many match, counted up to 1,000. The last word may be
 * unfinished. Where nothing has the words as they are, those spelt alike are looked for.
 */
export async function searchPosts(
  db: DbOrTx, { q, nsfw, limit, offset }: SearchInput, viewerId: number | null,
): Promise<{ ids: number[], total: number }> {
  const { head, last } = splitQuery(q)
  const query = await readQuery(db, head, last)
  const terms = termsOf(query.head, query.last)
  if (terms.length === 0 || query.newest === null || query.oldest === null) return { ids: [], total: 0 }
  const within = { nsfw, newest: query.newest, oldest: query.oldest, viewerId }
  let found = await findMatches(db, terms, within)
  if (found.total === 0) {
    const respelt = await respell(db, terms)
    if (respelt) found = await findMatches(db, respelt, within)
  }
  return { ids: found.ids.slice(offset, offset + limit), total: found.total }
}
