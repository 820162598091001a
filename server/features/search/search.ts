import { LIFETIME } from '#shared/limits.ts'
import type { SearchSort } from '#shared/rules/search-types.ts'
import type { BaseCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { declareCache } from '#server/lib/caches.ts'
import { concernsContent } from '#server/lib/invalidations.ts'
import { limitedSearch } from './limited.ts'
import {
  findSimilarWords,
  findComments,
  findBlockedIds,
  findPosts,
  loadExcerpts,
  readBounds,
  type Ranking,
  type Scope,
  type SearchRange,
} from './queries.ts'
import type { Query } from './operators.ts'
import {
  isComparable,
  relaxedQueries,
  relevanceOf,
  splitQuery,
  termsOf,
  withoutStopWords,
  type Token,
  type Term,
  type Criteria,
} from './rules.ts'
import { readTokens } from './words.ts'

/** The terms differ from the words of the query if the spelling was corrected. */
export type SearchResult = Ranking & { terms: Term[]; isCorrected: boolean }

type SearchInput = { q: string; nsfw: boolean; limit: number; offset: number }

const EMPTY_RESULT: SearchResult = { ids: [], first: [], second: [], isCut: false, terms: [], isCorrected: false }
const NO_CRITERIA: Criteria = { terms: [], titles: [], excluded: [] }
const ANYWHERE: Scope = {
  categoryId: null,
  authorId: null,
  before: [],
  after: [],
  has: [],
  phrases: [],
  timeZone: 'UTC',
}

/** All pages of a result are cut from one ranking; posts deleted while it is cached are counted, but not shown. */
export const searches = declareCache<SearchResult>('searches', {
  ttlMs: LIFETIME.searchCache,
  maxEntries: 500,
  isOutdatedBy: concernsContent,
})

const searchWords = declareCache<Token[][]>('search words', {
  ttlMs: LIFETIME.searchCache,
  maxEntries: 500,
  isOutdatedBy: concernsContent,
})

/**
 * Corrects terms with at least three letters. Returns null if there are none, or one of them has no similar word in the
 * vocabulary. `isKnown` is true if the vocabulary has all of them as typed.
 */
async function correctSpelling(db: DbOrTx, terms: Term[]): Promise<{ terms: Term[]; isKnown: boolean } | null> {
  const words = terms.map((term) => term.words[0]!).filter(isComparable)
  const similar = new Map(await findSimilarWords(db, words))
  if (words.length === 0 || words.some((word) => !similar.get(word)?.length)) return null
  return {
    terms: terms.map(({ words: [word], ...term }) => ({
      words: [...new Set([word!, ...(similar.get(word!) ?? [])])],
      ...term,
    })),
    isKnown: words.every((word) => similar.get(word)!.includes(word)),
  }
}

/** The first RERANK_TOP results are sorted again by relevance; RERANK_BOOST keeps them ahead of all others. */
const RERANK_TOP = 100
const RERANK_BOOST = 10

async function rerank(db: DbOrTx, ranking: Ranking, terms: Term[]): Promise<Ranking> {
  const { ids, first, second, isCut } = ranking
  if (ids.length < 2 || terms.length === 0) return ranking
  const relevanceOfText = relevanceOf(terms)
  const excerpts = await loadExcerpts(db, ids.slice(0, RERANK_TOP))
  const relevance = new Map(
    excerpts.map(({ id, title, excerpt }) => [id, RERANK_BOOST + relevanceOfText(title, excerpt)]),
  )
  const rows = ids.map((id, at) => ({ id, first: relevance.get(id) ?? first[at]!, second: second[at]! }))
  rows.sort((a, b) => b.first - a.first || b.second - a.second || b.id - a.id)
  return {
    ids: rows.map(({ id }) => id),
    first: rows.map((row) => row.first),
    second: rows.map((row) => row.second),
    isCut,
  }
}

/** The cache key includes the newest id, because a new post or comment may add forms to the vocabulary. */
async function readQuery({ db, caches }: BaseCtx, kind: 'posts' | 'comments', texts: string[]) {
  const bounds = await readBounds(db, kind)
  return {
    ...bounds,
    tokens: await caches
      .of(searchWords)
      .load(JSON.stringify([kind, bounds.newest, texts]), () => readTokens(db, texts)),
  }
}

type Request = SearchRange & {
  kind: 'posts' | 'comments'
  sort: SearchSort
  scope: Scope
  queryTerms: Term[]
  criteria: Criteria
}

type Relaxation = { terms: Term[]; minMatch?: number; isCorrected?: boolean }

/** Tries corrected spelling and relaxed queries if nothing matches. */
async function rank(
  ctx: BaseCtx,
  { kind, sort, scope, queryTerms, criteria, ...within }: Request,
): Promise<SearchResult> {
  return ctx.caches.of(searches).load(JSON.stringify([kind, sort, within, scope, queryTerms, criteria]), () =>
    limitedSearch(ctx, async (tx, limit) => {
      async function find({ terms, minMatch, isCorrected = false }: Relaxation): Promise<SearchResult> {
        await limit()
        const search = { criteria: { ...criteria, terms: [...terms, ...criteria.terms], minMatch }, scope, sort }
        const found = await (kind === 'posts' ? findPosts(tx, search, within) : findComments(tx, search, within))
        const ranking =
          kind === 'posts' && sort === 'relevance' ? await rerank(tx, found, search.criteria.terms) : found
        return { ...ranking, terms, isCorrected }
      }
      const tokens = withoutStopWords(queryTerms)
      const found = await find({ terms: tokens })
      if (found.ids.length > 0) return found
      const corrected = await correctSpelling(tx, tokens)
      const corrections: Relaxation[] = corrected ? [{ terms: corrected.terms, isCorrected: true }] : []
      const relaxed = criteria.terms.length + criteria.titles.length > 0 ? [] : relaxedQueries(tokens)
      for (const relaxation of corrected?.isKnown ? [...relaxed, ...corrections] : [...corrections, ...relaxed]) {
        const second = await find(relaxation)
        if (second.ids.length > 0) return second
      }
      return found
    }),
  )
}

async function withoutBlocked(
  { db, viewer }: BaseCtx,
  kind: 'posts' | 'comments',
  result: SearchResult,
): Promise<SearchResult> {
  const hiddenIds = viewer && result.ids.length > 0 ? await findBlockedIds(db, kind, result.ids, viewer.id) : null
  if (!hiddenIds?.size) return result
  const visible = <T>(values: T[]) => values.filter((_, at) => !hiddenIds.has(result.ids[at]!))
  return { ...result, ids: visible(result.ids), first: visible(result.first), second: visible(result.second) }
}

/**
 * Searches by plain text without operators; the last word may be unfinished. Posts of blocked users are counted but not
 * shown.
 */
export async function searchPosts(
  ctx: BaseCtx,
  { q, nsfw, limit, offset }: SearchInput,
): Promise<{ ids: number[]; total: number; isCut: boolean }> {
  const { head, last } = splitQuery(q)
  const {
    tokens: [words, unfinished],
    newest,
    oldest,
  } = await readQuery(ctx, 'posts', [head, last])
  const queryTerms = termsOf(words!, unfinished!)
  if (queryTerms.length === 0 || newest === null || oldest === null) return { ids: [], total: 0, isCut: false }
  const result = await rank(ctx, {
    kind: 'posts',
    sort: 'relevance',
    nsfw,
    newest,
    oldest,
    scope: ANYWHERE,
    queryTerms,
    criteria: NO_CRITERIA,
  })
  const { ids } = await withoutBlocked(ctx, 'posts', result)
  return { ids: ids.slice(offset, offset + limit), total: result.ids.length, isCut: result.isCut }
}

type SearchRequest = {
  query: Query
  kind: 'posts' | 'comments'
  sort: SearchSort
  nsfw: boolean
  categoryId: number | null
  authorId: number | null
}

const LETTERS = /^\p{L}+$/u

/** Words of letters only are preferred, because the index splits URLs and numbers differently. */
function phraseTerms(tokens: Token[]): Term[] {
  const plain = tokens.filter(({ word }) => LETTERS.test(word))
  // The longest words are usually the rarest; the phrase itself is compared with the text.
  const longest = (plain.length > 0 ? plain : tokens)
    .toSorted((a, b) => b.word.length - a.word.length)
    .slice(0, MAX_PHRASE_TERMS)
  return longest.map(({ word }) => ({ words: [word], forms: [], isPrefix: false }))
}

const finishedTerms = (tokens: Token[]): Term[] =>
  tokens.map(({ word, forms }) => ({ words: [word], forms, isPrefix: false }))

const MAX_PHRASE_TERMS = 8

const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text)

export async function search(
  ctx: BaseCtx,
  { query, kind, sort, nsfw, categoryId, authorId }: SearchRequest,
): Promise<SearchResult> {
  const { words, isOpen, phrases, titles, excluded, before, after, has } = query
  const texts = [
    isOpen ? words.slice(0, -1).join(' ') : words.join(' '),
    isOpen ? words.at(-1)! : '',
    titles.join(' '),
    phrases.join(' '),
    ...excluded,
  ]
  const { tokens, newest, oldest } = await readQuery(ctx, kind, texts)
  const [head, last, inTitle, inPhrases, ...without] = tokens
  const queryTerms = termsOf(head!, last!)
  const criteria = {
    terms: phraseTerms(inPhrases!),
    titles: finishedTerms(inTitle!),
    excluded: without.map(finishedTerms),
  }
  const found = queryTerms.length + criteria.terms.length + criteria.titles.length
  const isNarrowed =
    categoryId !== null || authorId !== null || before.length + after.length + has.length + without.flat().length > 0
  // A query of punctuation alone has no words and finds nothing.
  if (
    (found === 0 && (!isNarrowed || words.length + phrases.length + titles.length > 0)) ||
    newest === null ||
    oldest === null
  )
    return EMPTY_RESULT
  const scope = {
    categoryId,
    authorId,
    before,
    after,
    has,
    phrases: phrases.filter(hasWord),
    timeZone: ctx.config.timeZone,
  }
  const result = await rank(ctx, { kind, sort, nsfw, newest, oldest, scope, queryTerms, criteria })
  return withoutBlocked(ctx, kind, { ...result, terms: [...result.terms, ...criteria.terms, ...criteria.titles] })
}
