const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A contribution is a post or comment that is older than `contributionAge` and was not removed. */
export const TRUST = {
  contributionAge: DAY,
  basic: { age: DAY, threads: 5, contributions: 3 },
  regular: { age: 30 * DAY, activeDays: 20, contributions: 30, removedPercent: 5 },
} as const

export const NEWCOMER = {
  links: 5,
  posts: 10,
  comments: 100,
  partners: 5,
  day: DAY,
  repeats: 3,
  repeatWindow: HOUR,
  /** A text with fewer letters is compared for repetition together with its title. */
  repeatedText: 30,
  shortestText: 4,
} as const

/** From this level on members may invite others, if the site allows invites. */
export const INVITING_LEVEL = 2

/** The highest level, which only an admin can grant; moderators have it in their own communities. */
export const GRANTED_LEVEL = 3

export const effectiveLevel = ({ is_admin, trust_level }: { is_admin: boolean; trust_level: number }) =>
  is_admin ? GRANTED_LEVEL : trust_level

export type TrustRecord = {
  created_at: Date
  threads: number
  active_days: number
  contributions: number
  removed: number
}

export function trustLevelOf(
  { created_at, threads, active_days, contributions, removed }: TrustRecord,
  now: Date,
): 0 | 1 | 2 {
  const age = now.getTime() - created_at.getTime()
  const { basic, regular } = TRUST
  const isMostlyKept = removed * 100 < regular.removedPercent * (contributions + removed)
  if (age >= regular.age && active_days >= regular.activeDays && contributions >= regular.contributions && isMostlyKept)
    return 2
  return age >= basic.age && threads >= basic.threads && contributions >= basic.contributions ? 1 : 0
}
