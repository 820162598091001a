import type { DbOrTx } from '#server/db/client.ts'
import { findAlike, findMatches, readQuery } from './queries.ts'
import { isComparable, splitQuery, termsOf, type Term } from './rules.ts'

export type SearchInput = { q: string, nsfw: boolean, limit: number, offset: number }

/** The terms with what may have been meant by each of three characters or more; null where one of these is like no other word. */
async function respell(db: DbOrTx, terms: Term[]): Promise<Term[] | null> {
  const words = terms.map((term) => term.words[0]!).filter(isComparable)
  const alike = new Map(await findAlike(db, words))
  if (words.length === 0 || words.some((word) => !alike.get(word)?.length)) return null
  return terms.map(({ words: [word], isPrefix }) => ({ words: [...new Set([word!, ...(alike.get(word!) ?? [])])], isPrefix }))
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
  const within = { nsfw, newest: query.newest, oldest: query.oldest }
  let found = await findMatches(db, terms, within, viewerId)
  if (found.total === 0) {
    const respelt = await respell(db, terms)
    if (respelt) found = await findMatches(db, respelt, within, viewerId)
  }
  return { ids: found.ids.slice(offset, offset + limit), total: found.total }
}
