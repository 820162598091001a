import { and, eq, inArray, isNull, sql, type Column, type SQL } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { SearchSort } from '#shared/rules/search-types.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { builtQuery, type Placeholders } from '#server/db/driver/built-query.ts'
import { sharedRead } from '#server/db/driver/shared-read.ts'
import { category } from '../categories/table.ts'
import { isCommentListed } from '../comments/listed.ts'
import { comment } from '../comments/table.ts'
import { isListed } from '../posts/listed.ts'
import { post, postRank } from '../posts/table.ts'
import { user } from '../users/table.ts'
import type { Has } from './operators.ts'
import { LABEL, queryText, criteriaText, type Criteria } from './rules.ts'
import { commentSearch, lostWord, searchWord } from './table.ts'

/** PostgreSQL's default of 0.6 misses most words with two letters swapped: 'kuchina' has 0.5 of 'kuchnia'. */
const WORD_SIMILARITY = 0.45

/** Queries with the operator `<%` need a transaction, in which its threshold is set. */
export function withWordSimilarity<T>(db: DbOrTx, run: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local pg_trgm.word_similarity_threshold = ${sql.raw(String(WORD_SIMILARITY))}`)
    return run(tx)
  })
}

const numbered = { posts: post, comments: comment }

type Bounds = { newest: number | null; oldest: number | null }

export const readBounds = sharedRead(async (tx: DbOrTx, kind: 'posts' | 'comments'): Promise<Bounds> => {
  const { id } = numbered[kind]
  const [row] = await tx.execute<Bounds>(sql`
    select (select max(${id}) from ${numbered[kind]}) as newest, (select min(${id}) from ${numbered[kind]}) as oldest`)
  return row!
})

/** `forms` come from the dictionary; `similar` have the same stem, or are the English plural of the word. */
type StoredWord = { word: string; forms: string[]; similar: string[] }

/** Looks up the words of each text in the vocabulary, with those of their `forms` that the forum contains. */
export async function readStoredWords(
  tx: DbOrTx,
  texts: string[],
  forms: Map<string, Set<string>>,
): Promise<StoredWord[][]> {
  const dictionaryForms = [...forms]
    .map(([word, all]) => ({ word, forms: [...all] }))
    .filter((each) => each.forms.length > 0)
  const [row] = await tx.execute<{ words: (StoredWord & { text: number })[] }>(sql`
    select array(
      select json_build_object(
        'text', at, 'word', word, 'similar', array(select f_search_forms(word)),
        'forms', array(
          select ${searchWord.word} from ${searchWord}
          where ${searchWord.word} = any (string_to_array(inflected.forms, ' ')) and ${searchWord.word}
            <> query_word.word
        )
      )
      from unnest(${sql.param(texts)}::text[]) with ordinality as texts (text, at)
      cross join f_search_words(texts.text) as query_word (word)
      left join unnest(${sql.param(dictionaryForms.map(({ word }) => word))}::text[],
        ${sql.param(dictionaryForms.map((each) => each.forms.join(' ')))}::text[])
        as inflected (word, forms) using (word)
    ) as words`)
  return texts.map((_, at) => row!.words.filter(({ text }) => text === at + 1))
}

export type SearchRange = { nsfw: boolean; newest: number; oldest: number }

/** Days are in the site's time zone; null means no condition. */
export type Scope = {
  categoryId: number | null
  authorId: number | null
  before: string[]
  after: string[]
  has: Has[]
  phrases: string[]
  timeZone: string
}

/** Ids are sorted by the rank `first`, then by `second`, then by id, all descending. */
export type Ranking = { ids: number[]; first: number[]; second: number[]; isCut: boolean }

type Search = { criteria: Criteria; scope: Scope; sort: SearchSort }

const number = (value: number) => sql.raw(String(value))

const max = number(LIMITS.searchTotal)

/** Without OFFSET 0, the planner could scan the whole table backwards by id until `limit` rows match. */
const newestOf = (matches: SQL, limit: SQL) =>
  sql`select * from (${matches} offset 0) as matching order by id desc limit ${limit}`

/** Replaces the placeholder LABEL by the label of the bucket (a range of consecutive ids). */
const inBucket = (text: string, bucket: SQL, nsfw: SQL | boolean) =>
  sql`(select replace(${text}, ${LABEL}, f_search_label(${bucket}, ${nsfw}))::tsquery)`

function createdWithin({ before, after, timeZone }: Scope, createdAt: Column): SQL[] {
  const start = (day: string) => sql`(${day}::timestamp at time zone ${timeZone})`
  return [
    ...before.map((day) => sql`${createdAt} < ${start(day)}`),
    ...after.map((day) => sql`${createdAt} >= ${start(day)}`),
  ]
}

const folded = (text: SQL) => sql`lower(f_unaccent(${text}))`

/** Between the words of a phrase the text may have spaces and punctuation. */
function matchesPhrases({ phrases }: Scope, text: SQL): SQL[] {
  return phrases.map(
    (phrase) => sql`${text} ~ (select '(^|[^[:alnum:]])'
    || regexp_replace(regexp_replace(${folded(sql`${phrase}::text`)}, '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g'),
      '[^[:alnum:]]+', '[^[:alnum:]]+', 'g')
    || '([^[:alnum:]]|$)')`,
  )
}

const bytesOf = (text: Column) => sql`greatest(octet_length(${text}), ${number(MIN_TEXT_BYTES)})`

const POST_HAS_CONDITIONS: Record<Has, SQL> = {
  image: sql`${post.image_url} is not null`,
  video: sql`${post.video_url} is not null`,
  link: sql`${post.link_url} is not null`,
  poll: sql`${post.poll_closes_at} is not null`,
}

/** The maximum number of candidates, newest first, that are checked for conditions that the word index cannot test. */
const MAX_CANDIDATES = 30_000

/**
 * The maximum number of bytes of texts that a search reads, at about 40 ns each; any text counts as at least
 * MIN_TEXT_BYTES.
 */
const MAX_TEXT_BYTES = 2_400_000
const MIN_TEXT_BYTES = 800
const MAX_TEXTS = MAX_TEXT_BYTES / MIN_TEXT_BYTES

type Candidates = {
  /** CTEs to which `candidates` and `isCut` may refer. */
  first?: SQL | null
  /** Selects the ids of the newest texts that may match, with scores if `score` is 'of candidates'. */
  candidates: SQL
  maxCandidates: number
  /** Selects the ranks and text size of `candidates.id`; no row if the candidate does not meet the conditions. */
  row: SQL
  /** Selects one row if the text of `listed.id` matches; null if the search does not depend on the text. */
  text: SQL | null
  /** Selects id and score of the rows in `matches`; null if the sort order needs no scores. */
  score: 'of candidates' | SQL | null
  sort: SearchSort
  /** True if the search may have missed matches for another reason than the maximum number or size of candidates. */
  isCut?: SQL | null
}

async function ranked(
  tx: DbOrTx,
  { first, candidates, maxCandidates, row, text, score, sort, isCut }: Candidates,
): Promise<Ranking> {
  const cutConditions = [
    sql`(select count(*) from candidates) >= ${number(maxCandidates)}`,
    ...(text ? [sql`exists (select 1 from listed where read_before >= ${number(MAX_TEXT_BYTES)})`] : []),
    ...(isCut ? [isCut] : []),
  ]
  const [column, scores] = score === 'of candidates' ? [sql`, score`, null] : [sql``, score]
  const [found] = await tx.execute<{
    ids: number[] | null
    first: number[] | null
    second: number[] | null
    is_cut: boolean
  }>(sql`
    with ${first ? sql`${first}, ` : sql``}candidates as materialized (
      ${candidates} limit ${number(maxCandidates)}
    ), listed as (
      select candidates.id${column}, ranked.hot, ranked.top, ranked.created_at
        ${text ? sql`, sum(ranked.bytes) over (order by candidates.id desc) - ranked.bytes as read_before` : sql``}
      from candidates cross join lateral (${row} offset 0) as ranked
    ), matches as materialized (
      select listed.id${column}, listed.hot, listed.top, listed.created_at from listed
      ${
        text
          ? sql`cross join lateral (${text} offset 0) as says where listed.read_before
        < ${number(MAX_TEXT_BYTES)}`
          : sql``
      }
      limit ${max}
    )${
      scores
        ? sql`, scored as materialized (
      ${scores}
    )`
        : sql``
    }, found_ranked as (
      select id, ${score === null && sort === 'relevance' ? sql`0 as first, hot as second` : RANK_COLUMNS[sort]}
        from matches ${scores ? sql`left join scored using (id)` : sql``}
    )
    select array_agg(id) as ids, array_agg(first) as first, array_agg(second) as second, case
      when (select count(*) from matches) >= ${max} then true
      else ${sql.join(cutConditions, sql` or `)}
    end as is_cut
    from (select id, first::double precision, second::double precision from found_ranked order by first desc,
      second desc, id desc) as ordered`)
  return { ids: found!.ids ?? [], first: found!.first ?? [], second: found!.second ?? [], isCut: found!.is_cut }
}

const RANK_COLUMNS: Record<SearchSort, SQL> = {
  relevance: sql`coalesce(score, 0) as first, hot as second`,
  new: sql`extract(epoch from created_at) as first, 0 as second`,
  top: sql`top as first, hot as second`,
}

/** The maximum product of buckets (ranges of ids) and excluded words, each of which makes reading a bucket slower. */
const MAX_EXCLUDING = { posts: 300, comments: 120 }

/**
 * Selects the numbers of the buckets (ranges of ids) from `first` down to `last`, or fewer with many excluded words;
 * `isCut` is then true.
 */
function readBuckets(
  { excluded }: Criteria,
  kind: 'posts' | 'comments',
  first: SQL,
  last: SQL,
): { buckets: SQL; isCut: SQL | null } {
  const words = excluded.flat().length
  if (words === 0) return { buckets: sql`generate_series(${first}, ${last}, -1)`, isCut: null }
  const lowest = sql`${first} - ${number(Math.max(1, Math.floor(MAX_EXCLUDING[kind] / words)) - 1)}`
  return { buckets: sql`generate_series(${first}, greatest(${last}, ${lowest}), -1)`, isCut: sql`${last} < ${lowest}` }
}

const titleText = ({ terms, titles, minMatch }: Criteria, options: { exactOnly?: boolean } = {}) =>
  queryText([...terms, ...titles], '=', { ...options, minMatch })

/** Up to this number of posts or comments, reading them all is faster than the word index. */
const MAX_READ = 20_000

export async function findPosts(tx: DbOrTx, search: Search, range: SearchRange): Promise<Ranking> {
  const { criteria, scope } = search
  if (scope.authorId !== null) return readPosts(tx, search, range)
  const fewMatches = await fewPostsCondition(tx, scope)
  if (fewMatches || criteria.terms.length + criteria.titles.length === 0)
    return readPosts(tx, search, range, fewMatches)
  if (scope.categoryId === null) return findPostsByWords(tx, search, range)
  const [home] = await tx.select({ posts: category.post_count }).from(category).where(eq(category.id, scope.categoryId))
  return home && home.posts <= MAX_READ ? readPosts(tx, search, range) : findPostsByWords(tx, search, range)
}

/** Joins conditions, each of which must have an index; returns null if more than MAX_READ rows meet all of them. */
async function conditionsIfFew(tx: DbOrTx, table: typeof post | typeof comment, indexed: SQL[]): Promise<SQL | null> {
  if (indexed.length === 0) return null
  const conditions = sql.join(indexed, sql` and `)
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::integer as count from (select 1 from ${table} where ${conditions}
      limit ${number(MAX_READ + 1)}) as met`)
  return row!.count > MAX_READ ? null : conditions
}

const fewPostsCondition = (tx: DbOrTx, scope: Scope) =>
  conditionsIfFew(tx, post, [
    ...createdWithin(scope, post.created_at),
    ...scope.has.map((name) => POST_HAS_CONDITIONS[name]),
  ])

const fewCommentsCondition = (tx: DbOrTx, scope: Scope) =>
  conditionsIfFew(tx, comment, [
    ...createdWithin(scope, comment.created_at),
    ...scope.has.map((name) => COMMENT_HAS_CONDITIONS[name]),
  ])

function postConditions(scope: Scope): SQL[] {
  return [
    ...createdWithin(scope, post.created_at),
    ...scope.has.map((name) => POST_HAS_CONDITIONS[name]),
    ...(scope.categoryId === null ? [] : [sql`${post.category_id} = ${scope.categoryId}`]),
  ]
}

const postText = (scope: Scope) =>
  scope.phrases.length > 0
    ? sql`select from (select ${folded(sql`${post.title} || ' ' || ${post.content}`)} as said from ${post}
      where ${post.id} = listed.id offset 0) as text
      where ${sql.join(matchesPhrases(scope, sql`said`), sql` and `)}`
    : null

/** Joins the table `post` only if one of the conditions or the text size needs it. */
function postRow(conditions: SQL[], ofPost: SQL[], readsText: boolean): SQL {
  const bytes = readsText ? sql`, ${bytesOf(post.content)} as bytes` : sql``
  const joined = readsText || ofPost.length > 0 ? sql`join ${post} on ${post.id} = ${postRank.post_id}` : sql``
  return sql`select ${postRank.hot} as hot, ${postRank.top} as top, ${postRank.created_at} as created_at${bytes}
    from ${postRank} ${joined}
    where ${sql.join([sql`${postRank.post_id} = candidates.id`, ...conditions, ...ofPost], sql` and `)}`
}

/**
 * By relevance, posts with all terms in the title come first (exact words before other forms), then the others by hot
 * rank. The index is read in buckets of consecutive ids, from the newest until 1,000 posts match, because a common word
 * has half a million entries. A second index query for titles is faster than reading them from the table.
 */
async function findPostsByWords(
  tx: DbOrTx,
  { criteria, scope, sort }: Search,
  { nsfw, newest, oldest }: SearchRange,
): Promise<Ranking> {
  const has = (text: string) =>
    sql`${post.search} @@ ${inBucket(text, sql`bucket`, nsfw)} and ${post.deleted_at} is null`
  const inTitle = (options?: { exactOnly: boolean }) =>
    sql`select ${post.id} as id from ${post} where ${has(titleText(criteria, options))}`
  const conditions = postConditions(scope)
  const text = postText(scope)
  const { buckets, isCut } = readBuckets(
    criteria,
    'posts',
    sql`f_search_bucket(${newest})`,
    sql`f_search_bucket(${oldest})`,
  )
  const maxCandidates = text ? MAX_TEXTS : MAX_CANDIDATES
  return ranked(tx, {
    candidates: sql`select found.id from ${buckets} as bucket
      cross join lateral (
        ${newestOf(
          sql`select ${post.id} as id from ${post}
          where ${has(criteriaText(criteria))}`,
          conditions.length > 0 || text ? number(maxCandidates) : max,
        )}
      ) as found`,
    maxCandidates,
    row: postRow([isListed(), sql`${postRank.is_nsfw} = ${nsfw}`], conditions, text !== null),
    text,
    score:
      sort !== 'relevance'
        ? null
        : sql`select title_match.id, count(*) as score
      from (select distinct f_search_bucket(id) as bucket from matches) as buckets
      cross join lateral (${inTitle()} union all ${inTitle({ exactOnly: true })}) as title_match
      group by title_match.id`,
    sort,
    isCut,
  })
}

/**
 * Parses the tsquery of each bucket only once, because with many forms that costs more than matching it against a row.
 */
const bucketQueries = (
  words: SQL,
  first: SQL,
  last: SQL,
  exactOnly: SQL = words,
) => sql`bucket_queries as materialized (
    select bucket, ${words} as words, ${exactOnly} as exact_words from generate_series(${first}, ${last}) as bucket
  )`

/**
 * Reads posts newest first, for an author, a small community, conditions that few posts meet, or a search without
 * words.
 */
async function readPosts(
  tx: DbOrTx,
  { criteria, scope, sort }: Search,
  { nsfw, newest, oldest }: SearchRange,
  fewMatches: SQL | null = null,
): Promise<Ranking> {
  const words = criteriaText(criteria)
  const authorAndCommunity = [
    ...(scope.authorId === null ? [] : [sql`${postRank.author_id} = ${scope.authorId}`]),
    ...(scope.categoryId === null ? [] : [sql`${postRank.category_id} = ${scope.categoryId}`]),
  ]
  const hasWords = sql`${post.search} @@ (select bucket_queries.words from bucket_queries where bucket_queries.bucket
    = f_search_bucket(${post.id}))`
  const inTitle = (exactOnly: boolean) =>
    inBucket(titleText(criteria, { exactOnly }), sql`f_search_bucket(${post.id})`, nsfw)
  const text = postText(scope)
  return ranked(tx, {
    first:
      words === ''
        ? null
        : bucketQueries(
            inBucket(words, sql`bucket`, nsfw),
            sql`f_search_bucket(${oldest})`,
            sql`f_search_bucket(${newest})`,
          ),
    candidates: sql`select ${postRank.post_id} as id
      from ${
        fewMatches
          ? sql`(select ${post.id} as id from ${post} where ${fewMatches} offset 0) as met
        join ${postRank} on ${postRank.post_id} = met.id`
          : postRank
      }
      where ${sql.join([isListed(), sql`${postRank.is_nsfw} = ${nsfw}`, ...authorAndCommunity], sql` and `)}
      order by ${postRank.created_at} desc, ${postRank.post_id} desc`,
    maxCandidates: MAX_CANDIDATES,
    row: postRow([], [...(words === '' ? [] : [hasWords]), ...postConditions(scope)], text !== null),
    text,
    score:
      sort !== 'relevance' || titleText(criteria) === ''
        ? null
        : sql`select ${post.id} as id,
          (${post.search} @@ ${inTitle(false)})::integer + (${post.search} @@ ${inTitle(true)})::integer as score
        from matches join ${post} on ${post.id} = matches.id`,
    sort,
  })
}

const COMMENT_HAS_CONDITIONS: Record<Has, SQL> = {
  image: sql`${comment.image_url} is not null`,
  video: sql`${comment.video_url} is not null`,
  link: sql`${comment.content_html} like '%<a href="http%'`,
  poll: sql`false`,
}

/** A bucket of comments has four times as many ids as one of posts, because comments are more numerous and shorter. */
const commentBucket = (id: number) => sql`f_search_bucket(${id}::integer >> 2)`

/**
 * Returns the first and last bucket (range of ids) of a range of days. Ids rise with time, so only the thousand
 * comments at each end are read; one more bucket covers comments that are being written concurrently.
 */
function bucketsOf({ before, after, ...scope }: Scope, { newest, oldest }: SearchRange): { first: SQL; last: SQL } {
  const edge = (
    limits: Pick<Scope, 'before' | 'after'>,
    outermostId: SQL,
    order: SQL,
  ) => sql`(select f_search_bucket(${outermostId} >> 2) from (
      select ${comment.id} as id from ${comment}
        where ${sql.join(createdWithin({ ...scope, ...limits }, comment.created_at), sql` and `)}
      order by ${comment.created_at} ${order} limit ${max}
    ) as nearest)`
  const [first, last] = [commentBucket(newest), commentBucket(oldest)]
  return {
    first:
      before.length > 0
        ? sql`least(${first}, coalesce(${edge({ before, after: [] }, sql`max(id)`, sql`desc`)} + 1, -1))`
        : first,
    last: after.length > 0 ? sql`greatest(${last}, ${edge({ before: [], after }, sql`min(id)`, sql`asc`)} - 1)` : last,
  }
}

/** An index entry that every comment of a bucket has, for queries without words. */
const ANY_COMMENT = `'${LABEL}@'`

const postsByTitle = (criteria: Criteria, { nsfw, newest, oldest }: SearchRange) => sql`select found.id
  from generate_series(f_search_bucket(${newest}), f_search_bucket(${oldest}), -1) as bucket
  cross join lateral (
    ${newestOf(
      sql`select ${post.id} as id from ${post}
      where ${post.search} @@ ${inBucket(queryText(criteria.titles, '='), sql`bucket`, nsfw)}
        and ${post.deleted_at} is null`,
      max,
    )}
  ) as found
  limit ${max}`

type FewComments = { first: SQL | null; ids: SQL; isCut: SQL | null }

/**
 * Returns null if the word index must be used. With the operator `title:`, the comments on posts with that title are
 * read.
 */
async function findFewComments(
  tx: DbOrTx,
  { criteria, scope }: Search,
  { nsfw }: SearchRange,
): Promise<FewComments | null> {
  if (criteria.titles.length === 0) {
    const conditions = await fewCommentsCondition(tx, scope)
    return (
      conditions && {
        first: null,
        ids: sql`select ${comment.id} as id from ${comment} where ${conditions}`,
        isCut: null,
      }
    )
  }
  const { newest, oldest } = await readBounds(tx, 'posts')
  return {
    first: sql`titled as materialized (${postsByTitle(criteria, { nsfw, newest: newest ?? 0, oldest: oldest ?? 0 })})`,
    ids: sql`select beneath.id from titled
      cross join lateral (select ${comment.id} as id from ${comment} where ${comment.post_id}
        = titled.id offset 0) as beneath limit ${number(MAX_CANDIDATES)}`,
    isCut: sql`(select count(*) from titled) >= ${max}`,
  }
}

/** By relevance, comments with the exact words come first; votes and age decide between equal ones. */
export async function findComments(tx: DbOrTx, search: Search, range: SearchRange): Promise<Ranking> {
  const fewMatches = await findFewComments(tx, search, range)
  return fewMatches ? readComments(tx, search, range, fewMatches) : findCommentsByWords(tx, search, range)
}

function commentConditions(scope: Scope): { rowConditions: SQL[]; textConditions: SQL[] } {
  return {
    rowConditions: [
      ...createdWithin(scope, comment.created_at),
      ...scope.has.filter((name) => name !== 'link').map((name) => COMMENT_HAS_CONDITIONS[name]),
    ],
    textConditions: [
      ...matchesPhrases(scope, sql`said`),
      ...(scope.has.includes('link') ? [COMMENT_HAS_CONDITIONS.link] : []),
    ],
  }
}

const hot = sql`sign(${comment.top}) * log(greatest(abs(${comment.top}), 1)::double precision) + extract(epoch
  from ${comment.created_at}) / 45000`

function commentRow(rowConditions: SQL[], readsText: boolean): SQL {
  const bytes = readsText ? sql`, ${bytesOf(comment.content)} as bytes` : sql``
  return sql`select ${hot} as hot, ${comment.top} as top, ${comment.created_at} as created_at${bytes}
    from ${comment} join ${postRank} on ${postRank.post_id} = ${comment.post_id}
    where ${sql.join([sql`${comment.id} = candidates.id`, isCommentListed(), ...rowConditions], sql` and `)}`
}

const commentText = (textConditions: SQL[]) =>
  textConditions.length > 0
    ? sql`select from (select ${folded(sql`${comment.content}`)} as said, ${comment.content_html} from ${comment}
      where ${comment.id} = listed.id offset 0) as comment
      where ${sql.join(textConditions, sql` and `)}`
    : null

/**
 * In the index of comments, each comment also has a word for its author and one for its community, such as `@a7` and
 * `@c7`.
 */
function commentWords(
  { terms, excluded, minMatch }: Criteria,
  { authorId, categoryId }: Scope,
  { exactOnly = false } = {},
): string {
  const authorAndCommunity = [
    ...(authorId === null ? [] : [`'${LABEL}@a${authorId}'`]),
    ...(categoryId === null ? [] : [`'${LABEL}@c${categoryId}'`]),
  ]
  const words = exactOnly
    ? queryText(terms, ':', { exactOnly, minMatch })
    : criteriaText({ terms, titles: [], excluded, minMatch })
  return [...(terms.length + authorAndCommunity.length === 0 ? [ANY_COMMENT] : []), words, ...authorAndCommunity]
    .filter((part) => part !== '')
    .join(' & ')
}

function commentSearchOf({ criteria, scope, sort }: Search, nsfw: boolean) {
  const { rowConditions, textConditions } = commentConditions(scope)
  return {
    words: inBucket(commentWords(criteria, scope), sql`bucket`, nsfw),
    exactWords: inBucket(commentWords(criteria, scope, { exactOnly: true }), sql`bucket`, nsfw),
    isNarrowed: rowConditions.length + textConditions.length > 0,
    shared: {
      row: commentRow(rowConditions, textConditions.length > 0),
      text: commentText(textConditions),
      sort,
      score: sort === 'relevance' ? ('of candidates' as const) : null,
    },
  }
}

async function findCommentsByWords(tx: DbOrTx, search: Search, range: SearchRange): Promise<Ranking> {
  const { words, exactWords, isNarrowed, shared } = commentSearchOf(search, range.nsfw)
  const { first, last } = bucketsOf(search.scope, range)
  const { buckets, isCut } = readBuckets(search.criteria, 'comments', first, last)
  const maxCandidates = shared.text ? MAX_TEXTS : MAX_CANDIDATES
  const ofBucket = sql`select ${commentSearch.comment_id} as id, ${commentSearch.search} from ${commentSearch}
    where ${commentSearch.search} @@ ${words}`
  return ranked(tx, {
    ...shared,
    candidates: sql`select found.id${shared.score ? sql`, (found.search @@ exact.words)::integer as score` : sql``}
      from ${buckets} as bucket
      cross join lateral (select ${exactWords} as words offset 0) as exact
      cross join lateral (${newestOf(ofBucket, isNarrowed ? number(maxCandidates) : max)}) as found`,
    maxCandidates,
    isCut,
  })
}

async function readComments(
  tx: DbOrTx,
  search: Search,
  range: SearchRange,
  { first, ids, isCut }: FewComments,
): Promise<Ranking> {
  const { words, exactWords, shared } = commentSearchOf(search, range.nsfw)
  const limits = bucketQueries(words, commentBucket(range.oldest), commentBucket(range.newest), exactWords)
  return ranked(tx, {
    ...shared,
    first: first ? sql`${first}, ${limits}` : limits,
    candidates: sql`select met.id${shared.score ? sql`, (found.search @@ found.exact_words)::integer as score` : sql``}
      from (${ids} offset 0) as met
      cross join lateral (
        select ${commentSearch.search}, bucket_queries.exact_words from ${commentSearch} join bucket_queries
          on bucket_queries.bucket = f_search_bucket(met.id >> 2)
        where ${commentSearch.comment_id} = met.id and ${commentSearch.search} @@ bucket_queries.words offset 0
      ) as found
      order by met.id desc`,
    maxCandidates: MAX_CANDIDATES,
    isCut,
  })
}

export async function findBlockedIds(
  tx: DbOrTx,
  kind: 'posts' | 'comments',
  ids: number[],
  viewerId: number,
): Promise<Set<number>> {
  const { id, author_id } = kind === 'posts' ? { id: postRank.post_id, author_id: postRank.author_id } : comment
  const rows = await tx.execute<{ id: number }>(sql`
    select ${id} as id from ${kind === 'posts' ? postRank : comment}
    where ${id} = any (${sql.param(ids)}::integer[]) and exists (select 1 from blockeduser where blocker_id
      = ${viewerId})
      and ${author_id} = any (array(select blocked_id from blockeduser where blocker_id = ${viewerId}))`)
  return new Set(rows.map((row) => row.id))
}

/** The minimum similarity is lower for short words, because one typo changes most of their few trigrams. */
const MIN_SIMILARITY = { short: 0.25, long: 0.3 }
const SHORT_WORD = 4
const MAX_ALTERNATIVES = 5

export async function findSimilarWords(db: DbOrTx, words: string[]): Promise<[string, string[]][]> {
  const { short, long } = MIN_SIMILARITY
  const similarity = sql`similarity(${searchWord.word}, meant)`
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local pg_trgm.similarity_threshold = ${sql.raw(String(short))}`)
    const rows = await tx.execute<{ meant: string; similar: string[] }>(sql`
      select meant, array(
        select ${searchWord.word} from ${searchWord}
        where ${searchWord.word} % meant and (${similarity} >= ${long}::real or length(meant) <= ${SHORT_WORD}::integer)
        order by ${similarity} desc, ${searchWord.word}
        limit ${MAX_ALTERNATIVES}
      ) as similar
      from unnest(${sql.param(words)}::text[]) as meant`)
    return rows.map(({ meant, similar }) => [meant, similar])
  })
}

const findByName = builtQuery((db, values: Placeholders<{ name: string }>) =>
  db
    .select({ id: user.id })
    .from(user)
    .where(and(sql`lower(${user.username}) = ${values.name}`, isNull(user.deleted_at))),
)

export async function findUserId(tx: DbOrTx, name: string): Promise<number | null> {
  const [row] = await findByName(tx, { name: name.toLowerCase() })
  return row?.id ?? null
}

/** The title is '' for a comment, and the HTML is '' for a post marked as spoiler. */
export async function loadContent(
  tx: DbOrTx,
  kind: 'posts' | 'comments',
  id: number,
): Promise<{ title: string; html: string }> {
  const html = sql<string>`case when ${post.is_spoiler} then '' else ${post.content_html} end`
  const [row] =
    kind === 'posts'
      ? await tx.select({ title: post.title, html }).from(post).where(eq(post.id, id))
      : await tx
          .select({ title: sql<string>`''`, html: comment.content_html })
          .from(comment)
          .where(eq(comment.id, id))
  return row ?? { title: '', html: '' }
}

export async function loadExcerpts(tx: DbOrTx, ids: number[]) {
  return tx.select({ id: post.id, title: post.title, excerpt: post.excerpt }).from(post).where(inArray(post.id, ids))
}

/** Indexes comments from the id `newest` down, and returns the id to continue from, 0 when done. */
export async function indexComments(db: DbOrTx, newest: number, count: number): Promise<number> {
  const oldest = Math.max(1, newest - count + 1)
  await db.execute(sql`
    with added as (
      insert into ${commentSearch} (comment_id, search)
      select ${comment.id}, f_comment_search_vector(${comment.id}, ${comment.is_nsfw}, ${comment.content},
        ${comment.author_id}, ${post.category_id})
      from ${comment} join ${post} on ${post.id} = ${comment.post_id}
      where ${comment.id} between ${oldest}::integer and ${newest}::integer
        and not exists (select 1 from ${commentSearch} where ${commentSearch.comment_id} = ${comment.id})
      on conflict do nothing
      returning search
    )
    insert into ${searchWord} select distinct word from added, f_spellable(added.search) as word order by word
      on conflict do nothing`)
  return oldest - 1
}

export async function newestComment(tx: DbOrTx): Promise<number> {
  const [row] = await tx.execute<{ id: number | null }>(sql`select max(${comment.id}) as id from ${comment}`)
  return row!.id ?? 0
}

/** Comments are indexed from newest to oldest, so the oldest is the last. */
export async function isIndexComplete(tx: DbOrTx): Promise<boolean> {
  const [row] = await tx.execute<{ complete: boolean }>(sql`
    select coalesce((select exists (select 1 from ${commentSearch} where ${commentSearch.comment_id} = oldest)
      from (select min(${comment.id}) as oldest from ${comment}) as first where oldest is not null), true) as complete`)
  return row!.complete
}

/** Reads the index in buckets of ids from the newest on, where a common word is found at once. */
const isUsedWord = (word: SQL) => sql`(
  exists (
    select 1 from generate_series((select f_search_bucket(max(id)) from post), 0, -1) as bucket
    cross join (values (true), (false)) as variant (is_nsfw)
    cross join lateral (
      select 1 from post
      where post.deleted_at is null and post.search @@ ('''' || f_search_label(bucket, variant.is_nsfw) || ':'
        || ${word} || '''')::tsquery
      limit 1
    ) as found)
  or exists (
    select 1 from generate_series((select f_search_bucket(max(id) >> 2) from comment), 0, -1) as bucket
    cross join (values (true), (false)) as variant (is_nsfw)
    cross join lateral (
      select 1 from ${commentSearch}
      where ${commentSearch.search} @@ ('''' || f_search_label(bucket, variant.is_nsfw) || ':' || ${word}
        || '''')::tsquery
      limit 1
    ) as found))`

/** Deletes those of the next `count` lost words that no text contains any more. Returns how many words it checked. */
export async function deleteLostWords(db: DbOrTx, now: Date, count: number): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    with lost as materialized (
      select id, word from ${lostWord} where forgotten_at is null order by id limit ${count}
    ), gone as materialized (
      select word from (select distinct word from lost) as each where not ${isUsedWord(sql`each.word`)}
    ), forgotten as (
      delete from ${searchWord} using gone where ${searchWord.word} = gone.word
    ), looked as (
      update ${lostWord} set forgotten_at = ${now.toISOString()}::timestamptz from lost where ${lostWord.id} = lost.id
    )
    select count(*)::integer as count from lost`)
  return row!.count
}

/**
 * Restores words deleted before the time `before` that a text contains after all, because it was written meanwhile.
 * Returns how many words it checked.
 */
export async function restoreUsedWords(db: DbOrTx, before: Date, count: number): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    with looked as (
      delete from ${lostWord} where ${lostWord.id} in (
        select id from ${lostWord} where forgotten_at < ${before.toISOString()}::timestamptz order by forgotten_at, id
          limit ${count}
      ) returning word
    ), restored as (
      insert into ${searchWord} select distinct word from looked where ${isUsedWord(sql`looked.word`)} order by word
        on conflict do nothing
    )
    select count(*)::integer as count from looked`)
  return row!.count
}
