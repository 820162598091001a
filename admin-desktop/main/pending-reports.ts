import { desktopTexts } from '../../shared/i18n/desktop.ts'
import type { Credential } from './credentials.ts'
import type { Host } from './host.ts'
import type { Navigation } from './navigation.ts'
import { createReportsWatcher, loadNews, REPORTS_INTERVAL_MS, type News } from './reports-watcher.ts'
import type { Sessions } from './sessions.ts'
import type { SettingsStore } from './settings.ts'

export type PendingReports = ReturnType<typeof createPendingReports>

export function createPendingReports({
  settings,
  sessions,
  navigation,
  host,
  isLive,
  onAnswer,
  onFailure,
  onChange,
}: {
  settings: SettingsStore
  sessions: Pick<Sessions, 'of' | 'apiOf'>
  navigation: Pick<Navigation, 'open' | 'showReport'>
  host: Pick<Host, 'notice' | 'reportsIntervalMs'>
  isLive?: () => boolean
  onAnswer: (address: string) => void
  /** `status` is 0 if the server did not respond. */
  onFailure: (address: string, credential: Credential, status: number | undefined) => Promise<void>
  onChange: () => void
}) {
  let count = 0
  const watcher = createReportsWatcher({
    intervalMs: host.reportsIntervalMs ?? REPORTS_INTERVAL_MS,
    isLive,
    load,
    onNews,
  })

  async function load(): Promise<News | null> {
    const address = settings.read().current
    const credential = sessions.of(address)
    if (address === null || !credential) return null
    try {
      const news = await loadNews(sessions.apiOf(address, credential), settings.read().seen_reports[address] ?? null)
      onAnswer(address)
      return settings.read().current === address && sessions.of(address) === credential ? news : null
    } catch (error) {
      await onFailure(address, credential, (error as { status?: number }).status)
      return null
    }
  }

  function onNews({ pending, fresh, more, latest }: News): void {
    const { current, seen_reports, lang } = settings.read()
    if (current === null) return
    if (seen_reports[current] !== latest) void settings.change({ seen_reports: { ...seen_reports, [current]: latest } })
    if (count !== pending) {
      count = pending
      onChange()
    }
    const t = desktopTexts(lang).notices
    for (const { id, reason, target } of fresh) {
      host.notice({
        title: t.report,
        body: t.about(target?.title ?? null, reason),
        onClick: () => navigation.showReport(id),
      })
    }
    if (more > 0) host.notice({ title: t.report, body: t.more(more), onClick: () => navigation.open('tab=reports') })
  }

  return {
    count: () => count,
    check: () => watcher.check(),
    reset(): void {
      count = 0
    },
    stop: () => watcher.stop(),
  }
}
