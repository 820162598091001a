import { ipcMain, type WebContents } from 'electron'
import { requestChannel, requests, type RequestName } from '../ipc.ts'
import type { Console } from './console.ts'
import { isOwnPage } from './sender.ts'

/** Answers the page's calls; the sender is looked at first, the arguments by the contract after it. */
export function receive(desk: Console, isOwn: (contents: WebContents) => boolean): void {
  for (const name of Object.keys(requests) as RequestName[]) {
    ipcMain.handle(requestChannel(name), (event, ...args: unknown[]) => {
      if (!isOwnPage(event.senderFrame, isOwn(event.sender))) throw new Error('Refused')
      return desk.answer(name, args)
    })
  }
}
