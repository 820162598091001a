import type { ConsoleState } from '../ipc.ts'
import type { Host } from './host.ts'
import type { PendingReports } from './pending-reports.ts'
import type { Reachability } from './reachability.ts'
import type { Sessions } from './sessions.ts'
import type { SettingsStore } from './settings.ts'
import type { UpdateSettings } from './update-settings.ts'

export function readState({
  host,
  settings,
  sessions,
  updates,
  reachability,
  reports,
}: {
  host: Pick<Host, 'version' | 'platform'>
  settings: Pick<SettingsStore, 'read'>
  sessions: Pick<Sessions, 'staffOf' | 'hasEnded' | 'areStored'>
  updates: Pick<UpdateSettings, 'state'>
  reachability: Pick<Reachability, 'isOnline'>
  reports: Pick<PendingReports, 'count'>
}): ConsoleState {
  const { servers, current, lang, theme, update_feed, place } = settings.read()
  return {
    version: host.version,
    platform: host.platform,
    lang,
    theme,
    update_feed,
    update: updates.state(),
    place,
    servers: servers.map((address) => ({
      address,
      staff: sessions.staffOf(address),
      has_ended: sessions.hasEnded(address),
    })),
    current,
    is_online: reachability.isOnline(),
    keeps_sign_in: sessions.areStored,
    pending_reports: reports.count(),
  }
}
