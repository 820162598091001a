import { join } from 'node:path'
import {
  app,
  dialog,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  protocol,
  shell,
  type BrowserWindow,
} from 'electron'
import { admin as adminEn } from '../../shared/i18n/en/admin.ts'
import { admin as adminPl } from '../../shared/i18n/pl/admin.ts'
import { desktopTexts } from '../../shared/i18n/desktop.ts'
import { eventChannel, type ConsoleState } from '../ipc.ts'
import { systemCipher } from './cipher.ts'
import { createConsole, type Console } from './console.ts'
import { DEEP_LINK_SCHEME, reportInArguments, reportOfLink } from './deep-links.ts'
import type { Notice } from './host.ts'
import { lockDown } from './lock-down.ts'
import { menuOf } from './menu.ts'
import { receiveCalls } from './receive.ts'
import { saveFile } from './save-file.ts'
import { confirmUpdateFeed } from './update-question.ts'
import { createUpdates } from './updates.ts'
import { openWindow } from './window.ts'

const PANEL_FOLDER = join(__dirname, 'renderer')
const ICON = join(__dirname, 'icons/256.png')
const OVERLAY = join(__dirname, 'icons/overlay.png')
const isMac = process.platform === 'darwin'

let desktop: Console | null = null
let window: BrowserWindow | null = null
/** Id of the report in a deep link that arrived before the console was ready. */
let requestedReport = reportInArguments(process.argv)
/** References that keep notifications from being garbage-collected while they can be clicked. */
const notices = new Set<Notification>()

// The folder has a fixed name, because the product name depends on the language.
if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(app.getPath('appData'), 'watek-console'))
app.setAppUserModelId('pl.watek.console')
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
])
app.enableSandbox()

function showReport(report: number): void {
  if (desktop) desktop.showReport(report)
  else requestedReport = report
}

function focusWindow(): void {
  if (!window) return openMainWindow()
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function openMainWindow(): void {
  if (!desktop || window) return
  const { settings } = desktop
  window = openWindow({
    place: settings.read().window,
    icon: ICON,
    isDark: nativeTheme.shouldUseDarkColors,
    onPlace: (place) => void settings.change({ window: place }),
  })
  window.on('page-title-updated', (event) => event.preventDefault())
  window.on('focus', () => void desktop?.checkReports())
  window.on('closed', () => {
    window = null
  })
  showState(desktop.state())
}

function notice({ title, body, onClick }: Notice): void {
  const shown = new Notification({ title, body, icon: ICON })
  notices.add(shown)
  shown.on('click', () => {
    notices.delete(shown)
    focusWindow()
    onClick?.()
  })
  shown.on('close', () => notices.delete(shown))
  shown.show()
}

function showState(state: ConsoleState): void {
  const t = desktopTexts(state.lang)
  nativeTheme.themeSource = state.theme
  const call = (name: string, ...args: unknown[]) => void desktop?.answer(name, args)
  const texts = state.lang === 'en' ? adminEn : adminPl
  const template = menuOf(
    t.menu,
    state,
    {
      page: (action) => {
        focusWindow()
        window?.webContents.send(eventChannel('action'), action)
      },
      openTab: (tab) => desktop?.openPlace(`tab=${tab}`),
      openQueue: (kind) => desktop?.openPlace(kind === 'all' ? 'tab=reports' : `tab=reports&kind=${kind}`),
      chooseServer: (address) => call('chooseServer', address),
      signOut: () => call('signOut'),
      setTheme: (theme) => call('setTheme', theme),
      setLanguage: (lang) => call('setLanguage', lang),
      checkForUpdates: () => call('checkForUpdates'),
      about: () =>
        void dialog.showMessageBox({
          type: 'none',
          icon: nativeImage.createFromPath(ICON),
          message: t.name,
          detail: t.about.detail(state.version, process.versions.electron),
        }),
    },
    { isMac, isDevelopment: !app.isPackaged, tabs: texts.frame.tabs, kinds: texts.queue.kinds },
  )
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  const pending = state.pending_reports
  window?.setTitle(t.title(pending))
  if (process.platform === 'win32')
    window?.setOverlayIcon(
      pending > 0 ? nativeImage.createFromPath(OVERLAY) : null,
      pending > 0 ? t.pending(pending) : '',
    )
  else app.setBadgeCount(pending)
}

async function start(): Promise<void> {
  await app.whenReady()
  const openExternal = async (link: string) => shell.openExternal(link)
  lockDown((link) => void openExternal(link))
  const updates = createUpdates((state) => desktop?.setUpdateState(state))
  desktop = await createConsole({
    folder: app.getPath('userData'),
    panelFolder: PANEL_FOLDER,
    version: app.getVersion(),
    platform: process.platform,
    cipher: systemCipher,
    updates,
    notice,
    openExternal,
    focusWindow,
    showState,
    send: (url, init) => net.fetch(url, { ...init, bypassCustomProtocolHandlers: true }),
    now: () => new Date(),
    emit: (name, value) => window?.webContents.send(eventChannel(name), value),
    confirmUpdateFeed: async (feed) =>
      window !== null && confirmUpdateFeed(window, desktopTexts(desktop!.state().lang).updateQuestion, feed),
    saveFile: async (file) => window !== null && saveFile(window, desktopTexts(desktop!.state().lang).save, file),
  })
  const { app: panel } = desktop
  protocol.handle('app', (request) => panel.fetch(request))
  receiveCalls(desktop, (contents) => contents === window?.webContents)
  if (requestedReport !== null) await desktop.settings.change({ place: `tab=reports&report=${requestedReport}` })
  openMainWindow()
  desktop.start()
}

// A second instance passes its link to the first and exits.
if (app.requestSingleInstanceLock()) {
  app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME)
  app.on('second-instance', (_event, argv) => {
    focusWindow()
    const report = reportInArguments(argv)
    if (report !== null) showReport(report)
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const report = reportOfLink(url)
    if (report !== null) showReport(report)
  })
  app.on('activate', focusWindow)
  app.on('window-all-closed', () => {
    if (!isMac) app.quit()
  })
  let isSaved = false
  app.on('will-quit', (event) => {
    if (isSaved || !desktop) return
    event.preventDefault()
    void desktop.stop().finally(() => {
      isSaved = true
      app.quit()
    })
  })
  void start()
} else {
  app.quit()
}
