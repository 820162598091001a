import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { afterAll } from 'bun:test'
import type { Page } from 'playwright'
import type { Cipher } from '../../admin-desktop/main/credentials.ts'
import { createConsole } from '../../admin-desktop/main/console.ts'
import type { Notice } from '../../admin-desktop/main/host.ts'
import { eventChannel, type ConsoleState } from '../../admin-desktop/ipc.ts'
import type { PageOptions, Site } from '../harness.ts'
import { consoleOfSources } from './parts.ts'

/** State that survives a restart of the console. */
export type Home = { folder: string; cipher: Cipher }

type HostCalls = {
  feeds: string[]
  notices: Notice[]
  opened: string[]
  saved: { name: string; text: string }[]
  shown: ConsoleState | null
}

function keyring(): Cipher {
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
      return {
        text: decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8'),
        is_stale: false,
      }
    },
  }
}

/** Returns a script that runs the preload with a fake of Electron's renderer API. */
const ELECTRON_OF_PAGE = (preload: string) => `{
  const listeners = new Map()
  window.__emit = (channel, value) => (listeners.get(channel) ?? []).forEach((listener) => listener({}, value))
  const ipcRenderer = {
    invoke: (channel, ...args) => window.__invoke(channel, args),
    on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
    removeListener: (channel, listener) =>
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((other) => other !== listener),
      ),
  }
  const contextBridge = { exposeInMainWorld: (name, value) => Object.defineProperty(window, name, { value }) }
  const require = () => ({ contextBridge, ipcRenderer })
  const module = { exports: {} }
  ;((require, module, exports) => { ${preload} })(require, module, module.exports)
}`

/**
 * Runs the console's main process without Electron, with the real page and preload in a plain browser. Each start stops
 * the previous console; without `home` it uses a new home folder.
 */
export async function openConsole(site: Site) {
  const built = await consoleOfSources(false)
  const preload = await readFile(join(built, 'preload.cjs'), 'utf8')
  const folders: string[] = []
  let ending: (() => Promise<void>) | null = null

  async function newHome(): Promise<Home> {
    const folder = await mkdtemp(join(tmpdir(), 'watek-console-'))
    folders.push(folder)
    return { folder, cipher: keyring() }
  }

  async function start(options: PageOptions & { home?: Home; reportsIntervalMs?: number } = {}) {
    await ending?.()
    const home = options.home ?? (await newHome())
    const done: HostCalls = { feeds: [], notices: [], opened: [], saved: [], shown: null }
    let page: Page | null = null
    const emit = (name: string, value: unknown) => {
      void page
        ?.evaluate(
          ([channel, data]) => (window as never as { __emit: (c: string, v: unknown) => void }).__emit(channel, data),
          [name, value] as const,
        )
        .catch(() => {})
    }
    // The port is opened first, because the console needs its own origin at creation.
    let answer: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 })
    // By default `serve` replaces the global `Response` class. `Bun.serve` in other test files would then refuse their
    // responses.
    const server = serve({
      fetch: (request) => answer(request),
      port: 0,
      hostname: '127.0.0.1',
      overrideGlobalObjects: false,
    })
    await new Promise((listening) => server.once('listening', listening))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const desktop = await createConsole({
      ...home,
      panelFolder: join(built, 'renderer'),
      origin,
      version: '0.1.0',
      platform: 'linux',
      send: (url, init) => fetch(url, init),
      now: () => new Date(),
      emit: (name, value) => emit(eventChannel(name), value),
      showState: (state) => {
        done.shown = state
      },
      focusWindow: () => {},
      notice: (notice) => {
        done.notices.push(notice)
      },
      openExternal: async (link) => {
        done.opened.push(link)
      },
      saveFile: async (file) => {
        done.saved.push(file)
        return true
      },
      confirmUpdateFeed: async (feed) => {
        done.feeds.push(feed)
        return true
      },
      updates: { setFeed: () => {}, check: () => {} },
      reportsIntervalMs: options.reportsIntervalMs ?? 300,
      retryDelaysMs: [100, 200],
    })
    answer = (request) => desktop.app.fetch(request)
    desktop.start()
    ending = async () => {
      ending = null
      await page?.context().close()
      await desktop.stop()
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
    }
    page = await site.newPage(options)
    await page.exposeFunction('__invoke', (channel: string, args: unknown[]) =>
      desktop.answer(channel.replace('console:', ''), args),
    )
    await page.addInitScript(ELECTRON_OF_PAGE(preload))
    await page.goto(origin)
    return { page, desktop, done, origin, home }
  }

  afterAll(async () => {
    await ending?.()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
  return { start }
}
