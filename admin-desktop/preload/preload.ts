import { contextBridge, ipcRenderer } from 'electron'
import { BRIDGE, requestChannel, requests, TOLD, toldChannel, type RequestName, type Told } from '../ipc.ts'

// Nothing else of Electron reaches the page: neither a channel of the page's choosing nor the event of a message.
const calls = Object.fromEntries(
  (Object.keys(requests) as RequestName[]).map((name) => [name, (...args: unknown[]) => ipcRenderer.invoke(requestChannel(name), ...args)]),
)

function on(name: keyof Told, listener: (value: unknown) => void): () => void {
  if (!TOLD.includes(name) || typeof listener !== 'function') throw new TypeError('No such event')
  const hear = (_event: unknown, value: unknown) => listener(value)
  ipcRenderer.on(toldChannel(name), hear)
  return () => {
    ipcRenderer.removeListener(toldChannel(name), hear)
  }
}

contextBridge.exposeInMainWorld(BRIDGE, { ...calls, on })
