import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { afterAll } from 'bun:test'
import type { Page } from 'playwright'
import type { Cipher } from '../../admin-desktop/main/credentials.ts'
import { createConsole, type Notice } from '../../admin-desktop/main/console.ts'
import { toldChannel, type ConsoleState } from '../../admin-desktop/ipc.ts'
import type { PageOptions, Site } from '../harness.ts'
import { consoleOfSources } from './parts.ts'

/** What the system did for the console. */
export type Done = { notices: Notice[], opened: string[], saved: { name: string, text: string }[], shown: ConsoleState | null }

/** A cipher as a keyring gives one, with a key of its own. */
export function keyring(): Cipher {
  const key = randomBytes(32)
  return {
    isSafe: async () => true,
    async encrypt(text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    async decrypt(bytes) {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(-16))
      return { text: decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8'), is_stale: false }
    },
  }
}

/** As much of Electron as the preload asks for, around two functions that the test gives the page. */
const ELECTRON_OF_PAGE = (preload: string) => `{
  const heard = new Map()
  window.__hear = (channel, value) => (heard.get(channel) ?? []).forEach((listener) => listener({}, value))
  const ipcRenderer = {
    invoke: (channel, ...args) => window.__invoke(channel, args),
    on: (channel, listener) => heard.set(channel, [...(heard.get(channel) ?? []), listener]),
    removeListener: (channel, listener) => heard.set(channel, (heard.get(channel) ?? []).filter((other) => other !== listener)),
  }
  const contextBridge = { exposeInMainWorld: (name, value) => Object.defineProperty(window, name, { value }) }
  const require = () => ({ contextBridge, ipcRenderer })
  const module = { exports: {} }
  ;((require, module, exports) => { ${preload} })(require, module, module.exports)
}`

/**
 * The console's own main process without Electron, served by @hono/node-server to a plain browser: the same app, the same
 * page, the same preload. Its folder and keyring last for several starts.
 */
export async function openDesk(site: Site) {
  const built = await consoleOfSources(false)
  const preload = await readFile(join(built, 'preload.cjs'), 'utf8')
  const folder = await mkdtemp(join(tmpdir(), 'watek-desk-'))
  const cipher = keyring()
  let ending: (() => Promise<void>) | null = null

  async function start(options: PageOptions & { reportsEvery?: number } = {}) {
    await ending?.()
    const done: Done = { notices: [], opened: [], saved: [], shown: null }
    let page: Page | null = null
    const tell = (name: string, value: unknown) => {
      void page?.evaluate(([channel, told]) => (window as never as { __hear: (c: string, v: unknown) => void }).__hear(channel, told), [name, value] as const).catch(() => {})
    }
    // The port is known once something listens there, and the app must know its own address.
    let answer: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 })
    const server = serve({ fetch: (request) => answer(request), port: 0, hostname: '127.0.0.1' })
    await new Promise((listening) => server.once('listening', listening))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const desk = await createConsole({
      folder, panelFolder: join(built, 'renderer'), origin, version: '0.1.0', platform: 'linux', cipher,
      send: (url, init) => fetch(url, init), now: () => new Date(),
      tell: (name, value) => tell(toldChannel(name), value),
      show: (state) => { done.shown = state },
      bringUp: () => {},
      notice: (notice) => { done.notices.push(notice) },
      openExternal: async (link) => { done.opened.push(link) },
      saveFile: async (file) => { done.saved.push(file); return true },
      updates: { set: () => {}, check: () => {} },
      reportsEvery: options.reportsEvery ?? 300, waits: [100, 200],
    })
    answer = (request) => desk.app.fetch(request)
    desk.start()
    ending = async () => {
      ending = null
      await desk.stop()
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
    }
    page = await site.newPage(options)
    await page.exposeFunction('__invoke', (channel: string, args: unknown[]) => desk.answer(channel.replace('console:', ''), args))
    await page.addInitScript(ELECTRON_OF_PAGE(preload))
    await page.goto(origin)
    return { page, desk, done, origin, folder }
  }

  afterAll(async () => {
    await ending?.()
    await rm(folder, { recursive: true, force: true })
  })
  return { start, folder }
}
