import type { Lang } from '#shared/i18n/plural.ts'
import { LIMITS } from '#shared/limits.ts'

/** What was made on one day of the site's time zone. */
export type Day = { date: string, users: number, posts: number, comments: number, streams: number }

/** Width of a day's bar in percent: (users + posts + comments) / 10 of the whole, and never more than that. */
export function barWidth({ users, posts, comments }: Day): number {
  return Math.min(100, ((users + posts + comments) / LIMITS.activityBar) * 100)
}

/** 'sob., 21 lis', 'Sat, 21 Nov': a day of the calendar, in no time zone. */
export function dayName(date: string, lang: Lang, style: 'long' | 'short' = 'long'): string {
  const weekday = style === 'long' ? 'short' : undefined
  return new Intl.DateTimeFormat(lang === 'pl' ? 'pl-PL' : 'en-GB', { timeZone: 'UTC', weekday, day: 'numeric', month: 'short' })
    .format(new Date(`${date}T00:00:00Z`))
}
