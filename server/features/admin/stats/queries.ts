import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { countJobs } from '#server/jobs/queries.ts'

type Numbers = {
  users: number
  posts: number
  comments: number
  categories: number
  streams: number
  messages: number
  reports: number
  users_24h: number
  posts_24h: number
  users_30d: number
  posts_30d: number
  nsfw: number
  live: number
  unresolved: number
}

/** The condition lists both values of `is_nsfw`, because the index of `post_rank` begins with that column. */
const listedSince = (since: string) => sql`
  (select count(*)::integer from post_rank where is_listed and is_nsfw in (false, true) and created_at
    >= ${since}::timestamptz)`

const usersSince = (since: string) => sql`
  (select count(*)::integer from "user" where created_at >= ${since}::timestamptz and deleted_at is null)`

const HOUR = 3_600_000

export async function readDashboard(tx: DbOrTx, now: Date) {
  const day = new Date(now.getTime() - 24 * HOUR).toISOString()
  const month = new Date(now.getTime() - 30 * 24 * HOUR).toISOString()
  const [row] = await tx.execute<Numbers>(sql`
    select
      (select count(*)::integer from "user" where deleted_at is null) as users,
      (select coalesce(sum(post_count), 0)::integer from category where deleted_at is null) as posts,
      (select coalesce(sum(comment_count), 0)::integer from post_rank where is_listed) as comments,
      (select count(*)::integer from category where deleted_at is null) as categories,
      (select count(*)::integer from category where deleted_at is null and is_nsfw) as nsfw,
      (select count(*)::integer from stream where deleted_at is null) as streams,
      (select count(*)::integer from stream where deleted_at is null and is_live) as live,
      (select count(*)::integer from message) as messages,
      (select count(*)::integer from report) as reports,
      (select count(*)::integer from report where status = 'pending') as unresolved,
      ${usersSince(day)} as users_24h, ${usersSince(month)} as users_30d,
      ${listedSince(day)} as posts_24h, ${listedSince(month)} as posts_30d`)
  const { users, posts, comments, categories, streams, messages, reports, ...rest } = row!
  return {
    totals: { users, posts, comments, categories, streams, messages, reports },
    last_24h: { new_users: rest.users_24h, new_posts: rest.posts_24h },
    last_30d: { new_users: rest.users_30d, new_posts: rest.posts_30d },
    categories: { nsfw: rest.nsfw },
    active: { streams: rest.live, unresolved_reports: rest.unresolved },
  }
}

export async function readOperations(tx: DbOrTx, smtpUrl: string | null) {
  const { waiting, failed, mails_waiting, mails_failed } = await countJobs(tx)
  const delivery = smtpUrl === null ? ('outbox' as const) : ('smtp' as const)
  return { jobs: { waiting, failed }, mail: { delivery, waiting: mails_waiting, failed: mails_failed } }
}

type DayNumbers = { date: string; users: number; posts: number; comments: number; streams: number }

export async function readCharts(tx: DbOrTx, days: number, { now, timeZone }: { now: Date; timeZone: string }) {
  return tx.execute<DayNumbers>(sql`
    with today as (select (${now.toISOString()}::timestamptz at time zone ${timeZone})::date as date),
    day as (
      select (date - back) as date, (date - back)::timestamp at time zone ${timeZone} as starts,
        (date - back + 1)::timestamp at time zone ${timeZone} as ends
      from today, generate_series(0, ${days}::integer - 1) as back
    )
    select to_char(date, 'YYYY-MM-DD') as date,
      (select count(*)::integer from "user" u where u.created_at >= starts and u.created_at < ends
        and u.deleted_at is null) as users,
      (select count(*)::integer from post_rank p
        where p.is_listed and p.is_nsfw in (false, true) and p.created_at >= starts and p.created_at < ends) as posts,
      (select count(*)::integer from comment c where c.created_at >= starts and c.created_at < ends
        and c.deleted_at is null) as comments,
      (select count(*)::integer from stream s where s.created_at >= starts and s.created_at < ends
        and s.deleted_at is null) as streams
    from day order by day.date`)
}
