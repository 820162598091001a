import type { BaseCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { findAlike, findHidden, findMatches, readQuery, type Within } from './queries.ts'
import { isComparable, splitQuery, termsOf, type Term } from './rules.ts'

export type Ranking = { ids: number[], total: number }

export type SearchInput = { q: string, nsfw: boolean, limit: number, offset: number }

/** The terms with words spelt alike added; null where a word of three or more characters resembles none. */
async function respell(db: DbOrTx, terms: Term[]): Promise<Term[] | null> {
  const words = terms.map((term) => term.words[0]!).filter(isComparable)
  const alike = new Map(await findAlike(db, words))
  if (words.length === 0 || words.some((word) => !alike.get(word)?.length)) return null
  return terms.map(({ words: [word], ...term }) => ({ words: [...new Set([word!, ...(alike.get(word!) ?? [])])], ...term }))
}

async function rank(db: DbOrTx, terms: Term[], within: Within): Promise<Ranking> {
  const found = await findMatches(db, terms, within)
  if (found.total > 0) return found
  const respelt = await respell(db, terms)
  return respelt ? findMatches(db, respelt, within) : found
}

/** Other forms of the words are found too, and the last may be unfinished. Without a match words spelt alike are searched. Posts of blocked people are counted, not shown. */
export async function searchPosts({ db, caches, viewer }: BaseCtx, { q, nsfw, limit, offset }: SearchInput): Promise<Ranking> {
  const { head, last } = splitQuery(q)
  const query = await readQuery(db, head, last)
  const terms = termsOf(query.head, query.last)
  const { newest, oldest } = query
  if (terms.length === 0 || newest === null || oldest === null) return { ids: [], total: 0 }
  const key = JSON.stringify([nsfw, newest, terms])
  const { ids, total } = await caches.searches.load(key, () => rank(db, terms, { nsfw, newest, oldest }))
  const hidden = viewer && await findHidden(db, ids, viewer.id)
  const shown = hidden?.size ? ids.filter((id) => !hidden.has(id)) : ids
  return { ids: shown.slice(offset, offset + limit), total }
}
