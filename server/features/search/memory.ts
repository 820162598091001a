export type Ranking = { ids: number[], total: number }

const LIFETIME = 10_000
const MOST = 500

type Kept = { until: number, ranking: Promise<Ranking> }

const kept = new WeakMap<object, Map<string, Kept>>()

/** Forgets every ranking, also those in the making: for after a post was changed or deleted. */
export function forgetRankings(db: object): void {
  kept.delete(db)
}

/**
 * Ranks once for everybody who asks for the same within ten seconds: the pages of a result belong together, and a query that many
 * make at once costs once. What another process or the panel deletes stays counted for so long, but is not shown. `db` separates
 * the databases of tests; the latest 500 rankings are kept.
 */
export function rankOnce(db: object, key: string, now: Date, rank: () => Promise<Ranking>): Promise<Ranking> {
  const time = now.getTime()
  const rankings = kept.get(db) ?? new Map<string, Kept>()
  kept.set(db, rankings)
  const known = rankings.get(key)
  if (known && known.until > time) return known.ranking
  const ranking = rank()
  rankings.delete(key)
  rankings.set(key, { until: time + LIFETIME, ranking })
  ranking.catch(() => rankings.delete(key))
  if (rankings.size > MOST) rankings.delete(rankings.keys().next().value!)
  return ranking
}
