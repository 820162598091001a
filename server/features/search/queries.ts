import { sql } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { isNotBlockedBy } from '../blocks/queries.ts'
import { isListed } from '../posts/listed.ts'
import { post, postRank } from '../posts/table.ts'
import { LABEL, queryText, type Asked, type Term } from './rules.ts'
import { searchWord } from './table.ts'

/** The threshold of `<%`. PostgreSQL's 0.6 misses most words with two letters swapped ('kuchina' has 0.5 of 'kuchnia'). */
const WORD_SIMILARITY = 0.45

/** Runs queries that compare by `<%`. */
export function withWordSimilarity<T>(db: DbOrTx, run: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local pg_trgm.word_similarity_threshold = ${sql.raw(String(WORD_SIMILARITY))}`)
    return run(tx)
  })
}

/** The words of the two parts of a query as they are stored, with their forms, and the ids of the newest and the oldest post (null without any). */
export async function readQuery(tx: DbOrTx, head: string, last: string) {
  const asked = (text: string) => sql`
    array(select json_build_object('word', word, 'forms', array(select f_search_forms(word))) from f_search_words(${text}) as word)`
  const [row] = await tx.execute<{ head: Asked[], last: Asked[], newest: number | null, oldest: number | null }>(sql`
    select ${asked(head)} as head, ${asked(last)} as last,
      (select max(${post.id}) from ${post}) as newest, (select min(${post.id}) from ${post}) as oldest`)
  return row!
}

export type Within = { nsfw: boolean, newest: number, oldest: number }

/**
 * Ranked: all terms in the title first, words as they were asked for before other forms and prefixes, then by hot rank. Buckets of consecutive posts (`f_search_vector`) are
 * read from the newest on until 1,000 match, because a common word has half a million entries. Reading titles back would be slower than the index.
 */
export async function findMatches(tx: DbOrTx, terms: Term[], { nsfw, newest, oldest }: Within): Promise<{ ids: number[], total: number }> {
  const max = sql.raw(String(LIMITS.searchTotal))
  const queryIn = (text: string) => sql`(select replace(${text}, ${LABEL}, f_search_label(bucket, ${nsfw}))::tsquery)`
  const having = (text: string) => sql`${post.search} @@ ${queryIn(text)} and ${post.deleted_at} is null`
  const [row] = await tx.execute<{ ids: number[] | null, total: number }>(sql`
    with matches as materialized (
      select found.id, ranked.hot
      from generate_series(f_search_bucket(${newest}), f_search_bucket(${oldest}), -1) as bucket
      cross join lateral (
        select ${post.id} as id from ${post} where ${having(queryText(terms, ':'))} order by ${post.id} desc limit ${max}
      ) as found
      cross join lateral (
        -- OFFSET keeps the planner from joining all ranks of a variant with the few matches of a bucket.
        select ${postRank.hot} as hot from ${postRank}
        where ${postRank.post_id} = found.id and ${isListed()} and ${postRank.is_nsfw} = ${nsfw} offset 0
      ) as ranked
      limit ${max}
    ), titled as (
      select title_match.id, count(*) as score
      from (select distinct f_search_bucket(id) as bucket from matches) as buckets
      cross join lateral (
        select ${post.id} as id from ${post} where ${having(queryText(terms, '='))}
        union all
        select ${post.id} as id from ${post} where ${having(queryText(terms, '=', { asAsked: true }))}
      ) as title_match
      group by title_match.id
    )
    select count(*)::integer as total, array_agg(id order by coalesce(score, 0) desc, hot desc, id desc) as ids
    from matches left join titled using (id)`)
  return { ids: row!.ids ?? [], total: row!.total }
}

export async function findHidden(tx: DbOrTx, ids: number[], viewerId: number): Promise<Set<number>> {
  const rows = await tx.execute<{ id: number }>(sql`
    select ${postRank.post_id} as id from ${postRank}
    where ${postRank.post_id} = any (${sql.param(ids)}::integer[]) and exists (select 1 from blockeduser where blocker_id = ${viewerId})
      and not (${isNotBlockedBy(viewerId)})`)
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
