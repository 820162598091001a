import type { Api } from '../../shared/api/index.ts'

export const REPORTS_INTERVAL_MS = 30_000
const MAX_NOTICES = 3
const PAGE_SIZE = 20

type Report = Awaited<ReturnType<Api['admin']['reports']>>['reports'][number]

export type News = {
  /** Number of open cases in the moderation queue. */
  pending: number
  /** New reports, oldest first, at most `MAX_NOTICES`. */
  fresh: Report[]
  /** Number of new reports left out of `fresh`. */
  more: number
  latest: number
}

/** Finds the reports that are newer than `seen`; after a sign-in `seen` is null, and no report counts as new. */
export function newsOf({ reports, total }: { reports: readonly Report[]; total: number }, seen: number | null): News {
  const latest = Math.max(seen ?? 0, ...reports.map(({ id }) => id))
  const fresh = seen === null ? [] : reports.filter(({ id }) => id > seen).sort((a, b) => a.id - b.id)
  return { pending: total, latest, fresh: fresh.slice(-MAX_NOTICES), more: Math.max(0, fresh.length - MAX_NOTICES) }
}

/** Loads the pending reports every `intervalMs` unless an event stream is open. */
export function createReportsWatcher({
  load,
  onNews,
  isLive = () => false,
  intervalMs = REPORTS_INTERVAL_MS,
}: {
  /** Loads new reports; null if nobody is signed in. */
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
    // If another check finished during this one, its reports have already been shown.
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
    // The call fails on servers of an earlier version, which have no moderation queue.
    api.queue.list({ limit: 1 }).then(
      ({ total }) => total,
      () => null,
    ),
    api.admin.reports({ status: 'pending', limit: PAGE_SIZE }),
  ])
  const news = newsOf(reports, seen)
  return { ...news, pending: pending ?? news.pending }
}
