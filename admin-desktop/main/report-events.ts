import { credentialHeaders, type Credential } from './credentials.ts'
import { readEventStream } from './event-stream.ts'
import type { Fetch } from './forward.ts'
import type { Sessions } from './sessions.ts'
import type { SettingsStore } from './settings.ts'

const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 15_000, 30_000]
const COLLECT_MS = 1_000
const RELEVANT = new Set(['hello', 'notification', 'resync'])

/** Calls `onEvent` when reports may have changed. Only a moderator's sign-in has an event stream. */
export function createReportEvents({
  settings,
  sessions,
  send,
  onEvent,
  retryDelaysMs = RETRY_DELAYS_MS,
  collectMs = COLLECT_MS,
}: {
  settings: SettingsStore
  sessions: Pick<Sessions, 'of'>
  send: Fetch
  onEvent: () => void
  retryDelaysMs?: readonly number[]
  collectMs?: number
}) {
  let current: { address: string; credential: Credential; abort: AbortController } | null = null
  let isStanding = false
  let failures = 0
  let retrying: ReturnType<typeof setTimeout> | undefined
  let collecting: ReturnType<typeof setTimeout> | undefined

  function collect(): void {
    collecting ??= setTimeout(() => {
      collecting = undefined
      onEvent()
    }, collectMs)
    collecting.unref()
  }

  function receive(block: string): void {
    const name = /^event: (\w+)$/m.exec(block)?.[1] ?? ''
    if (name === 'hello') [isStanding, failures] = [true, 0]
    if (RELEVANT.has(name)) collect()
  }

  const read = (address: string, credential: Credential, { signal }: AbortController): Promise<void> =>
    readEventStream({
      send,
      address: `${address}/api/events?topics=me`,
      headers: { cookie: `language=${settings.read().lang}`, ...credentialHeaders(credential) },
      signal,
      onEvent: receive,
    })

  function close(): void {
    clearTimeout(retrying)
    current?.abort.abort()
    current = null
    isStanding = false
  }

  function follow(): void {
    const address = settings.read().current
    const credential = sessions.of(address)
    const isSame = current !== null && current.address === address && current.credential === credential
    if (isSame) return
    close()
    if (address === null || credential?.kind !== 'moderator') return
    const opened = { address, credential, abort: new AbortController() }
    current = opened
    read(address, credential, opened.abort)
      .catch(() => {})
      .finally(() => {
        if (current !== opened) return
        const wasStanding = isStanding
        close()
        retrying = setTimeout(follow, retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)])
        retrying.unref()
        failures += 1
        if (wasStanding) collect()
      })
  }

  return {
    follow,
    isStanding: () => isStanding,
    stop(): void {
      close()
      clearTimeout(collecting)
    },
  }
}
