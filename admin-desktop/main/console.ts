import { join } from 'node:path'
import type { ConsoleState, UpdateState } from '../ipc.ts'
import { openCredentials, type Credential } from './credentials.ts'
import type { Host } from './host.ts'
import { createNavigation } from './navigation.ts'
import { answerPage, createPageHandlers } from './page-handlers.ts'
import { createPageRequests } from './page-requests.ts'
import { createPanelApp, PANEL_ORIGIN } from './panel-app.ts'
import { listPanelFiles } from './panel-files.ts'
import { createPendingReports } from './pending-reports.ts'
import { createReachability } from './reachability.ts'
import { createReportEvents } from './report-events.ts'
import { createServerList } from './server-list.ts'
import { createSessions } from './sessions.ts'
import { openSettings } from './settings.ts'
import { createUpdateSettings } from './update-settings.ts'

export type Console = Awaited<ReturnType<typeof createConsole>>

/** The console without its windows: connects its parts. */
export async function createConsole(host: Host) {
  const settings = await openSettings(join(host.folder, 'settings.json'))
  const credentials = await openCredentials({
    file: join(host.folder, 'credentials.json'),
    cipher: host.cipher,
    now: host.now,
  })
  const current = () => settings.read().current

  const sessions = createSessions({
    settings,
    credentials,
    send: host.send,
    onChange() {
      if (!sessions.of(current())) reports.reset()
      events.follow()
      publish()
    },
  })
  const events = createReportEvents({
    settings,
    sessions,
    send: host.send,
    onEvent: () => void reports.check(),
    retryDelaysMs: host.retryDelaysMs,
  })
  const navigation = createNavigation(settings, host)
  const updates = createUpdateSettings({ settings, host, onChange: publish })
  const reachability = createReachability({
    address: current,
    send: host.send,
    retryDelaysMs: host.retryDelaysMs,
    onChange(isOnline) {
      publish()
      if (!isOnline) return
      events.follow()
      void reports.check()
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
    onChange: publish,
  })
  const servers = createServerList({
    settings,
    sessions,
    send: host.send,
    onChange: publish,
    onSelect() {
      reports.reset()
      reachability.reset()
      navigation.reset()
      events.follow()
      publish()
      void reports.check()
    },
  })
  const handlers = createPageHandlers({
    state,
    settings,
    sessions,
    servers,
    navigation,
    reachability,
    updates,
    host,
    onChange: publish,
    onSignIn() {
      reachability.setOnline()
      void reports.check()
    },
  })
  const forward = createPageRequests({
    settings,
    sessions,
    send: host.send,
    onAnswer,
    onFailure,
    onWrite: () => void reports.check(),
  })
  const app = createPanelApp({
    files: await listPanelFiles(host.panelFolder),
    forward,
    origin: host.origin ?? PANEL_ORIGIN,
  })

  function state(): ConsoleState {
    const { servers: addresses, lang, theme, update_feed, place } = settings.read()
    return {
      version: host.version,
      platform: host.platform,
      lang,
      theme,
      update_feed,
      update: updates.state(),
      place,
      servers: addresses.map((address) => ({
        address,
        staff: sessions.staffOf(address),
        has_ended: sessions.hasEnded(address),
      })),
      current: current(),
      is_online: reachability.isOnline(),
      keeps_sign_in: sessions.areStored,
      pending_reports: reports.count(),
    }
  }

  function publish(): void {
    const now = state()
    host.showState(now)
    host.emit('state', now)
  }

  function onAnswer(address: string): void {
    if (current() === address) reachability.setOnline()
  }

  async function onFailure(address: string, credential: Credential | null, status: number | undefined): Promise<void> {
    if (status === 401 && credential) await sessions.expire(address, credential)
    else if (status === 0 && current() === address) reachability.setOffline()
  }

  return {
    app,
    settings,
    state,
    openPlace: navigation.open,
    showReport: navigation.showReport,
    checkReports: () => reports.check(),
    /** Answers a call of the page. @throws TypeError for a call or arguments that the contract does not have */
    answer: (name: string, args: unknown) => answerPage(handlers, name, args),
    setUpdateState: (next: UpdateState) => updates.setState(next),
    start(): void {
      updates.start()
      host.showState(state())
      events.follow()
      void reports.check()
    },
    async stop(): Promise<void> {
      events.stop()
      reports.stop()
      reachability.stop()
      await settings.saved()
    },
  }
}
