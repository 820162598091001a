import type { DbOrTx } from '#server/db/client.ts'
import { rankOnce, type Ranking } from './memory.ts'
import { findAlike, findHidden, findMatches, readQuery, type Within } from './queries.ts'
import { isComparable, splitQuery, termsOf, type Term } from './rules.ts'

export type SearchInput = { q: string, nsfw: boolean, limit: number, offset: number }

/** The terms with what may have been meant by each of three characters or more; null where one of these is like no other word. */
async function respell(db: DbOrTx, terms: Term[]): Promise<Term[] | null> {
  const words = terms.map((term) => term.words[0]!).filter(isComparable)
  const alike = new Map(await findAlike(db, words))
  if (words.length === 0 || words.some((word) => !alike.get(word)?.length)) return null
  return terms.map(({ words: [word], isPrefix }) => ({ words: [...new Set([word!, ...(alike.get(word!) ?? [])])], isPrefix }))
}

async function rank(db: DbOrTx, terms: Term[], within: Within): Promise<Ranking> {
  const found = await findMatches(db, terms, within)
  if (found.total > 0) return found
  const respelt = await respell(db, terms)
  return respelt ? findMatches(db, respelt, within) : found
}

/**
 * The ids of a page of the posts that match a query, best first, and how many match, counted up to 1,000. The last word may be
 * unfinished. Where nothing has the words as they are, those spelt alike are looked for. What the viewer (null for a visitor)
 * has blocked is counted, not shown.
 */
export async function searchPosts(
  db: DbOrTx, { q, nsfw, limit, offset }: SearchInput, viewerId: number | null, now: Date,
): Promise<Ranking> {
  const { head, last } = splitQuery(q)
  const query = await readQuery(db, head, last)
  const terms = termsOf(query.head, query.last)
  const { newest, oldest } = query
  if (terms.length === 0 || newest === null || oldest === null) return { ids: [], total: 0 }
  const key = JSON.stringify([nsfw, newest, terms])
  const { ids, total } = await rankOnce(db, key, now, () => rank(db, terms, { nsfw, newest, oldest }))
  const hidden = viewerId === null ? null : await findHidden(db, ids, viewerId)
  const shown = hidden?.size ? ids.filter((id) => !hidden.has(id)) : ids
  return { ids: shown.slice(offset, offset + limit), total }
}
