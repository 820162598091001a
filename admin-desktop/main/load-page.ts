import type { BrowserWindow } from 'electron'

const TRIES = 5

export async function loadPage(
  window: Pick<BrowserWindow, 'loadURL' | 'isDestroyed' | 'show'>,
  url: string,
  retryMs = 300,
): Promise<void> {
  for (let attempt = 1; !window.isDestroyed(); attempt++) {
    try {
      return await window.loadURL(url)
    } catch (error) {
      // A newer navigation, such as a reload, has cancelled this load.
      if ((error as { code?: string }).code === 'ERR_ABORTED') return
      console.error('The page of the console could not be loaded', error)
      // The empty window is shown for its menu, which has a reload item.
      if (attempt === TRIES) return window.isDestroyed() ? undefined : window.show()
      await new Promise((done) => setTimeout(done, retryMs))
    }
  }
}
