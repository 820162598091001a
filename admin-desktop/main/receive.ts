import { ipcMain, type WebContents } from 'electron'
import { requestChannel, requests, type RequestName } from '../ipc.ts'
import type { Console } from './console.ts'
import { isOwnPage } from './sender.ts'

export function receiveCalls(desktop: Console, isOwn: (contents: WebContents) => boolean): void {
  for (const name of Object.keys(requests) as RequestName[]) {
    ipcMain.handle(requestChannel(name), (event, ...args: unknown[]) => {
      if (!isOwnPage(event.senderFrame, isOwn(event.sender))) throw new Error('Refused')
      return desktop.answer(name, args)
    })
  }
}
