import type { SearchSort } from '#shared/rules/search-types.ts'
import type { BaseCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { limitedSearch } from './limited.ts'
import {
  findAlike,
  findComments,
  findHidden,
  findPosts,
  loadExcerpts,
  readBounds,
  type Ranking,
  type Scope,
  type Within,
} from './queries.ts'
import type { Query } from './operators.ts'
import {
  isComparable,
  looserWishes,
  relevanceOf,
  splitQuery,
  termsOf,
  withoutStopWords,
  type Asked,
  type Term,
  type Wanted,
} from './rules.ts'
import { readAsked } from './words.ts'

/** A ranking with the terms that found it, which differ from the words of the query where those were misspelt. */
export type Answer = Ranking & { terms: Term[]; isRespelt: boolean }

export type SearchInput = { q: string; nsfw: boolean; limit: number; offset: number }

const NOTHING: Answer = { ids: [], first: [], second: [], isCut: false, terms: [], isRespelt: false }
const NO_MORE: Wanted = { terms: [], titles: [], excluded: [] }
const ANYWHERE: Scope = {
  categoryId: null,
  authorId: null,
  before: [],
  after: [],
  has: [],
  phrases: [],
  timeZone: 'UTC',
}

/** The terms with words spelt alike added, and whether all words are known already; null where a word of three or more characters resembles none. */
async function respell(db: DbOrTx, terms: Term[]): Promise<{ terms: Term[]; isKnown: boolean } | null> {
  const words = terms.map((term) => term.words[0]!).filter(isComparable)
  const alike = new Map(await findAlike(db, words))
  if (words.length === 0 || words.some((word) => !alike.get(word)?.length)) return null
  return {
    terms: terms.map(({ words: [word], ...term }) => ({
      words: [...new Set([word!, ...(alike.get(word!) ?? [])])],
      ...term,
    })),
    isKnown: words.every((word) => alike.get(word)!.includes(word)),
  }
}

/** So many of the first are judged by their texts, which puts them before the rest. */
const JUDGED = 100
const BEFORE_OTHERS = 10

async function judged(db: DbOrTx, ranking: Ranking, terms: Term[]): Promise<Ranking> {
  const { ids, first, second, isCut } = ranking
  if (ids.length < 2 || terms.length === 0) return ranking
  const judge = relevanceOf(terms)
  const excerpts = await loadExcerpts(db, ids.slice(0, JUDGED))
  const relevance = new Map(excerpts.map(({ id, title, excerpt }) => [id, BEFORE_OTHERS + judge(title, excerpt)]))
  const rows = ids.map((id, at) => ({ id, first: relevance.get(id) ?? first[at]!, second: second[at]! }))
  rows.sort((a, b) => b.first - a.first || b.second - a.second || b.id - a.id)
  return {
    ids: rows.map(({ id }) => id),
    first: rows.map((row) => row.first),
    second: rows.map((row) => row.second),
    isCut,
  }
}

/** A new post or comment may bring new forms. */
async function readQuery({ db, caches }: BaseCtx, kind: 'posts' | 'comments', texts: string[]) {
  const bounds = await readBounds(db, kind)
  return {
    ...bounds,
    asked: await caches.searchWords.load(JSON.stringify([kind, bounds.newest, texts]), () => readAsked(db, texts)),
  }
}

type Request = Within & { kind: 'posts' | 'comments'; sort: SearchSort; scope: Scope; typed: Term[]; wanted: Wanted }

type Wish = { terms: Term[]; least?: number; isRespelt?: boolean }

/** Without a match words spelt like those that were typed are searched, and posts that have most of the words. */
async function rank(ctx: BaseCtx, { kind, sort, scope, typed, wanted, ...within }: Request): Promise<Answer> {
  return ctx.caches.searches.load(JSON.stringify([kind, sort, within, scope, typed, wanted]), () =>
    limitedSearch(ctx, async (tx, limit) => {
      async function find({ terms, least, isRespelt = false }: Wish): Promise<Answer> {
        await limit()
        const search = { wanted: { ...wanted, terms: [...terms, ...wanted.terms], least }, scope, sort }
        const found = await (kind === 'posts' ? findPosts(tx, search, within) : findComments(tx, search, within))
        const ranking = kind === 'posts' && sort === 'relevance' ? await judged(tx, found, search.wanted.terms) : found
        return { ...ranking, terms, isRespelt }
      }
      const asked = withoutStopWords(typed)
      const found = await find({ terms: asked })
      if (found.ids.length > 0) return found
      const respelt = await respell(tx, asked)
      const wishes: Wish[] = respelt ? [{ terms: respelt.terms, isRespelt: true }] : []
      const looser = wanted.terms.length + wanted.titles.length > 0 ? [] : looserWishes(asked)
      for (const wish of respelt?.isKnown ? [...looser, ...wishes] : [...wishes, ...looser]) {
        const second = await find(wish)
        if (second.ids.length > 0) return second
      }
      return found
    }),
  )
}

/** Without what is by people whom the viewer blocked. */
async function asSeen({ db, viewer }: BaseCtx, kind: 'posts' | 'comments', answer: Answer): Promise<Answer> {
  const hidden = viewer && answer.ids.length > 0 ? await findHidden(db, kind, answer.ids, viewer.id) : null
  if (!hidden?.size) return answer
  const kept = <T>(values: T[]) => values.filter((_, at) => !hidden.has(answer.ids[at]!))
  return { ...answer, ids: kept(answer.ids), first: kept(answer.first), second: kept(answer.second) }
}

/** Any text is taken for words: other forms of them are found too, and the last may be unfinished. Posts of blocked people are counted, not shown. */
export async function searchPosts(
  ctx: BaseCtx,
  { q, nsfw, limit, offset }: SearchInput,
): Promise<{ ids: number[]; total: number; isCut: boolean }> {
  const { head, last } = splitQuery(q)
  const {
    asked: [words, unfinished],
    newest,
    oldest,
  } = await readQuery(ctx, 'posts', [head, last])
  const typed = termsOf(words!, unfinished!)
  if (typed.length === 0 || newest === null || oldest === null) return { ids: [], total: 0, isCut: false }
  const answer = await rank(ctx, {
    kind: 'posts',
    sort: 'relevance',
    nsfw,
    newest,
    oldest,
    scope: ANYWHERE,
    typed,
    wanted: NO_MORE,
  })
  const { ids } = await asSeen(ctx, 'posts', answer)
  return { ids: ids.slice(offset, offset + limit), total: answer.ids.length, isCut: answer.isCut }
}

type Asking = {
  query: Query
  kind: 'posts' | 'comments'
  sort: SearchSort
  nsfw: boolean
  categoryId: number | null
  authorId: number | null
}

const LETTERS = /^\p{L}+$/u

/** The words of a phrase by which the index is asked: addresses and numbers are other words there than between spaces. */
function phraseTerms(asked: Asked[]): Term[] {
  const plain = asked.filter(({ word }) => LETTERS.test(word))
  // The longest are the rarest; the others are found with the phrase itself.
  const longest = (plain.length > 0 ? plain : asked)
    .toSorted((a, b) => b.word.length - a.word.length)
    .slice(0, MAX_PHRASE_TERMS)
  return longest.map(({ word }) => ({ words: [word], forms: [], isPrefix: false }))
}

const finished = (asked: Asked[]): Term[] => asked.map(({ word, forms }) => ({ words: [word], forms, isPrefix: false }))

const MAX_PHRASE_TERMS = 8

const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** What a query with operators finds. */
export async function search(ctx: BaseCtx, { query, kind, sort, nsfw, categoryId, authorId }: Asking): Promise<Answer> {
  const { words, isOpen, phrases, titles, excluded, before, after, has } = query
  const texts = [
    isOpen ? words.slice(0, -1).join(' ') : words.join(' '),
    isOpen ? words.at(-1)! : '',
    titles.join(' '),
    phrases.join(' '),
    ...excluded,
  ]
  const { asked, newest, oldest } = await readQuery(ctx, kind, texts)
  const [head, last, inTitle, inPhrases, ...without] = asked
  const typed = termsOf(head!, last!)
  const wanted = { terms: phraseTerms(inPhrases!), titles: finished(inTitle!), excluded: without.map(finished) }
  const found = typed.length + wanted.terms.length + wanted.titles.length
  const isNarrowed =
    categoryId !== null || authorId !== null || before.length + after.length + has.length + without.flat().length > 0
  // Punctuation alone is no word.
  if (
    (found === 0 && (!isNarrowed || words.length + phrases.length + titles.length > 0)) ||
    newest === null ||
    oldest === null
  )
    return NOTHING
  const scope = {
    categoryId,
    authorId,
    before,
    after,
    has,
    phrases: phrases.filter(hasWord),
    timeZone: ctx.config.timeZone,
  }
  const answer = await rank(ctx, { kind, sort, nsfw, newest, oldest, scope, typed, wanted })
  return asSeen(ctx, kind, { ...answer, terms: [...answer.terms, ...wanted.terms, ...wanted.titles] })
}
