import { join } from 'node:path'
import { app, dialog, Menu, nativeImage, nativeTheme, net, Notification, protocol, shell, type BrowserWindow } from 'electron'
import { admin as adminEn } from '../../shared/i18n/en/admin.ts'
import { admin as adminPl } from '../../shared/i18n/pl/admin.ts'
import { desktopTexts } from '../../shared/i18n/desktop.ts'
import { toldChannel, type ConsoleState } from '../ipc.ts'
import { systemCipher } from './cipher.ts'
import { createConsole, type Console, type Notice } from './console.ts'
import { DEEP_LINK_SCHEME, reportInArguments, reportOfLink } from './deep-links.ts'
import { lockDown } from './lock-down.ts'
import { menuOf } from './menu.ts'
import { receive } from './receive.ts'
import { saveFile } from './save-file.ts'
import { createUpdates } from './updates.ts'
import { openWindow } from './window.ts'

const PANEL_FOLDER = join(__dirname, 'renderer')
const ICON = join(__dirname, 'icons/256.png')
const OVERLAY = join(__dirname, 'icons/overlay.png')
const isMac = process.platform === 'darwin'

let desk: Console | null = null
let window: BrowserWindow | null = null
/** A report asked for before the console was ready. */
let asked = reportInArguments(process.argv)
/** Notices that can still be pressed: without a hold on them they would be collected. */
const notices = new Set<Notification>()

// A folder of one name in every language.
if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(app.getPath('appData'), 'watek-console'))
app.setAppUserModelId('pl.watek.console')
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } }])
app.enableSandbox()

function show(report: number): void {
  if (desk) desk.showReport(report)
  else asked = report
}

function bringUp(): void {
  if (!window) return open()
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function open(): void {
  if (!desk || window) return
  const { settings } = desk
  window = openWindow({
    place: settings.read().window, icon: ICON, isDark: nativeTheme.shouldUseDarkColors,
    onPlace: (place) => void settings.change({ window: place }),
  })
  window.on('page-title-updated', (event) => event.preventDefault())
  // Whoever comes back to the window sees what came meanwhile.
  window.on('focus', () => void desk?.look())
  window.on('closed', () => { window = null })
  showState(desk.state())
}

function notice({ title, body, onClick }: Notice): void {
  const shown = new Notification({ title, body, icon: ICON })
  notices.add(shown)
  shown.on('click', () => {
    notices.delete(shown)
    bringUp()
    onClick?.()
  })
  shown.on('close', () => notices.delete(shown))
  shown.show()
}

/** What stands outside the page: menu, title, badge, theme. */
function showState(state: ConsoleState): void {
  const t = desktopTexts(state.lang)
  nativeTheme.themeSource = state.theme
  const act = (name: string, ...args: unknown[]) => void desk?.answer(name, args)
  const template = menuOf(t.menu, state, {
    page: (what) => {
      bringUp()
      window?.webContents.send(toldChannel('act'), what)
    },
    openTab: (tab) => desk?.go(`tab=${tab}`),
    chooseServer: (address) => act('chooseServer', address),
    signOut: () => act('signOut'),
    setTheme: (theme) => act('setTheme', theme),
    setLanguage: (lang) => act('setLanguage', lang),
    checkForUpdates: () => act('checkForUpdates'),
    about: () => void dialog.showMessageBox({ type: 'none', icon: nativeImage.createFromPath(ICON), message: t.name, detail: t.about.detail(state.version, process.versions.electron) }),
  }, { isMac, isDevelopment: !app.isPackaged, tabs: (state.lang === 'en' ? adminEn : adminPl).frame.tabs })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  const pending = state.pending_reports
  window?.setTitle(t.title(pending))
  if (process.platform === 'win32') window?.setOverlayIcon(pending > 0 ? nativeImage.createFromPath(OVERLAY) : null, pending > 0 ? t.pending(pending) : '')
  else app.setBadgeCount(pending)
}

async function start(): Promise<void> {
  await app.whenReady()
  const openExternal = async (link: string) => shell.openExternal(link)
  lockDown((link) => void openExternal(link))
  const updates = createUpdates((state) => desk?.updated(state))
  desk = await createConsole({
    folder: app.getPath('userData'), panelFolder: PANEL_FOLDER, version: app.getVersion(), platform: process.platform,
    cipher: systemCipher, updates, notice, openExternal, bringUp, show: showState,
    send: (url, init) => net.fetch(url, { ...init, bypassCustomProtocolHandlers: true }),
    now: () => new Date(),
    tell: (name, value) => window?.webContents.send(toldChannel(name), value),
    saveFile: async (file) => window !== null && saveFile(window, desktopTexts(desk!.state().lang).save, file),
  })
  const { app: panel } = desk
  protocol.handle('app', (request) => panel.fetch(request))
  receive(desk, (contents) => contents === window?.webContents)
  if (asked !== null) await desk.settings.change({ place: `tab=reports&report=${asked}` })
  open()
  desk.start()
}

// One console at a time: a second one hands its link to the first and ends.
if (app.requestSingleInstanceLock()) {
  app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME)
  app.on('second-instance', (_event, argv) => {
    bringUp()
    const report = reportInArguments(argv)
    if (report !== null) show(report)
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const report = reportOfLink(url)
    if (report !== null) show(report)
  })
  app.on('activate', bringUp)
  app.on('window-all-closed', () => {
    if (!isMac) app.quit()
  })
  let isSaved = false
  app.on('will-quit', (event) => {
    if (isSaved || !desk) return
    event.preventDefault()
    void desk.stop().finally(() => {
      isSaved = true
      app.quit()
    })
  })
  void start()
} else {
  app.quit()
}
