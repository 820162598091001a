import { join } from 'node:path'
import { BrowserWindow, screen } from 'electron'
import { PANEL_ORIGIN } from './panel-app.ts'
import { placeOnScreens, SMALLEST, type WindowPlace } from './window-place.ts'

/** Milliseconds that a window rests before its place is kept. */
const RESTS = 400

/** Opens the console's window where it was left; `onPlace` hears where it came to rest. */
export function openWindow({ place, icon, isDark, onPlace }: {
  place: WindowPlace | null
  icon: string
  isDark: boolean
  onPlace: (place: WindowPlace) => void
}): BrowserWindow {
  const { is_maximized, ...box } = placeOnScreens(place, screen.getAllDisplays().map(({ workArea }) => workArea))
  const window = new BrowserWindow({
    ...box, minWidth: SMALLEST.width, minHeight: SMALLEST.height, show: false, icon,
    // The page's own ground, so that nothing flashes before its first paint.
    backgroundColor: isDark ? '#171614' : '#f2efe9',
    webPreferences: {
      preload: join(__dirname, 'preload.cjs'),
      sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true, webviewTag: false, spellcheck: false,
      navigateOnDragDrop: false, disableDialogs: true,
    },
  })
  if (is_maximized) window.maximize()
  window.once('ready-to-show', () => window.show())

  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    clearTimeout(timer)
    if (!window.isDestroyed() && !window.isMinimized()) onPlace({ ...window.getNormalBounds(), is_maximized: window.isMaximized() })
  }
  const keepSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(keep, RESTS)
  }
  window.on('resize', keepSoon)
  window.on('move', keepSoon)
  window.on('maximize', keepSoon)
  window.on('unmaximize', keepSoon)
  window.on('close', keep)
  void window.loadURL(`${PANEL_ORIGIN}/`)
  return window
}
