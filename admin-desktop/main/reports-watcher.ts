import type { Api } from '../../shared/api/index.ts'

export const REPORTS_INTERVAL_MS = 30_000
const MAX_NOTICES = 3
const PAGE_SIZE = 20

type Report = Awaited<ReturnType<Api['admin']['reports']>>['reports'][number]

export type News = {
  /** Open items of the queue. */
  pending: number
  /** New since the last check, oldest first, at most `MAX_NOTICES`. */
  fresh: Report[]
  /** How many new ones are left out of `fresh`. */
  more: number
  latest: number
}

/** The reports above the id `seen`, which are new; null, after a sign-in, makes nothing new. */
export function newsOf({ reports, total }: { reports: readonly Report[]; total: number }, seen: number | null): News {
  const latest = Math.max(seen ?? 0, ...reports.map(({ id }) => id))
  const fresh = seen === null ? [] : reports.filter(({ id }) => id > seen).sort((a, b) => a.id - b.id)
  return { pending: total, latest, fresh: fresh.slice(-MAX_NOTICES), more: Math.max(0, fresh.length - MAX_NOTICES) }
}

/** Loads the pending reports at each check and, where no event stream stands then, `intervalMs` after the last one. */
export function createReportsWatcher({
  load,
  onNews,
  isLive = () => false,
  intervalMs = REPORTS_INTERVAL_MS,
}: {
  /** Loads what is new; null where nobody is signed in. */
  load: () => Promise<News | null>
  onNews: (news: News) => void
  isLive?: () => boolean
  intervalMs?: number
}) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let started = 0
  let applied = 0
  let latest = 0

  function schedule(): void {
    clearTimeout(timer)
    timer = setTimeout(() => (isLive() ? schedule() : void check()), intervalMs)
    timer.unref()
  }

  async function check(): Promise<void> {
    const own = ++started
    const before = applied
    clearTimeout(timer)
    const news = await load().catch(() => null)
    if (own < applied) return
    // A report that another check has shown at the same time is not new.
    const isOverlapped = applied > before
    applied = own
    if (news) {
      onNews(isOverlapped ? { ...news, fresh: news.fresh.filter(({ id }) => id > latest) } : news)
      latest = news.latest
    }
    schedule()
  }

  return {
    check,
    stop() {
      applied = Infinity
      clearTimeout(timer)
    },
  }
}

export async function loadNews(api: Api, seen: number | null): Promise<News> {
  const [pending, reports] = await Promise.all([
    // A server of an earlier version has no queue.
    api.queue.list({ limit: 1 }).then(
      ({ total }) => total,
      () => null,
    ),
    api.admin.reports({ status: 'pending', limit: PAGE_SIZE }),
  ])
  const news = newsOf(reports, seen)
  return { ...news, pending: pending ?? news.pending }
}
