import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { isNotBlockedBy } from '../posts/feed/queries.ts'
import { post, postRank } from '../posts/table.ts'

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

export async function findMatches(tx: DbOrTx, { q, nsfw, viewerId }: { q: string, nsfw: boolean, viewerId: number | null }): Promise<number[]> {
  const query = sql`plainto_tsquery('simple', lower(f_unaccent(${q})))`
  const rows = await tx.select({ id: post.id }).from(post).innerJoin(postRank, eq(postRank.post_id, post.id))
    .where(and(sql`${post.search} @@ ${query}`, isNull(post.deleted_at), sql`${postRank.is_listed}`, eq(postRank.is_nsfw, nsfw), isNotBlockedBy(viewerId)))
    .orderBy(sql`${postRank.hot} desc`).limit(1000)
  return rows.map((row) => row.id)
}
