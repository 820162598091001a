import { join } from 'node:path'
import * as v from 'valibot'
import { desktopTexts } from '../../shared/i18n/desktop.ts'
import {
  requests, type Answers, type ConsoleState, type Issue, type Outcome, type RequestName, type SignIn, type Theme, type Told,
  type UpdateState,
} from '../ipc.ts'
import { openCredentials, type Cipher, type Credential } from './credentials.ts'
import { forward, type Fetch, type Forwarded } from './forward.ts'
import { isOpenable } from './links.ts'
import { createPanelApp, PANEL_ORIGIN } from './panel-app.ts'
import { listPanelFiles } from './panel-files.ts'
import { answers, createReachability } from './reachability.ts'
import { askForReports, createReportsWatcher, REPORTS_EVERY, type News } from './reports-watcher.ts'
import { MAX_SERVERS, serverAddress } from './servers.ts'
import { openSettings } from './settings.ts'
import { apiOf, signIn, signOut } from './sign-in.ts'
import { updateFeed } from './update-feed.ts'

export type Notice = { title: string, body: string, onClick?: () => void }

/** What the system gives the console: Electron's in main.ts, a plain one where there is no Electron. */
export type Host = {
  /** Where settings and credentials lie. */
  folder: string
  /** The built files of the page. */
  panelFolder: string
  origin?: string
  version: string
  platform: string
  cipher: Cipher
  send: Fetch
  now: () => Date
  /** Tells the page; a page that is not there yet asks for the state by itself. */
  tell: <Name extends keyof Told>(name: Name, value: Told[Name]) => void
  /** Everything that shows the state outside the page: menu, badge, theme. */
  show: (state: ConsoleState) => void
  /** Brings the window to the front. */
  bringUp: () => void
  notice: (notice: Notice) => void
  openExternal: (link: string) => Promise<void>
  /** False where the person thought better of it. */
  saveFile: (file: { name: string, text: string }) => Promise<boolean>
  updates: { set: (feed: string | null) => void, check: () => void }
  reportsEvery?: number
  waits?: readonly number[]
}

const DONE: Outcome = { ok: true }
const refused = (issue: Issue, detail: string | null = null): Outcome => ({ ok: false, issue, detail })

export type Console = Awaited<ReturnType<typeof createConsole>>

/** The console without its windows: servers, sign-ins, the panel's app, the watch over reports, and the answers to the page. */
export async function createConsole(host: Host) {
  const settings = await openSettings(join(host.folder, 'settings.json'))
  const credentials = await openCredentials({ file: join(host.folder, 'credentials.json'), cipher: host.cipher, now: host.now })
  let pendingReports = 0
  /** Servers that ended a sign-in by themselves. */
  const ended = new Set<string>()
  let update: UpdateState = settings.read().update_feed === null ? 'off' : 'waiting'

  const current = () => settings.read().current
  const credentialOf = (address: string | null) => (address === null ? null : credentials.of(address))
  const caller = (address: string) => ({ address, lang: settings.read().lang, send: host.send })

  function state(): ConsoleState {
    const { servers, lang, theme, update_feed, place } = settings.read()
    return {
      version: host.version, platform: host.platform, lang, theme, update_feed, update, place,
      servers: servers.map((address) => ({ address, staff: staffOf(credentialOf(address)), has_ended: ended.has(address) })),
      current: current(),
      is_online: reachability.isOnline(),
      keeps_sign_in: credentials.isKept,
      pending_reports: pendingReports,
    }
  }

  function staffOf(credential: Credential | null) {
    return credential && { kind: credential.kind, username: credential.username, expires_at: credential.expires_at, is_kept: credentials.isKept }
  }

  function changed(): void {
    const now = state()
    host.show(now)
    host.tell('state', now)
  }

  const reachability = createReachability({
    address: current, send: host.send, waits: host.waits,
    onChange(isOnline) {
      changed()
      if (isOnline) void watcher.look()
    },
  })

  const watcher = createReportsWatcher({
    every: host.reportsEvery ?? REPORTS_EVERY,
    async ask() {
      const address = current()
      const credential = credentialOf(address)
      if (address === null || !credential) return null
      try {
        const news = await askForReports(apiOf(caller(address), credential), settings.read().told_reports[address] ?? null)
        reachability.heard()
        return current() === address ? news : null
      } catch (error) {
        await failed(address, credential, error as { status?: number })
        return null
      }
    },
    onNews: tellNews,
  })

  function tellNews({ pending, fresh, more, latest }: News): void {
    const address = current()
    if (address === null) return
    const { told_reports, lang } = settings.read()
    if (told_reports[address] !== latest) void settings.change({ told_reports: { ...told_reports, [address]: latest } })
    if (pendingReports !== pending) {
      pendingReports = pending
      changed()
    }
    const { notices } = desktopTexts(lang)
    for (const { id, reason, target } of fresh) {
      host.notice({ title: notices.report, body: notices.about(target?.title ?? null, reason), onClick: () => showReport(id) })
    }
    if (more > 0) host.notice({ title: notices.report, body: notices.more(more), onClick: () => go('tab=reports') })
  }

  /** A call of ours got no good answer: a dead credential is forgotten, a server that is away is looked for. */
  async function failed(address: string, credential: Credential, { status }: { status?: number }): Promise<void> {
    if (status === 401) await forget(address, credential)
    else if (status === 0 && current() === address) reachability.lost()
  }

  async function forget(address: string, credential: Credential): Promise<void> {
    // A newer sign-in may have taken its place while the answer was under way.
    if (credentials.of(address) !== credential) return
    await credentials.set(address, null)
    ended.add(address)
    pendingReports = 0
    changed()
  }

  async function forwardForPage(request: Request): Promise<Forwarded> {
    const address = current()
    if (address === null) return { unreachable: true }
    const credential = credentialOf(address)
    const forwarded = await forward(request, { address, credential, lang: settings.read().lang }, host.send)
    if ('unreachable' in forwarded && !request.signal.aborted && current() === address) reachability.lost()
    if ('response' in forwarded) {
      const { status, ok } = forwarded.response
      if (current() === address) reachability.heard()
      if (status === 401 && credential) await forget(address, credential)
      if (ok && request.method !== 'GET') void watcher.look()
    }
    return forwarded
  }

  async function choose(address: string): Promise<void> {
    pendingReports = 0
    reachability.reset()
    await settings.change({ current: address })
    beginAnew()
    changed()
    void watcher.look()
  }

  /** Whoever comes next, or another server, begins at the first tab. */
  function beginAnew(): void {
    void settings.change({ place: '' })
    host.tell('go', '')
  }

  function go(place: string): void {
    void settings.change({ place })
    host.bringUp()
    host.tell('go', place)
  }

  const showReport = (id: number) => go(`tab=reports&report=${id}`)

  const handlers: { [Name in RequestName]: (...args: v.InferOutput<(typeof requests)[Name]>) => Promise<Answers[Name]> } = {
    state: async () => state(),

    async addServer(typed) {
      const read = serverAddress(typed)
      if ('issue' in read) return refused(read.issue)
      const { servers } = settings.read()
      if (servers.includes(read.address)) return refused('address_known')
      if (!await answers(read.address, host.send)) return refused('unreachable')
      await settings.change({ servers: [...servers, read.address].slice(-MAX_SERVERS) })
      await choose(read.address)
      return DONE
    },

    async chooseServer(address) {
      if (!settings.read().servers.includes(address)) return refused('no_server')
      if (address !== current()) await choose(address)
      return DONE
    },

    async removeServer(address) {
      const { servers, told_reports } = settings.read()
      if (!servers.includes(address)) return refused('no_server')
      const credential = credentials.of(address)
      if (credential) await signOut(caller(address), credential)
      await credentials.set(address, null)
      const left = servers.filter((other) => other !== address)
      const told = Object.fromEntries(Object.entries(told_reports).filter(([other]) => other !== address))
      const wasCurrent = current() === address
      await settings.change({ servers: left, told_reports: told, ...(wasCurrent && { current: null }) })
      if (wasCurrent && left[0] !== undefined) await choose(left[0])
      else changed()
      return DONE
    },

    async signIn(typed: SignIn) {
      const address = current()
      if (address === null) return refused('no_server')
      const result = await signIn(caller(address), typed)
      if ('issue' in result) return refused(result.issue, result.detail)
      await credentials.set(address, result.credential)
      ended.delete(address)
      reachability.heard()
      changed()
      void watcher.look()
      return DONE
    },

    async signOut() {
      const address = current()
      const credential = credentialOf(address)
      if (address === null || !credential) return DONE
      await credentials.set(address, null)
      pendingReports = 0
      beginAnew()
      changed()
      await signOut(caller(address), credential)
      return DONE
    },

    async setLanguage(lang) {
      await settings.change({ lang })
      changed()
      return DONE
    },

    async setTheme(theme: Theme) {
      await settings.change({ theme })
      changed()
      return DONE
    },

    async setUpdateFeed(typed) {
      const feed = updateFeed(typed)
      if (feed === undefined) return refused('feed_not_secure')
      await settings.change({ update_feed: feed })
      update = feed === null ? 'off' : 'waiting'
      host.updates.set(feed)
      changed()
      return DONE
    },

    async checkForUpdates() {
      if (settings.read().update_feed !== null) host.updates.check()
      return DONE
    },

    async retry() {
      await reachability.look()
      return reachability.isOnline() ? DONE : refused('unreachable')
    },

    async keepPlace(place) {
      await settings.change({ place })
    },

    async openLink(link) {
      if (!isOpenable(link)) return refused('link_refused')
      await host.openExternal(link)
      return DONE
    },

    async saveFile(file) {
      return await host.saveFile(file) ? DONE : refused('not_saved')
    },

    async notify({ title, body }) {
      host.notice({ title, body })
    },
  }

  const app = createPanelApp({ files: await listPanelFiles(host.panelFolder), forward: forwardForPage, origin: host.origin ?? PANEL_ORIGIN })

  return {
    app, settings, state, go, showReport,
    /** Looks at the pending reports now. */
    look: () => watcher.look(),
    /** Answers the page. @throws TypeError for a call or arguments that the contract does not know */
    async answer(name: string, args: unknown): Promise<unknown> {
      if (!Object.hasOwn(requests, name)) throw new TypeError('No such call')
      const parsed = v.safeParse(requests[name as RequestName], args)
      if (!parsed.success) throw new TypeError('Not the arguments of this call')
      return (handlers[name as RequestName] as (...args: unknown[]) => Promise<unknown>)(...parsed.output)
    },
    /** What the updater came to. */
    updated(now: UpdateState): void {
      update = now
      changed()
    },
    start(): void {
      host.updates.set(settings.read().update_feed)
      host.show(state())
      void watcher.look()
    },
    async stop(): Promise<void> {
      watcher.stop()
      reachability.stop()
      await settings.saved()
    },
  }
}
