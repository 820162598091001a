import { app, session } from 'electron'
import { isOpenable } from './links.ts'

/**
 * Closes every way out of the page, for each page there ever is: no navigation, no window, no frame of another place, no
 * permission, no download. Addresses that may be opened go to the system's own programs.
 */
export function lockDown(openExternal: (link: string) => void): void {
  app.on('web-contents-created', (_created, contents) => {
    const refuse = (event: { url: string, preventDefault: () => void }) => {
      event.preventDefault()
      if (isOpenable(event.url)) openExternal(event.url)
    }
    contents.on('will-navigate', refuse)
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      if (isOpenable(url)) openExternal(url)
      return { action: 'deny' }
    })
  })
  app.on('session-created', refusePermissions)
  refusePermissions(session.defaultSession)
}

function refusePermissions(all: Electron.Session): void {
  all.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  all.setPermissionCheckHandler(() => false)
  all.setDevicePermissionHandler(() => false)
  all.on('will-download', (event) => event.preventDefault())
}
