import type { Credential } from './credentials.ts'
import type { Host } from './host.ts'
import type { Navigation } from './navigation.ts'
import { createPendingReports } from './pending-reports.ts'
import { createReachability } from './reachability.ts'
import { createReportEvents } from './report-events.ts'
import type { Sessions } from './sessions.ts'
import type { SettingsStore } from './settings.ts'

export function createServerWatch({
  settings,
  sessions,
  navigation,
  host,
  onChange,
}: {
  settings: SettingsStore
  sessions: Sessions
  navigation: Navigation
  host: Host
  onChange: () => void
}) {
  const current = () => settings.read().current

  const events = createReportEvents({
    settings,
    sessions,
    send: host.send,
    onEvent: checkReports,
    retryDelaysMs: host.retryDelaysMs,
  })
  const reachability = createReachability({
    address: current,
    send: host.send,
    retryDelaysMs: host.retryDelaysMs,
    onChange(isOnline) {
      onChange()
      if (!isOnline) return
      events.follow()
      checkReports()
    },
  })
  const reports = createPendingReports({
    settings,
    sessions,
    navigation,
    host,
    isLive: events.isStanding,
    onAnswer,
    onFailure,
    onChange,
  })

  function checkReports(): void {
    void reports.check()
  }

  function onAnswer(address: string): void {
    if (current() === address) reachability.setOnline()
  }

  async function onFailure(address: string, credential: Credential | null, status: number | undefined): Promise<void> {
    if (status === 401 && credential) await sessions.expire(address, credential)
    else if (status === 0 && current() === address) reachability.setOffline()
  }

  return {
    reachability,
    reports,
    followEvents: events.follow,
    checkReports,
    onAnswer,
    onFailure,
    reset(): void {
      reports.reset()
      reachability.reset()
    },
    stop(): void {
      events.stop()
      reports.stop()
      reachability.stop()
    },
  }
}
