import type { Api } from '../../shared/api/index.ts'
import type { AdminMode, Outcome, SignIn, StaffState } from '../ipc.ts'
import type { Credential, Credentials } from './credentials.ts'
import type { Fetch } from './forward.ts'
import { DONE, refused } from './outcome.ts'
import type { SettingsStore } from './settings.ts'
import { adminModeOf, apiOf, signIn, signOut, type Account } from './sign-in.ts'

export type Sessions = ReturnType<typeof createSessions>

export function createSessions({
  settings,
  credentials,
  send,
  onChange,
}: {
  settings: SettingsStore
  credentials: Credentials
  send: Fetch
  onChange: () => void
}) {
  const ended = new Set<string>()
  /** Signed-in accounts that still need a second code to open the panel, by server URL. */
  const opened = new Map<string, Account>()
  const connectionTo = (address: string) => ({ address, lang: settings.read().lang, send })
  const of = (address: string | null) => (address === null ? null : credentials.of(address))

  return {
    of,
    areStored: credentials.isKept,
    hasEnded: (address: string) => ended.has(address),
    apiOf: (address: string, credential: Credential): Api => apiOf(connectionTo(address), credential),

    staffOf(address: string): StaffState | null {
      const credential = of(address)
      if (!credential) return null
      return {
        kind: credential.kind,
        username: credential.username,
        expires_at: credential.expires_at,
        is_kept: credentials.isKept,
      }
    },

    adminMode: (address: string): Promise<AdminMode> => adminModeOf(connectionTo(address)),

    async signIn(address: string, typed: SignIn): Promise<Outcome> {
      const result = await signIn(connectionTo(address), typed, opened.get(address) ?? null)
      opened.delete(address)
      if ('issue' in result) {
        if (result.opened) opened.set(address, result.opened)
        return refused(result.issue, result.detail)
      }
      await credentials.set(address, result.credential)
      ended.delete(address)
      onChange()
      return DONE
    },

    /** Deletes the local credential first, since the server may be offline. */
    async signOut(address: string): Promise<void> {
      const credential = credentials.of(address)
      if (!credential) return
      await credentials.set(address, null)
      onChange()
      await signOut(connectionTo(address), credential)
    },

    async expire(address: string, credential: Credential): Promise<void> {
      // A newer sign-in may have replaced the credential while the request was in flight.
      if (credentials.of(address) !== credential) return
      await credentials.set(address, null)
      ended.add(address)
      onChange()
    },
  }
}
