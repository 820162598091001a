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
import { readerOf } from '../moderation/reader.ts'
import type { Reader } from '../moderation/rights.ts'
import { loadCards } from '../posts/queries.ts'
import { searchUsers } from '../users/queries.ts'
import { foldWord, highlight, textOfHtml, wordsOf, type Found } from './highlights.ts'
import { parseQuery, type Query } from './operators.ts'
import { findUserId, loadPostTexts } from './queries.ts'
import type { Term } from './rules.ts'
import { search, type Answer } from './search.ts'

type Input = v.InferOutput<typeof contract.find.input>
type Output = v.InferInput<typeof contract.find.output>
type Results = Output['results']

const NOTHING: Output = { results: [], total: 0, next_cursor: null, corrected: null }

const rankCursor = v.strictTuple([v.number(), v.number(), cursorInteger])

function foundBy(terms: Term[]): Found {
  const parts = (words: string[]) => words.flatMap(wordsOf).map(foldWord)
  return {
    words: new Set(terms.flatMap(({ words, forms }) => [...parts(words), ...forms])),
    beginnings: terms.flatMap(({ words, isPrefix }) => (isPrefix ? parts(words) : [])),
  }
}

function marked(fields: [field: Highlight['field'], text: string][], found: Found): Highlight[] {
  return fields.flatMap(([field, text]) => {
    const html = highlight(text, found)
    return html === null ? [] : [{ field, html }]
  })
}

/**
 * The query with the words that were found in the first result in place of those that were misspelt; null where all were spelt as there, or as
 * another form of a word there.
 */
function correctedQuery({ parts }: Query, { terms }: Answer, text: string): string | null {
  const spelt = new Map(wordsOf(text).map((word) => [foldWord(word), word.toLowerCase()]))
  let isCorrected = false
  const correct = (word: string) => {
    const asked = foldWord(word)
    const { words: [, ...alike], forms } = terms.find(({ words }) => words[0] === asked) ?? { words: [], forms: [] as string[] }
    if (alike.length === 0 || [asked, ...forms].some((form) => spelt.has(form))) return word
    const meant = alike.find((candidate) => spelt.has(candidate)) ?? alike[0]!
    if (forms.includes(meant)) return word
    isCorrected = true
    return spelt.get(meant) ?? meant
  }
  const corrected = parts.map(({ text: part, isWord }) => (isWord ? part.replace(/[\p{L}\p{M}\p{N}]+/gu, correct) : part)).join(' ')
  return isCorrected ? corrected : null
}

/** The ids behind the cursor, one more than a page. */
function pageOf({ ids, first, second }: Answer, { limit, cursor }: Input) {
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
  return { ids: ids.slice(from, end), next_cursor: end < ids.length ? encodeCursor([first[end - 1]!, second[end - 1]!, ids[end - 1]!]) : null }
}

/** Undefined where a name is unknown or two differ. */
async function onlyOne(names: string[], find: (name: string) => Promise<number | null>): Promise<number | null | undefined> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))]
  if (wanted.length === 0) return null
  return wanted.length > 1 ? undefined : await find(wanted[0]!) ?? undefined
}

async function findTexts(ctx: BaseCtx, input: Input, query: Query, kind: 'posts' | 'comments'): Promise<Output> {
  const [categoryId, authorId] = await Promise.all([
    onlyOne(query.communities, async (name) => (await findCategoryByName(ctx.db, name))?.id ?? null),
    onlyOne(query.authors, async (name) => (isUsername(name) ? findUserId(ctx.db, name) : null)),
  ])
  if (categoryId === undefined || authorId === undefined) return NOTHING
  const answer = await search(ctx, { query, kind, sort: input.sort, nsfw: input.nsfw, categoryId, authorId })
  const { ids, next_cursor } = pageOf(answer, input)
  const reader = await readerOf(ctx)
  const { results, text } = await (reader.id === null ? readShared : read)[kind](ctx.db, { ids, terms: answer.terms, reader })
  const corrected = answer.isRespelt && results.length > 0 ? correctedQuery(query, answer, text) : null
  return { results, total: answer.ids.length, next_cursor, corrected }
}

type Page = { ids: number[], terms: Term[], reader: Reader }

/** `text` is all of the first result. */
async function readPosts(db: DbOrTx, { ids, terms, reader }: Page): Promise<{ results: Results, text: string }> {
  const found = foundBy(terms)
  const [all, texts] = await Promise.all([loadCards(db, ids, reader), loadPostTexts(db, ids)])
  const textById = new Map(texts.map(({ id, html }) => [id, textOfHtml(html)]))
  const cards = all.filter(({ id }) => textById.has(id))
  const textOf = (id: number) => textById.get(id) ?? ''
  const results = cards.map((card) => ({ item: card, highlights: marked([['title', card.title], ['content', textOf(card.id)]], found) }))
  return { results, text: cards[0] ? `${cards[0].title} ${textOf(cards[0].id)}` : '' }
}

async function readComments(db: DbOrTx, { ids, terms, reader }: Page): Promise<{ results: Results, text: string }> {
  const found = foundBy(terms)
  const comments = (await loadComments(db, ids, reader)).map((item) => ({ item, text: textOfHtml(item.content_html) }))
  return { results: comments.map(({ item, text }) => ({ item, highlights: marked([['content', text]], found) })), text: comments[0]?.text ?? '' }
}

const read = { posts: readPosts, comments: readComments }
const readShared = { posts: sharedRead(readPosts), comments: sharedRead(readComments) }

const hasOperators = ({ titles, communities, authors, before, after, has }: Query) =>
  titles.length + communities.length + authors.length + before.length + after.length + has.length > 0

type Named = { item: { id: number }, size: number, fields: [Highlight['field'], string][] }

/** Communities and people are found by name; they have nothing that an operator asks for. */
function pageOfNamed(rows: Named[], text: string, { sort, limit, cursor }: Input): Output {
  const from = cursor === undefined ? 0 : decodeCursor(cursor, v.strictTuple([v.pipe(cursorInteger, v.minValue(0))]))[0]
  if (sort === 'new') rows.sort((a, b) => b.item.id - a.item.id)
  if (sort === 'top') rows.sort((a, b) => b.size - a.size || b.item.id - a.item.id)
  const found = { words: new Set<string>(), beginnings: wordsOf(text).map(foldWord) }
  const results = rows.slice(from, from + limit).map(({ item, fields }) => ({ item, highlights: marked(fields, found) })) as Results
  return { results, total: rows.length, next_cursor: from + limit < rows.length ? encodeCursor([from + limit]) : null, corrected: null }
}

async function findCommunities({ db }: BaseCtx, input: Input, text: string): Promise<Output> {
  const { categories } = await listCategories(db, { search: text, nsfw: input.nsfw, limit: LIMITS.searchTotal, offset: 0 })
  return pageOfNamed(categories.map((item) => ({
    item, size: item.member_count, fields: [['display_name', item.display_name], ['description', item.description]],
  })), text, input)
}

async function findUsers({ db, viewer }: BaseCtx, input: Input, text: string): Promise<Output> {
  const [users, blocked] = await Promise.all([
    searchUsers(db, text.replace(/^(@|\/?u\/)/i, ''), { limit: LIMITS.searchTotal, offset: 0 }), viewer ? blockedIds(db, viewer.id) : ([] as number[]),
  ])
  const seen = users.filter(({ id }) => !blocked.includes(id))
  return pageOfNamed(seen.map((item) => ({ item, size: item.karma, fields: [['username', item.username]] })), text, input)
}

export const searchHandlers: HandlersOf<typeof contract, CtxByAccess> = {
  find: async (ctx, input) => {
    const query = parseQuery(input.q)
    if (query.parts.length === 0) return NOTHING
    if (input.in) query.communities.push(input.in)
    if (input.author) query.authors.push(input.author)
    if (input.type === 'posts' || input.type === 'comments') return findTexts(ctx, input, query, input.type)
    const text = [...query.words, ...query.phrases].join(' ')
    if (text === '' || hasOperators(query)) return NOTHING
    return input.type === 'communities' ? findCommunities(ctx, input, text) : findUsers(ctx, input, text)
  },
}
