import { and, eq, inArray, isNull, sql, type Column, type SQL } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { SearchSort } from '#shared/rules/search-types.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { builtQuery, type Placed } from '#server/db/driver/built-query.ts'
import { sharedRead } from '#server/db/driver/shared-read.ts'
import { category } from '../categories/table.ts'
import { isCommentListed } from '../comments/listed.ts'
import { comment } from '../comments/table.ts'
import { isListed } from '../posts/listed.ts'
import { post, postRank } from '../posts/table.ts'
import { user } from '../users/table.ts'
import type { Has } from './operators.ts'
import { LABEL, queryText, wantedText, type Wanted } from './rules.ts'
import { commentSearch, lostWord, searchWord } from './table.ts'

/** The threshold of `<%`. PostgreSQL's 0.6 misses most words with two letters swapped ('kuchina' has 0.5 of 'kuchnia'). */
const WORD_SIMILARITY = 0.45

/** Runs queries that compare by `<%`. */
export function withWordSimilarity<T>(db: DbOrTx, run: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local pg_trgm.word_similarity_threshold = ${sql.raw(String(WORD_SIMILARITY))}`)
    return run(tx)
  })
}

const numbered = { posts: post, comments: comment }

/** Null without any. */
export type Bounds = { newest: number | null, oldest: number | null }

/** The ids of the newest and the oldest post or comment. */
export const readBounds = sharedRead(async (tx: DbOrTx, kind: 'posts' | 'comments'): Promise<Bounds> => {
  const { id } = numbered[kind]
  const [row] = await tx.execute<Bounds>(sql`
    select (select max(${id}) from ${numbered[kind]}) as newest, (select min(${id}) from ${numbered[kind]}) as oldest`)
  return row!
})

/** A word with words that the forum has: those of its forms, and those that end like forms of it or are its English plural. */
export type Stored = { word: string, forms: string[], alike: string[] }

/** The words of each text as they are stored. `forms` are all that a dictionary makes of a word; a word may be missing there. */
export async function readStoredWords(tx: DbOrTx, texts: string[], forms: Map<string, Set<string>>): Promise<Stored[][]> {
  const known = [...forms].map(([word, all]) => ({ word, forms: [...all] })).filter((each) => each.forms.length > 0)
  const [row] = await tx.execute<{ words: (Stored & { text: number })[] }>(sql`
    select array(
      select json_build_object(
        'text', at, 'word', word, 'alike', array(select f_search_forms(word)),
        'forms', array(
          select ${searchWord.word} from ${searchWord}
          where ${searchWord.word} = any (string_to_array(inflected.forms, ' ')) and ${searchWord.word} <> asked_word.word
        )
      )
      from unnest(${sql.param(texts)}::text[]) with ordinality as asked (text, at)
      cross join f_search_words(asked.text) as asked_word (word)
      left join unnest(${sql.param(known.map(({ word }) => word))}::text[], ${sql.param(known.map((each) => each.forms.join(' ')))}::text[])
        as inflected (word, forms) using (word)
    ) as words`)
  return texts.map((_, at) => row!.words.filter(({ text }) => text === at + 1))
}

export type Within = { nsfw: boolean, newest: number, oldest: number }

/** `days` are of the site's time zone; null for no condition. */
export type Scope = {
  categoryId: number | null
  authorId: number | null
  before: string[]
  after: string[]
  has: Has[]
  phrases: string[]
  timeZone: string
}

/** Matches in order of the two ranks and the id, all descending; at most `LIMITS.searchTotal`. */
export type Ranking = { ids: number[], first: number[], second: number[] }

type Search = { wanted: Wanted, scope: Scope, sort: SearchSort }

const max = sql.raw(String(LIMITS.searchTotal))

/** The newest of the matches of a bucket. OFFSET keeps the planner from walking the whole table back by id until `max` match. */
const newestOf = (matches: SQL, limit: SQL) => sql`select * from (${matches} offset 0) as matching order by id desc ${limit}`

/** The tsquery of a text in a bucket. */
const inBucket = (text: string, bucket: SQL, nsfw: SQL | boolean) => sql`(select replace(${text}, ${LABEL}, f_search_label(${bucket}, ${nsfw}))::tsquery)`

const spaced = (text: SQL) => sql`(' ' || btrim(regexp_replace(lower(f_unaccent(${text})), '[^[:alnum:]]+', ' ', 'g')) || ' ')`

function written({ before, after, timeZone }: Scope, createdAt: Column): SQL[] {
  const start = (day: string) => sql`(${day}::timestamp at time zone ${timeZone})`
  return [...before.map((day) => sql`${createdAt} < ${start(day)}`), ...after.map((day) => sql`${createdAt} >= ${start(day)}`)]
}

const says = ({ phrases }: Scope, text: SQL) => phrases.map((phrase) => sql`strpos(${spaced(text)}, ${spaced(sql`${phrase}::text`)}) > 0`)

const POST_HAS: Record<Has, SQL> = {
  image: sql`${post.image_url} is not null`,
  video: sql`${post.video_url} is not null`,
  link: sql`${post.link_url} is not null`,
  poll: sql`${post.poll_closes_at} is not null`,
}

function postConditions(scope: Scope): SQL {
  return sql.join([
    sql`${post.deleted_at} is null`, ...written(scope, post.created_at), ...scope.has.map((name) => POST_HAS[name]),
    ...says(scope, sql`${post.title} || ' ' || ${post.content}`),
    ...(scope.categoryId === null ? [] : [sql`${post.category_id} = ${scope.categoryId}`]),
  ], sql` and `)
}

/** Aggregates rows of id, first and second rank. */
async function ranked(tx: DbOrTx, rows: SQL): Promise<Ranking> {
  const [row] = await tx.execute<{ ids: number[] | null, first: number[] | null, second: number[] | null }>(sql`
    ${rows}
    select array_agg(id) as ids, array_agg(first) as first, array_agg(second) as second
    from (select id, first::double precision, second::double precision from found_ranked order by first desc, second desc, id desc) as ordered`)
  return { ids: row!.ids ?? [], first: row!.first ?? [], second: row!.second ?? [] }
}

const SORTED: Record<SearchSort, SQL> = {
  relevance: sql`coalesce(score, 0) as first, hot as second`,
  new: sql`extract(epoch from created_at) as first, 0 as second`,
  top: sql`top as first, hot as second`,
}

const titledText = ({ terms, titles, least }: Wanted, options: { asAsked?: boolean } = {}) => queryText([...terms, ...titles], '=', { ...options, least })

/** Up to this many posts or comments reading them is faster than the index of words. */
const MAX_READ = 20_000

export async function findPosts(tx: DbOrTx, search: Search, within: Within): Promise<Ranking> {
  const { wanted, scope } = search
  const isWithoutWords = wanted.terms.length + wanted.titles.length === 0
  if (isWithoutWords || scope.authorId !== null) return readPosts(tx, search, within)
  if (scope.categoryId === null) return findPostsByWords(tx, search, within)
  const [home] = await tx.select({ posts: category.post_count }).from(category).where(eq(category.id, scope.categoryId))
  return home && home.posts <= MAX_READ ? readPosts(tx, search, within) : findPostsByWords(tx, search, within)
}

/**
 * By relevance: all terms in the title first, words as they were asked for before other forms and prefixes, then by hot rank. Buckets of
 * consecutive posts (`f_search_vector`) are read from the newest on until 1,000 match, because a common word has half a million entries.
 * Reading titles back would be slower than the index.
 */
async function findPostsByWords(tx: DbOrTx, { wanted, scope, sort }: Search, { nsfw, newest, oldest }: Within): Promise<Ranking> {
  const has = (text: string) => sql`${post.search} @@ ${inBucket(text, sql`bucket`, nsfw)} and ${postConditions(scope)}`
  const inTitle = (options?: { asAsked: boolean }) => has(titledText(wanted, options))
  const titled = sort === 'relevance' && sql`, titled as (
      select title_match.id, count(*) as score
      from (select distinct f_search_bucket(id) as bucket from matches) as buckets
      cross join lateral (
        select ${post.id} as id from ${post} where ${inTitle()}
        union all
        select ${post.id} as id from ${post} where ${inTitle({ asAsked: true })}
      ) as title_match
      group by title_match.id
    )`
  return ranked(tx, sql`
    with matches as materialized (
      select found.id, ranked.hot, ranked.top, ranked.created_at
      from generate_series(f_search_bucket(${newest}), f_search_bucket(${oldest}), -1) as bucket
      cross join lateral (
        ${newestOf(sql`select ${post.id} as id from ${post} where ${has(wantedText(wanted))}`, sql`limit ${max}`)}
      ) as found
      cross join lateral (
        -- OFFSET keeps the planner from joining all ranks of a variant with the few matches of a bucket.
        select ${postRank.hot} as hot, ${postRank.top} as top, ${postRank.created_at} as created_at from ${postRank}
        where ${postRank.post_id} = found.id and ${isListed()} and ${postRank.is_nsfw} = ${nsfw} offset 0
      ) as ranked
      limit ${max}
    )${titled || sql``}, found_ranked as (
      select id, ${SORTED[sort]} from matches ${titled ? sql`left join titled using (id)` : sql``}
    )`)
}

/** The newest matches of an author, of a small community or of no words. */
async function readPosts(tx: DbOrTx, { wanted, scope, sort }: Search, { nsfw }: Within): Promise<Ranking> {
  const has = (text: string) =>
    text === '' ? sql`true` : sql`${post.search} @@ ${inBucket(text, sql`f_search_bucket(${post.id})`, sql`${post.is_nsfw}`)}`
  return ranked(tx, sql`
    with found_ranked as (
      select id, ${SORTED[sort]} from (
        select ${post.id} as id, ${postRank.hot} as hot, ${postRank.top} as top, ${postRank.created_at} as created_at,
          (${has(titledText(wanted))})::integer + (${has(titledText(wanted, { asAsked: true }))})::integer as score
        from ${postRank} join ${post} on ${post.id} = ${postRank.post_id}
        where ${isListed()} and ${postRank.is_nsfw} = ${nsfw} and ${has(wantedText(wanted))} and ${postConditions(scope)}
          ${scope.authorId === null ? sql`` : sql`and ${postRank.author_id} = ${scope.authorId}`}
          ${scope.categoryId === null ? sql`` : sql`and ${postRank.category_id} = ${scope.categoryId}`}
        order by ${postRank.created_at} desc, ${postRank.post_id} desc limit ${max}
      ) as newest
    )`)
}

const COMMENT_HAS: Record<Has, SQL> = {
  image: sql`${comment.image_url} is not null`,
  video: sql`${comment.video_url} is not null`,
  link: sql`${comment.content_html} like '%<a href="http%'`,
  poll: sql`false`,
}

/** A bucket of comments is as wide as four of posts, since there are more and shorter ones. */
const commentBucket = (id: number) => sql`f_search_bucket(${id}::integer >> 2)`

/** Buckets between which comments of these days are. Ids follow time, so the first thousand show it; one bucket more for those written side by side. */
function bucketsOf({ before, after, ...scope }: Scope, { newest, oldest }: Within): { first: SQL, last: SQL } {
  const edge = (asked: Pick<Scope, 'before' | 'after'>, furthest: SQL, order: SQL) => sql`(select f_search_bucket(${furthest} >> 2) from (
      select ${comment.id} as id from ${comment} where ${sql.join(written({ ...scope, ...asked }, comment.created_at), sql` and `)}
      order by ${comment.created_at} ${order} limit ${max}
    ) as nearest)`
  const [first, last] = [commentBucket(newest), commentBucket(oldest)]
  return {
    first: before.length > 0 ? sql`least(${first}, coalesce(${edge({ before, after: [] }, sql`max(id)`, sql`desc`)} + 1, -1))` : first,
    last: after.length > 0 ? sql`greatest(${last}, ${edge({ before: [], after }, sql`min(id)`, sql`asc`)} - 1)` : last,
  }
}

/** The conditions that an index of comments has, where at most `MAX_READ` comments meet them. */
async function fewComments(tx: DbOrTx, scope: Scope): Promise<SQL | null> {
  const indexed = [...written(scope, comment.created_at), ...scope.has.map((name) => COMMENT_HAS[name])]
  if (indexed.length === 0) return null
  const meeting = sql.join(indexed, sql` and `)
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::integer as count from (select 1 from ${comment} where ${meeting} limit ${sql.raw(String(MAX_READ + 1))}) as met`)
  return row!.count > MAX_READ ? null : meeting
}

/** Every comment of a bucket has this entry. */
const ANY = `'${LABEL}@'`

/** Like posts: words as they were asked for before other forms and prefixes, then by score and age. `title:` means the comment's post. */
export async function findComments(tx: DbOrTx, { wanted, scope, sort }: Search, within: Within): Promise<Ranking> {
  const inPost = wanted.titles.length > 0
    ? [sql`exists (select 1 from ${post} where ${post.id} = ${comment.post_id}
        and ${post.search} @@ ${inBucket(queryText(wanted.titles, '='), sql`f_search_bucket(${post.id})`, sql`${post.is_nsfw}`)})`]
    : []
  const conditions = [
    ...written(scope, comment.created_at), ...scope.has.map((name) => COMMENT_HAS[name]), ...says(scope, sql`${comment.content}`), ...inPost,
  ]
  const of = [
    ...(scope.authorId === null ? [] : [`'${LABEL}@a${scope.authorId}'`]), ...(scope.categoryId === null ? [] : [`'${LABEL}@c${scope.categoryId}'`]),
  ]
  const isBare = wanted.terms.length + of.length === 0
  const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' & ')
  const text = joined(isBare ? ANY : '', wantedText({ ...wanted, titles: [] }), ...of)
  const exact = joined(isBare ? ANY : '', queryText(wanted.terms, ':', { asAsked: true, least: wanted.least }), ...of)
  const matching = (query: string) => sql`${commentSearch.search} @@ ${inBucket(query, sql`bucket`, within.nsfw)}`
  const score = sort === 'relevance' ? sql`(${matching(exact)})::integer` : sql`0`
  const hot = sql`sign(${comment.top}) * log(greatest(abs(${comment.top}), 1)::double precision) + extract(epoch from ${comment.created_at}) / 45000`
  const few = await fewComments(tx, scope)
  const { first, last } = bucketsOf(scope, within)
  const found = few
    ? sql`(select ${comment.id} as id, f_search_bucket(${comment.id} >> 2) as bucket from ${comment} where ${few} offset 0) as met
      cross join lateral (
        select ${commentSearch.comment_id} as id, ${score} as score from ${commentSearch} where ${commentSearch.comment_id} = met.id and ${matching(text)} offset 0
      ) as found`
    : sql`generate_series(${first}, ${last}, -1) as bucket
      cross join lateral (
        ${newestOf(sql`select ${commentSearch.comment_id} as id, ${score} as score from ${commentSearch} where ${matching(text)}`,
          conditions.length > 0 ? sql`` : sql`limit ${max}`)}
      ) as found`
  return ranked(tx, sql`
    with matches as materialized (
      select found.id, found.score, ranked.hot, ranked.top, ranked.created_at
      from ${found}
      cross join lateral (
        select ${hot} as hot, ${comment.top} as top, ${comment.created_at} as created_at
        from ${comment} join ${postRank} on ${postRank.post_id} = ${comment.post_id}
        where ${sql.join([sql`${comment.id} = found.id`, isCommentListed(), ...conditions], sql` and `)} offset 0
      ) as ranked
      ${few ? sql`order by found.id desc` : sql``} limit ${max}
    ), found_ranked as (
      select id, ${SORTED[sort]} from matches
    )`)
}

/** Those of the ids that are by people whom the viewer blocked. */
export async function findHidden(tx: DbOrTx, kind: 'posts' | 'comments', ids: number[], viewerId: number): Promise<Set<number>> {
  const { id, author_id } = kind === 'posts' ? { id: postRank.post_id, author_id: postRank.author_id } : comment
  const rows = await tx.execute<{ id: number }>(sql`
    select ${id} as id from ${kind === 'posts' ? postRank : comment}
    where ${id} = any (${sql.param(ids)}::integer[]) and exists (select 1 from blockeduser where blocker_id = ${viewerId})
      and ${author_id} = any (array(select blocked_id from blockeduser where blocker_id = ${viewerId}))`)
  return new Set(rows.map((row) => row.id))
}

/** A short word has few trigrams, of which a misspelling changes many. */
const MIN_SIMILARITY = { short: 0.25, long: 0.3 }
const SHORT_WORD = 4
const MAX_ALTERNATIVES = 5

/** Each word with the words of posts that are spelt most alike. */
export async function findAlike(db: DbOrTx, words: string[]): Promise<[string, string[]][]> {
  const { short, long } = MIN_SIMILARITY
  const similarity = sql`similarity(${searchWord.word}, meant)`
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local pg_trgm.similarity_threshold = ${sql.raw(String(short))}`)
    const rows = await tx.execute<{ meant: string, alike: string[] }>(sql`
      select meant, array(
        select ${searchWord.word} from ${searchWord}
        where ${searchWord.word} % meant and (${similarity} >= ${long}::real or length(meant) <= ${SHORT_WORD}::integer)
        order by ${similarity} desc, ${searchWord.word}
        limit ${MAX_ALTERNATIVES}
      ) as alike
      from unnest(${sql.param(words)}::text[]) as meant`)
    return rows.map(({ meant, alike }) => [meant, alike])
  })
}

const findByName = builtQuery((db, values: Placed<{ name: string }>) =>
  db.select({ id: user.id }).from(user).where(and(sql`lower(${user.username}) = ${values.name}`, isNull(user.deleted_at))))

export async function findUserId(tx: DbOrTx, name: string): Promise<number | null> {
  const [row] = await findByName(tx, { name: name.toLowerCase() })
  return row?.id ?? null
}

/** What highlights are made of. A covered post shows nothing but its title. */
export async function loadPostTexts(tx: DbOrTx, ids: number[]) {
  return tx.select({ id: post.id, html: sql<string>`case when ${post.is_spoiler} then '' else ${post.content_html} end` })
    .from(post).innerJoin(postRank, eq(postRank.post_id, post.id)).where(and(inArray(post.id, ids), isListed()))
}

/** What relevance is judged by. */
export async function loadExcerpts(tx: DbOrTx, ids: number[]) {
  return tx.select({ id: post.id, title: post.title, excerpt: post.excerpt }).from(post).where(inArray(post.id, ids))
}

/** Writes the index entries of comments that have none, from `newest` down; the id below which to go on, 0 at the end. */
export async function indexComments(db: DbOrTx, newest: number, count: number): Promise<number> {
  const oldest = Math.max(1, newest - count + 1)
  await db.execute(sql`
    with added as (
      insert into ${commentSearch} (comment_id, search)
      select ${comment.id}, f_comment_search_vector(${comment.id}, ${comment.is_nsfw}, ${comment.content}, ${comment.author_id}, ${post.category_id})
      from ${comment} join ${post} on ${post.id} = ${comment.post_id}
      where ${comment.id} between ${oldest}::integer and ${newest}::integer
        and not exists (select 1 from ${commentSearch} where ${commentSearch.comment_id} = ${comment.id})
      on conflict do nothing
      returning search
    )
    insert into ${searchWord} select distinct word from added, f_spellable(added.search) as word order by word on conflict do nothing`)
  return oldest - 1
}

export async function newestComment(tx: DbOrTx): Promise<number> {
  const [row] = await tx.execute<{ id: number | null }>(sql`select max(${comment.id}) as id from ${comment}`)
  return row!.id ?? 0
}

/** The oldest comment is indexed last. */
export async function isIndexComplete(tx: DbOrTx): Promise<boolean> {
  const [row] = await tx.execute<{ complete: boolean }>(sql`
    select coalesce((select exists (select 1 from ${commentSearch} where ${commentSearch.comment_id} = oldest)
      from (select min(${comment.id}) as oldest from ${comment}) as first where oldest is not null), true) as complete`)
  return row!.complete
}

/** Whether a living post or a comment has the word. A common word is found in the newest bucket of the index, a rare one takes all of them. */
const isSaid = (word: SQL) => sql`(
  exists (
    select 1 from generate_series((select f_search_bucket(max(id)) from post), 0, -1) as bucket
    cross join (values (true), (false)) as variant (is_nsfw)
    cross join lateral (
      select 1 from post
      where post.deleted_at is null and post.search @@ ('''' || f_search_label(bucket, variant.is_nsfw) || ':' || ${word} || '''')::tsquery
      limit 1
    ) as found)
  or exists (
    select 1 from generate_series((select f_search_bucket(max(id) >> 2) from comment), 0, -1) as bucket
    cross join (values (true), (false)) as variant (is_nsfw)
    cross join lateral (
      select 1 from ${commentSearch}
      where ${commentSearch.search} @@ ('''' || f_search_label(bucket, variant.is_nsfw) || ':' || ${word} || '''')::tsquery
      limit 1
    ) as found))`

/** Deletes the words of the next `count` lost ones that no text has; how many it looked at. */
export async function forgetLostWords(db: DbOrTx, now: Date, count: number): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    with lost as materialized (
      select id, word from ${lostWord} where forgotten_at is null order by id limit ${count}
    ), gone as materialized (
      select word from (select distinct word from lost) as each where not ${isSaid(sql`each.word`)}
    ), forgotten as (
      delete from ${searchWord} using gone where ${searchWord.word} = gone.word
    ), looked as (
      update ${lostWord} set forgotten_at = ${now.toISOString()}::timestamptz from lost where ${lostWord.id} = lost.id
    )
    select count(*)::integer as count from lost`)
  return row!.count
}

/** Gives back the words of the next `count` deleted before `before` that a text has after all; how many it looked at. */
export async function restoreSaidWords(db: DbOrTx, before: Date, count: number): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    with looked as (
      delete from ${lostWord} where ${lostWord.id} in (
        select id from ${lostWord} where forgotten_at < ${before.toISOString()}::timestamptz order by forgotten_at, id limit ${count}
      ) returning word
    ), restored as (
      insert into ${searchWord} select distinct word from looked where ${isSaid(sql`looked.word`)} order by word on conflict do nothing
    )
    select count(*)::integer as count from looked`)
  return row!.count
}
