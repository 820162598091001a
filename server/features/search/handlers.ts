import * as v from 'valibot'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { Highlight, search as contract } from '#shared/api/search.ts'
import { LIMITS } from '#shared/limits.ts'
import { isUsername } from '#shared/rules/username.ts'
import type { BaseCtx, CtxByAccess } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { sharedRead } from '#server/db/driver/shared-read.ts'
import { cursorInteger, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { blockedIds } from '../blocks/queries.ts'
import { findCategoryByName, listCategories } from '../categories/queries.ts'
import { loadComments } from '../comments/queries.ts'
import { type Reader, readerOf } from '../moderation/index.ts'
import { loadCards } from '../posts/queries.ts'
import { searchUsers } from '../users/queries.ts'
import { foldWord, highlight, textOfHtml, wordsOf, type MatchedWords } from './highlights.ts'
import { parseQuery, type Query } from './operators.ts'
import { limitedSearch } from './limited.ts'
import { loadPassages, type Passage } from './passages.ts'
import { findUserId, loadContent } from './queries.ts'
import type { Term } from './rules.ts'
import { search, type SearchResult } from './search.ts'

type Input = v.InferOutput<typeof contract.find.input>
type Output = v.InferInput<typeof contract.find.output>
type Results = Output['results']

const EMPTY_PAGE: Output = { results: [], total: 0, next_cursor: null, corrected: null }

const rankCursor = v.strictTuple([v.number(), v.number(), cursorInteger])

function matchedBy(terms: Term[]): MatchedWords {
  const parts = (words: string[]) => words.flatMap(wordsOf).map(foldWord)
  return {
    words: new Set(terms.flatMap(({ words, forms }) => [...parts(words), ...forms])),
    beginnings: terms.flatMap(({ words, isPrefix }) => (isPrefix ? parts(words) : [])),
  }
}

const contentOf = ({ html, covered, isCutBefore, isCutAfter }: Passage, matched: MatchedWords): Highlight[] => {
  const highlightsOf = highlight(textOfHtml(html, covered), matched, { isCutBefore, isCutAfter })
  return highlightsOf === null ? [] : [{ field: 'content', html: highlightsOf }]
}

function highlightsOf(fields: [field: Highlight['field'], text: string][], matched: MatchedWords): Highlight[] {
  return fields.flatMap(([field, text]) => {
    const html = highlight(text, matched)
    return html === null ? [] : [{ field, html }]
  })
}

/**
 * Replaces each misspelt word by the spelling found in the first result. Returns null if the first result contains
 * every word as typed or in another form.
 */
function correctedQuery({ parts }: Query, { terms }: SearchResult, text: string): string | null {
  const spellings = new Map(wordsOf(text).map((word) => [foldWord(word), word.toLowerCase()]))
  let isCorrected = false
  const correct = (word: string) => {
    const folded = foldWord(word)
    const {
      words: [, ...similar],
      forms,
    } = terms.find(({ words }) => words[0] === folded) ?? { words: [], forms: [] as string[] }
    if (similar.length === 0 || [folded, ...forms].some((form) => spellings.has(form))) return word
    const correction = similar.find((candidate) => spellings.has(candidate)) ?? similar[0]!
    if (forms.includes(correction)) return word
    isCorrected = true
    return spellings.get(correction) ?? correction
  }
  const corrected = parts
    .map(({ text: part, isWord }) => (isWord ? part.replace(/[\p{L}\p{M}\p{N}]+/gu, correct) : part))
    .join(' ')
  return isCorrected ? corrected : null
}

function pageOf({ ids, first, second }: SearchResult, { limit, cursor }: Pick<Input, 'limit' | 'cursor'>) {
  const place = cursor === undefined ? null : decodeCursor(cursor, rankCursor)
  const isBehind = (at: number) => {
    if (!place) return true
    const rank = [first[at]!, second[at]!, ids[at]!]
    const other = rank.findIndex((value, index) => value !== place[index])
    return other !== -1 && rank[other]! < place[other]!
  }
  const start = ids.findIndex((_, at) => isBehind(at))
  const from = start === -1 ? ids.length : start
  const end = Math.min(ids.length, from + limit)
  return {
    ids: ids.slice(from, end),
    next_cursor: end < ids.length ? encodeCursor([first[end - 1]!, second[end - 1]!, ids[end - 1]!]) : null,
  }
}

/** Returns null if there are no names, and undefined if nothing can match: an unknown name, or two different names. */
async function findOnlyOne(
  names: string[],
  find: (name: string) => Promise<number | null>,
): Promise<number | null | undefined> {
  const uniqueNames = [...new Set(names.map((name) => name.toLowerCase()))]
  if (uniqueNames.length === 0) return null
  return uniqueNames.length > 1 ? undefined : ((await find(uniqueNames[0]!)) ?? undefined)
}

async function findTexts(ctx: BaseCtx, input: Input, query: Query, kind: 'posts' | 'comments'): Promise<Output> {
  const [categoryId, authorId] = await Promise.all([
    findOnlyOne(query.communities, async (name) => (await findCategoryByName(ctx.db, name))?.id ?? null),
    findOnlyOne(query.authors, async (name) => (isUsername(name) ? findUserId(ctx.db, name) : null)),
  ])
  if (categoryId === undefined || authorId === undefined) return EMPTY_PAGE
  const result = await search(ctx, { query, kind, sort: input.sort, nsfw: input.nsfw, categoryId, authorId })
  const reader = await readerOf(ctx)
  const { ids } = pageOf(result, input)
  const page = { kind, ids, terms: result.terms, reader }
  const { results, read } = await (reader.id === null ? readShared : readPage)(ctx.db, page)
  const { next_cursor } = pageOf(result, { ...input, limit: read })
  const isCorrected = result.isCorrected && results.length > 0
  const corrected = isCorrected ? correctedQuery(query, result, await textOf(ctx.db, kind, results[0]!.item.id)) : null
  return { results, total: result.ids.length, next_cursor, corrected, ...(result.isCut && CUT) }
}

const CUT = { is_cut: true } as const

async function textOf(db: DbOrTx, kind: 'posts' | 'comments', id: number): Promise<string> {
  const { title, html } = await loadContent(db, kind, id)
  return `${title} ${textOfHtml(html)}`
}

type Page = { kind: 'posts' | 'comments'; ids: number[]; terms: Term[]; reader: Reader }

/**
 * `read` is the number of ids that were read: fewer than requested if long comments fill the page, and more than
 * `results` if posts or comments were deleted.
 */
type ReadPage = { results: Results; read: number }

async function readPage(db: DbOrTx, { kind, ids, terms, reader }: Page): Promise<ReadPage> {
  const matched = matchedBy(terms)
  return kind === 'posts' ? readPosts(db, ids, matched, reader) : readComments(db, ids, matched, reader)
}

async function readPosts(db: DbOrTx, ids: number[], matched: MatchedWords, reader: Reader): Promise<ReadPage> {
  const [cards, passages] = await Promise.all([loadCards(db, ids, reader), loadPassages(db, 'posts', ids, matched)])
  const passageById = new Map(passages.map((passage) => [passage.id, passage]))
  const results = cards.flatMap((item) => {
    const passage = passageById.get(item.id)
    return passage
      ? [{ item, highlights: [...highlightsOf([['title', item.title]], matched), ...contentOf(passage, matched)] }]
      : []
  })
  return { results, read: ids.length }
}

/** Reads comments up to the size limit of a page. */
async function readComments(db: DbOrTx, ids: number[], matched: MatchedWords, reader: Reader): Promise<ReadPage> {
  const passages = await loadPassages(db, 'comments', ids, matched)
  let bytes = 0
  const tooMany = passages.findIndex(({ size }, at) => (bytes += size) > LIMITS.commentPageBytes && at > 0)
  const read = tooMany === -1 ? ids.length : ids.indexOf(passages[tooMany]!.id)
  const passageById = new Map(passages.map((passage) => [passage.id, passage]))
  const comments = await loadComments(db, ids.slice(0, read), reader)
  const results = comments.flatMap((item) => {
    const passage = passageById.get(item.id)
    return passage ? [{ item, highlights: contentOf(passage, matched) }] : []
  })
  return { results, read }
}

const readShared = sharedRead(readPage)

const hasOperators = ({ titles, communities, authors, before, after, has }: Query) =>
  titles.length + communities.length + authors.length + before.length + after.length + has.length > 0

type NamedResult = { item: { id: number }; size: number; fields: [Highlight['field'], string][] }

function pageOfNamedResults(rows: NamedResult[], text: string, { sort, limit, cursor }: Input): Output {
  const from = cursor === undefined ? 0 : decodeCursor(cursor, v.strictTuple([v.pipe(cursorInteger, v.minValue(0))]))[0]
  if (sort === 'new') rows.sort((a, b) => b.item.id - a.item.id)
  if (sort === 'top') rows.sort((a, b) => b.size - a.size || b.item.id - a.item.id)
  const matched = { words: new Set<string>(), beginnings: wordsOf(text).map(foldWord) }
  const results = rows
    .slice(from, from + limit)
    .map(({ item, fields }) => ({ item, highlights: highlightsOf(fields, matched) })) as Results
  return {
    results,
    total: rows.length,
    next_cursor: from + limit < rows.length ? encodeCursor([from + limit]) : null,
    corrected: null,
    ...(rows.length >= LIMITS.searchTotal && CUT),
  }
}

async function findCommunities(ctx: BaseCtx, input: Input, text: string): Promise<Output> {
  const { categories } = await limitedSearch(ctx, (tx) =>
    listCategories(tx, { search: text, nsfw: input.nsfw, limit: LIMITS.searchTotal, offset: 0 }),
  )
  return pageOfNamedResults(
    categories.map((item) => ({
      item,
      size: item.member_count,
      fields: [
        ['display_name', item.display_name],
        ['description', item.description],
      ],
    })),
    text,
    input,
  )
}

async function findUsers(ctx: BaseCtx, input: Input, text: string): Promise<Output> {
  const name = text.replace(/^(@|\/?u\/)/i, '')
  const [users, blocked] = await Promise.all([
    limitedSearch(ctx, (tx) => searchUsers(tx, name, { limit: LIMITS.searchTotal, offset: 0 })),
    ctx.viewer ? blockedIds(ctx.db, ctx.viewer.id) : ([] as number[]),
  ])
  const visible = users.filter(({ id }) => !blocked.includes(id))
  return pageOfNamedResults(
    visible.map((item) => ({ item, size: item.karma, fields: [['username', item.username]] })),
    text,
    input,
  )
}

export const searchHandlers: HandlersOf<typeof contract, CtxByAccess> = {
  find: async (ctx, input) => {
    const query = parseQuery(input.q)
    if (query.parts.length === 0) return EMPTY_PAGE
    if (input.in) query.communities.push(input.in)
    if (input.author) query.authors.push(input.author)
    if (input.type === 'posts' || input.type === 'comments') return findTexts(ctx, input, query, input.type)
    const text = [...query.words, ...query.phrases].join(' ')
    if (text === '' || hasOperators(query)) return EMPTY_PAGE
    return input.type === 'communities' ? findCommunities(ctx, input, text) : findUsers(ctx, input, text)
  },
}
