import { contextBridge, ipcRenderer } from 'electron'
import {
  BRIDGE,
  eventChannel,
  PAGE_EVENTS,
  requestChannel,
  requests,
  type PageEvents,
  type RequestName,
} from '../ipc.ts'

// The page can call these fixed channels only.
const calls = Object.fromEntries(
  (Object.keys(requests) as RequestName[]).map((name) => [
    name,
    (...args: unknown[]) => ipcRenderer.invoke(requestChannel(name), ...args),
  ]),
)

function on(name: keyof PageEvents, listener: (value: unknown) => void): () => void {
  if (!PAGE_EVENTS.includes(name) || typeof listener !== 'function') throw new TypeError('No such event')
  const receive = (_event: unknown, value: unknown) => listener(value)
  ipcRenderer.on(eventChannel(name), receive)
  return () => {
    ipcRenderer.removeListener(eventChannel(name), receive)
  }
}

contextBridge.exposeInMainWorld(BRIDGE, { ...calls, on })
