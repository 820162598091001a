import { join } from 'node:path'
import { BrowserWindow, screen } from 'electron'
import { loadPage } from './load-page.ts'
import { PANEL_ORIGIN } from './panel-app.ts'
import { placeOnScreens, MIN_SIZE, type WindowPlace } from './window-place.ts'

const SAVE_DELAY_MS = 400

/** `onPlace` receives position and size after each move or resize. */
export function openWindow({
  place,
  icon,
  isDark,
  onPlace,
}: {
  place: WindowPlace | null
  icon: string
  isDark: boolean
  onPlace: (place: WindowPlace) => void
}): BrowserWindow {
  const { is_maximized, ...box } = placeOnScreens(
    place,
    screen.getAllDisplays().map(({ workArea }) => workArea),
  )
  const window = new BrowserWindow({
    ...box,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    icon,
    // The background colour of the page, so that no other colour flashes before it is painted.
    backgroundColor: isDark ? '#171614' : '#f2efe9',
    webPreferences: {
      preload: join(__dirname, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      disableDialogs: true,
    },
  })
  if (is_maximized) window.maximize()
  window.once('ready-to-show', () => window.show())

  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(timer)
    if (!window.isDestroyed() && !window.isMinimized())
      onPlace({ ...window.getNormalBounds(), is_maximized: window.isMaximized() })
  }
  const saveSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(save, SAVE_DELAY_MS)
  }
  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('maximize', saveSoon)
  window.on('unmaximize', saveSoon)
  window.on('close', save)
  void loadPage(window, `${PANEL_ORIGIN}/`)
  return window
}
