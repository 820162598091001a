import type { Credential } from './credentials.ts'
import { forward, type Fetch, type Forwarded } from './forward.ts'
import type { Sessions } from './sessions.ts'
import type { SettingsStore } from './settings.ts'

export function createPageRequests({
  settings,
  sessions,
  send,
  onAnswer,
  onFailure,
  onWrite,
}: {
  settings: SettingsStore
  sessions: Pick<Sessions, 'of'>
  send: Fetch
  onAnswer: (address: string) => void
  /** `status` is 0 if the server did not respond. */
  onFailure: (address: string, credential: Credential | null, status: number) => Promise<void>
  onWrite: () => void
}) {
  return async function forwardPageRequest(request: Request): Promise<Forwarded> {
    const { current: address, lang } = settings.read()
    if (address === null) return { unreachable: true }
    const credential = sessions.of(address)
    const forwarded = await forward(request, { address, credential, lang }, send)
    if ('unreachable' in forwarded && !request.signal.aborted) await onFailure(address, credential, 0)
    if ('response' in forwarded) {
      const { status, ok } = forwarded.response
      onAnswer(address)
      if (status === 401) await onFailure(address, credential, status)
      if (ok && request.method !== 'GET') onWrite()
    }
    return forwarded
  }
}
