import { sql } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { isNotBlockedBy } from '../posts/feed/queries.ts'
import { post, postRank } from '../posts/table.ts'
import { LABEL, queryText, type Term } from './rules.ts'
import { searchWord } from './table.ts'

/**
 * How much of a query's trigrams a stretch of words must share for `<%` to call them alike. PostgreSQL's 0.6 misses most words with
 * two letters swapped ('kuchina' has 0.5 of 'kuchnia').
 */
const WORD_SIMILARITY = 0.45

/** Runs queries that compare by `<%`. */
export function withWordSimilarity<T>(db: DbOrTx, run: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local pg_trgm.word_similarity_threshold = ${sql.raw(String(WORD_SIMILARITY))}`)
    return run(tx)
  })
}

const wordsOf = (text: string) => sql`array(select f_search_words(${text}))`

/** The words of the two parts of a query as they are stored, and the newest and oldest bucket that there are posts in. */
export async function readQuery(tx: DbOrTx, head: string, last: string) {
  const [row] = await tx.execute<{ head: string[], last: string[], newest: number | null, oldest: number | null }>(sql`
    select ${wordsOf(head)} as head, ${wordsOf(last)} as last,
      f_search_bucket((select max(${post.id}) from ${post})) as newest, f_search_bucket((select min(${post.id}) from ${post})) as oldest`)
  return row!
}

/**
 * The ids of the posts of a variant that have all the terms: those with all in the title first, whole words before beginnings,
 * then by hot rank. `total` is their number; posts by people whom the viewer blocked are counted and not among the ids.
 *
 * A word that half the posts have would be half a million entries to go through. So the index holds the words of each bucket of
 * 8,192 posts apart (`f_search_vector`), and this looks into one bucket after the other, the newest first, until it has met
 * the 1,000 matches up to which totals are counted: a common word is done after the newest buckets, a rare one has few
 * entries anywhere. Those 1,000, and they alone, are ranked.
 */
export async function findMatches(
  tx: DbOrTx, terms: Term[], { nsfw, newest, oldest, viewerId }: { nsfw: boolean, newest: number, oldest: number, viewerId: number | null },
): Promise<{ ids: number[], total: number }> {
  const inBucket = (text: string) => sql`replace(${text}, ${LABEL}, f_search_label(bucket, ${nsfw}))::tsquery`
  const most = sql.raw(String(LIMITS.searchTotal))
  const shown = isNotBlockedBy(viewerId)
  const [row] = await tx.execute<{ ids: number[] | null, total: number }>(sql`
    select count(*)::integer as total,
      array_agg(id order by in_title desc, hot desc, id desc) ${shown && sql`filter (where is_shown)`} as ids
    from (
      select ${postRank.post_id} as id, ${postRank.hot} as hot, found.in_title, ${shown ?? sql`true`} as is_shown
      from generate_series(${newest}::integer, ${oldest}::integer, -1) as bucket
      cross join lateral (
        select ${post.id} as id,
          (${post.search} @@ ${inBucket(queryText(terms, '='))})::integer
            + (${post.search} @@ ${inBucket(queryText(terms, '=', { asPrefix: false }))})::integer as in_title
        from ${post}
        where ${post.search} @@ ${inBucket(queryText(terms, ':'))} and ${post.deleted_at} is null
        order by ${post.id} desc
        limit ${most}
      ) as found
      join ${postRank} on ${postRank.post_id} = found.id and ${postRank.is_listed} and ${postRank.is_nsfw} = ${nsfw}
      limit ${most}
    ) as matches`)
  return { ids: row!.ids ?? [], total: row!.total }
}

/** How alike words must be spelt; a short one has too few trigrams to keep many of them. */
const LEAST_ALIKE = { short: 0.25, long: 0.3 }
const SHORT = 4
const ALTERNATIVES = 5

/** For each of the words those of posts that are spelt most alike, itself first where it is one. */
export async function findAlike(db: DbOrTx, words: string[]): Promise<string[][]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local pg_trgm.similarity_threshold = ${sql.raw(String(LEAST_ALIKE.short))}`)
    const rows = await tx.execute<{ alike: string[] }>(sql`
      select array(
        select ${searchWord.word} from ${searchWord}
        where ${searchWord.word} % meant.word
          and similarity(${searchWord.word}, meant.word) >= case when length(meant.word) <= ${SHORT} then ${LEAST_ALIKE.short}::real else ${LEAST_ALIKE.long}::real end
        order by similarity(${searchWord.word}, meant.word) desc, ${searchWord.word}
        limit ${ALTERNATIVES}
      ) as alike
      from unnest(${sql.param(words)}::text[]) with ordinality as meant(word, at)
      order by at`)
    return rows.map((row) => row.alike)
  })
}
