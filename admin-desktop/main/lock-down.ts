import { app, session } from 'electron'
import { openableLink } from './links.ts'

/** Refuses navigation, new windows, frames of other origins, permissions and downloads. */
export function lockDown(openExternal: (link: string) => void): void {
  app.on('web-contents-created', (_created, contents) => {
    const openOutside = (url: string) => {
      const link = openableLink(url)
      if (link !== null) openExternal(link)
    }
    contents.on('will-navigate', (event) => {
      event.preventDefault()
      openOutside(event.url)
    })
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url)
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
