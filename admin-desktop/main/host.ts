import type { ConsoleState, PageEvents } from '../ipc.ts'
import type { Cipher } from './credentials.ts'
import type { Fetch } from './forward.ts'

export type Notice = { title: string; body: string; onClick?: () => void }

/** Functions of the system: Electron's in main.ts, fakes in tests. */
export type Host = {
  folder: string
  panelFolder: string
  origin?: string
  version: string
  platform: string
  cipher: Cipher
  send: Fetch
  now: () => Date
  /** A page that is still loading misses the event, and requests the state once it is loaded. */
  emit: <Name extends keyof PageEvents>(name: Name, value: PageEvents[Name]) => void
  showState: (state: ConsoleState) => void
  focusWindow: () => void
  notice: (notice: Notice) => void
  openExternal: (link: string) => Promise<void>
  /** Saves a file; resolves to false if the user cancelled. */
  saveFile: (file: { name: string; text: string }) => Promise<boolean>
  /** Asks in a dialog of the system, because the page must not be able to confirm a source of updates. */
  confirmUpdateFeed: (feed: string) => Promise<boolean>
  updates: { setFeed: (feed: string | null) => void; check: () => void }
  reportsIntervalMs?: number
  retryDelaysMs?: readonly number[]
}
