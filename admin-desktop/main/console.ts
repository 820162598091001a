import { join } from 'node:path'
import type { UpdateState } from '../ipc.ts'
import { openCredentials } from './credentials.ts'
import type { Host } from './host.ts'
import { createNavigation } from './navigation.ts'
import { answerPage, createPageHandlers } from './page-handlers.ts'
import { createPageRequests } from './page-requests.ts'
import { createPanelApp, PANEL_ORIGIN } from './panel-app.ts'
import { listPanelFiles } from './panel-files.ts'
import { createServerList } from './server-list.ts'
import { createServerWatch } from './server-watch.ts'
import { createSessions } from './sessions.ts'
import { openSettings } from './settings.ts'
import { readState } from './state.ts'
import { createUpdateSettings } from './update-settings.ts'

export type Console = Awaited<ReturnType<typeof createConsole>>

export async function createConsole(host: Host) {
  const { cipher, now, send } = host
  const settings = await openSettings(join(host.folder, 'settings.json'))
  const credentials = await openCredentials({ file: join(host.folder, 'credentials.json'), cipher, now })
  const sessions = createSessions({ settings, credentials, send, onChange: onSignInChange })
  const navigation = createNavigation(settings, host)
  const updates = createUpdateSettings({ settings, host, onChange: publish })
  const watch = createServerWatch({ settings, sessions, navigation, host, onChange: publish })
  const { reachability, reports, checkReports, onAnswer, onFailure } = watch
  const servers = createServerList({ settings, sessions, send, onChange: publish, onSelect })
  const state = () => readState({ host, settings, sessions, updates, reachability, reports })
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
      checkReports()
    },
  })
  const app = createPanelApp({
    files: await listPanelFiles(host.panelFolder),
    forward: createPageRequests({ settings, sessions, send, onAnswer, onFailure, onWrite: checkReports }),
    origin: host.origin ?? PANEL_ORIGIN,
  })

  function publish(): void {
    const now = state()
    host.showState(now)
    host.emit('state', now)
  }

  function onSignInChange(): void {
    if (!sessions.of(settings.read().current)) reports.reset()
    watch.followEvents()
    publish()
  }

  function onSelect(): void {
    watch.reset()
    navigation.reset()
    watch.followEvents()
    publish()
    checkReports()
  }

  return {
    app,
    settings,
    state,
    openPlace: navigation.open,
    showReport: navigation.showReport,
    checkReports: () => reports.check(),
    answer: (name: string, args: unknown) => answerPage(handlers, name, args),
    setUpdateState: (next: UpdateState) => updates.setState(next),
    start(): void {
      updates.start()
      host.showState(state())
      watch.followEvents()
      checkReports()
    },
    async stop(): Promise<void> {
      watch.stop()
      await settings.saved()
    },
  }
}
