import { dialog, type BrowserWindow } from 'electron'
import type { DesktopTexts } from '../../shared/i18n/pl/desktop.ts'

export async function confirmUpdateFeed(
  window: BrowserWindow,
  t: DesktopTexts['updateQuestion'],
  feed: string,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: t.message,
    detail: t.detail(feed),
    buttons: [t.cancel, t.confirm],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}
