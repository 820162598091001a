import type { Lang } from '#shared/i18n/plural.ts'
import { LIMITS } from '#shared/limits.ts'

/** Counts of one day in the site's time zone. */
export type Day = { date: string; users: number; posts: number; comments: number; streams: number }

export function barWidth({ users, posts, comments }: Day): number {
  return Math.min(100, ((users + posts + comments) / LIMITS.activityBar) * 100)
}

/** `date` has no time zone; the result is like 'sob., 21 lis' or 'Sat, 21 Nov'. */
export function dayName(date: string, lang: Lang, style: 'long' | 'short' = 'long'): string {
  const weekday = style === 'long' ? 'short' : undefined
  return new Intl.DateTimeFormat(lang === 'pl' ? 'pl-PL' : 'en-GB', {
    timeZone: 'UTC',
    weekday,
    day: 'numeric',
    month: 'short',
  }).format(new Date(`${date}T00:00:00Z`))
}
