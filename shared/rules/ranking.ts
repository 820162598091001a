/**
 * The ranks, as the database computes them in generated columns. The formulas are those of Reddit's published source
 * (reddit-archive/reddit, r2/r2/lib/db/_sorts.pyx), with an epoch of our own and without its rounding to 7 places.
 */

/** 2024-01-01T00:00Z in seconds since 1970; only differences of hot ranks mean anything. */
export const HOT_EPOCH_SECONDS = 1_704_067_200

/** Half a day: a post needs ten times the score to stand beside one that is 12.5 hours younger. */
export const HOT_DECAY_SECONDS = 45_000

/** Quantile of the normal distribution for a two-sided confidence of 80 percent. */
export const WILSON_Z = 1.2816

/** sign(s) * log10(max(|s|, 1)) + (created - epoch) / 45000, where s = upvotes - downvotes. */
export function hotRank(upvotes: number, downvotes: number, createdAt: Date | string): number {
  const score = topRank(upvotes, downvotes)
  const seconds = new Date(createdAt).getTime() / 1000 - HOT_EPOCH_SECONDS
  return Math.sign(score) * Math.log10(Math.max(Math.abs(score), 1)) + seconds / HOT_DECAY_SECONDS
}

/** upvotes - downvotes. */
export function topRank(upvotes: number, downvotes: number): number {
  return upvotes - downvotes
}

/** (u + d) ^ (min(u, d) / max(u, d)); 0 where one side has no votes. */
export function controversialRank(upvotes: number, downvotes: number): number {
  if (upvotes <= 0 || downvotes <= 0) return 0
  return (upvotes + downvotes) ** (Math.min(upvotes, downvotes) / Math.max(upvotes, downvotes))
}

/**
 * The lower bound of the Wilson score interval of the share of upvotes (Edwin B. Wilson, Probable Inference, the Law
 * of Succession, and Statistical Inference, JASA 22, 1927; for ranking: Evan Miller, How Not To Sort By Average
 * Rating, 2009): 0 to 1, 0 without votes.
 */
export function bestRank(upvotes: number, downvotes: number): number {
  const n = upvotes + downvotes
  if (n <= 0) return 0
  const z = WILSON_Z
  const share = upvotes / n
  const centre = share + (z * z) / (2 * n)
  const margin = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * n)) / n)
  return Math.max(0, (centre - margin) / (1 + (z * z) / n))
}
