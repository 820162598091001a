import type { Api } from '../../shared/api/index.ts'

/** Milliseconds between looks at the pending reports. */
export const REPORTS_EVERY = 30_000
/** The most notices at once; more become one. */
const MOST_NOTICES = 3
const PAGE = 20

type Report = Awaited<ReturnType<Api['admin']['reports']>>['reports'][number]

export type News = {
  /** How many wait for a decision. */
  pending: number
  /** Those that came since the last look, oldest first; at most three, then `more` says how many besides. */
  fresh: Report[]
  more: number
  /** The latest that was ever seen. */
  latest: number
}

/**
 * What is new among the pending reports, newest first. Without a look before (null) nothing is: whoever signs in sees them
 * all, and needs no notice of each.
 */
export function newsOf({ reports, total }: { reports: readonly Report[], total: number }, told: number | null): News {
  const latest = Math.max(told ?? 0, ...reports.map(({ id }) => id))
  const fresh = told === null ? [] : reports.filter(({ id }) => id > told).sort((a, b) => a.id - b.id)
  return { pending: total, latest, fresh: fresh.slice(-MOST_NOTICES), more: Math.max(0, fresh.length - MOST_NOTICES) }
}

/** Asks for the pending reports, now and every half minute, one question at a time. */
export function createReportsWatcher({ ask, onNews, every = REPORTS_EVERY }: {
  /** Null where nobody is signed in. */
  ask: () => Promise<News | null>
  onNews: (news: News) => void
  every?: number
}) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0

  async function look(): Promise<void> {
    const own = ++turn
    clearTimeout(timer)
    const news = await ask().catch(() => null)
    // Another look began meanwhile: its answer is the newer one.
    if (own !== turn) return
    if (news) onNews(news)
    timer = setTimeout(() => void look(), every)
    timer.unref()
  }

  return {
    look,
    stop() {
      turn += 1
      clearTimeout(timer)
    },
  }
}

/** Asks a server for its pending reports. */
export async function askForReports(api: Api, told: number | null): Promise<News> {
  return newsOf(await api.admin.reports({ status: 'pending', limit: PAGE }), told)
}
