import * as v from 'valibot'
import { requests, type Answers, type ConsoleState, type RequestName } from '../ipc.ts'
import type { Host } from './host.ts'
import { openableLink } from './links.ts'
import type { Navigation } from './navigation.ts'
import { DONE, refused } from './outcome.ts'
import type { Reachability } from './reachability.ts'
import type { ServerList } from './server-list.ts'
import type { Sessions } from './sessions.ts'
import type { SettingsStore } from './settings.ts'
import type { UpdateSettings } from './update-settings.ts'

type Handlers = {
  [Name in RequestName]: (...args: v.InferOutput<(typeof requests)[Name]>) => Promise<Answers[Name]>
}

type Parts = {
  state: () => ConsoleState
  settings: SettingsStore
  sessions: Sessions
  servers: ServerList
  navigation: Navigation
  reachability: Reachability
  updates: UpdateSettings
  host: Pick<Host, 'openExternal' | 'saveFile' | 'notice'>
  onSignIn: () => void
  onChange: () => void
}

export function createPageHandlers(parts: Parts): Handlers {
  const { state, settings, sessions, servers, navigation, reachability, updates, host, onSignIn, onChange } = parts
  return {
    state: async () => state(),
    addServer: servers.add,
    chooseServer: servers.choose,
    removeServer: servers.remove,

    async adminMode() {
      const address = settings.read().current
      return address === null ? null : sessions.adminMode(address)
    },

    async signIn(typed) {
      const address = settings.read().current
      if (address === null) return refused('no_server')
      const outcome = await sessions.signIn(address, typed)
      if (outcome.ok) onSignIn()
      return outcome
    },

    async signOut() {
      const address = settings.read().current
      if (address === null || !sessions.of(address)) return DONE
      navigation.reset()
      await sessions.signOut(address)
      return DONE
    },

    async setLanguage(lang) {
      await settings.change({ lang })
      onChange()
      return DONE
    },

    async setTheme(theme) {
      await settings.change({ theme })
      onChange()
      return DONE
    },

    setUpdateFeed: updates.setFeed,

    async checkForUpdates() {
      updates.check()
      return DONE
    },

    async retry() {
      await reachability.check()
      return reachability.isOnline() ? DONE : refused('unreachable')
    },

    keepPlace: (place) => settings.change({ place }),

    async openLink(typed) {
      const link = openableLink(typed)
      if (link === null) return refused('link_refused')
      await host.openExternal(link)
      return DONE
    },

    async saveFile(file) {
      return (await host.saveFile(file)) ? DONE : refused('not_saved')
    },

    async notify({ title, body }) {
      host.notice({ title, body })
    },
  }
}

export async function answerPage(handlers: Handlers, name: string, args: unknown): Promise<unknown> {
  if (!Object.hasOwn(requests, name)) throw new TypeError('No such call')
  const parsed = v.safeParse(requests[name as RequestName], args)
  if (!parsed.success) throw new TypeError('Not the arguments of this call')
  return (handlers[name as RequestName] as (...args: unknown[]) => Promise<unknown>)(...parsed.output)
}
