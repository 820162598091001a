import { app } from 'electron'
import type { UpdateState } from '../ipc.ts'

const CHECK_INTERVAL_MS = 4 * 3_600_000

/** Checks for updates while a feed is set; a program that is not packaged is never updated. */
export function createUpdates(onState: (state: UpdateState) => void) {
  let feed: string | null = null
  let timer: ReturnType<typeof setInterval> | undefined

  async function check(): Promise<void> {
    const url = feed
    if (url === null) return
    onState('checking')
    if (!app.isPackaged) return onState('waiting')
    try {
      const { autoUpdater } = (await import('electron-updater')).default
      autoUpdater.removeAllListeners()
      autoUpdater.on('update-available', () => onState('downloading'))
      autoUpdater.on('update-not-available', () => onState('current'))
      autoUpdater.on('update-downloaded', () => onState('ready'))
      autoUpdater.on('error', () => onState('failed'))
      autoUpdater.setFeedURL({ provider: 'generic', url })
      await autoUpdater.checkForUpdates()
    } catch {
      onState('failed')
    }
  }

  return {
    setFeed(next: string | null): void {
      feed = next
      clearInterval(timer)
      if (next === null) return
      timer = setInterval(() => void check(), CHECK_INTERVAL_MS)
      timer.unref()
      void check()
    },
    check: () => void check(),
  }
}
