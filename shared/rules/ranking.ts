/** The database computes the same in generated columns. Formulas of Reddit's published source, without its rounding. */

/** 2024-01-01T00:00Z; only differences of hot ranks matter. */
export const HOT_EPOCH_SECONDS = 1_704_067_200

export const HOT_DECAY_SECONDS = 45_000

export const WILSON_Z = 1.2816

export function hotRank(upvotes: number, downvotes: number, createdAt: Date | string): number {
  const score = topRank(upvotes, downvotes)
  const seconds = new Date(createdAt).getTime() / 1000 - HOT_EPOCH_SECONDS
  return Math.sign(score) * Math.log10(Math.max(Math.abs(score), 1)) + seconds / HOT_DECAY_SECONDS
}

export function topRank(upvotes: number, downvotes: number): number {
  return upvotes - downvotes
}

export function controversialRank(upvotes: number, downvotes: number): number {
  if (upvotes <= 0 || downvotes <= 0) return 0
  return (upvotes + downvotes) ** (Math.min(upvotes, downvotes) / Math.max(upvotes, downvotes))
}

/** Lower bound of the Wilson score interval of the share of upvotes, 0 to 1. */
export function bestRank(upvotes: number, downvotes: number): number {
  const n = upvotes + downvotes
  if (n <= 0) return 0
  const z = WILSON_Z
  const share = upvotes / n
  const centre = share + (z * z) / (2 * n)
  const margin = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * n)) / n)
  return Math.max(0, (centre - margin) / (1 + (z * z) / n))
}
