import type { Outcome } from '../ipc.ts'
import type { Fetch } from './forward.ts'
import { DONE, refused } from './outcome.ts'
import { isReachable } from './reachability.ts'
import { MAX_SERVERS, serverAddress } from './servers.ts'
import type { Sessions } from './sessions.ts'
import type { SettingsStore } from './settings.ts'

export type ServerList = ReturnType<typeof createServerList>

export function createServerList({
  settings,
  sessions,
  send,
  onSelect,
  onChange,
}: {
  settings: SettingsStore
  sessions: Pick<Sessions, 'signOut'>
  send: Fetch
  onSelect: () => void
  onChange: () => void
}) {
  async function select(address: string): Promise<void> {
    await settings.change({ current: address })
    onSelect()
  }

  return {
    async add(typed: string): Promise<Outcome> {
      const parsed = serverAddress(typed)
      if ('issue' in parsed) return refused(parsed.issue)
      if (settings.read().servers.includes(parsed.address)) return refused('address_known')
      if (!(await isReachable(parsed.address, send))) return refused('unreachable')
      await settings.change({ servers: [...settings.read().servers, parsed.address].slice(-MAX_SERVERS) })
      await select(parsed.address)
      return DONE
    },

    async choose(address: string): Promise<Outcome> {
      const { servers, current } = settings.read()
      if (!servers.includes(address)) return refused('no_server')
      if (address !== current) await select(address)
      return DONE
    },

    async remove(address: string): Promise<Outcome> {
      if (!settings.read().servers.includes(address)) return refused('no_server')
      await sessions.signOut(address)
      const {
        servers,
        current,
        seen_reports: { [address]: _removed, ...seen_reports },
      } = settings.read()
      const left = servers.filter((other) => other !== address)
      await settings.change({ servers: left, seen_reports, current: current === address ? null : current })
      if (current === address && left[0] !== undefined) await select(left[0])
      else onChange()
      return DONE
    },
  }
}
