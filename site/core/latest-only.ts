import type { CallOptions } from '#shared/api/contract.ts'

/** `wanted` is the latest value of a key, `sending` that of the request in flight; `flush` sends `wanted` at once. */
type Line = { wanted: unknown; sending: unknown; flush: () => void }

const lines = new Map<string, Line>()

/** `beforeunload` fires before the next page is requested, but only `pagehide` fires when a phone discards the page. */
const LEAVING = ['beforeunload', 'pagehide']

export const isSendingLatest = (key: string): boolean => lines.has(key)

type Sender<V, R> = {
  /** The value that the server confirmed before the first request. */
  before: R
  send: (value: V, options?: CallOptions) => Promise<R>
  /** Called with the last confirmed value, and with the error if the last request failed. */
  settle: (confirmed: R, failure: { error: unknown } | null) => void
}

/** Sends values that still wait behind a request, since leaving the page would lose them. */
function flushWaiting(): void {
  for (const { wanted, sending, flush } of lines.values()) if (wanted !== sending) flush()
}

/** Sends one request at a time for each key, and of the values that arrive meanwhile only the last one. */
export async function sendLatest<V, R>(key: string, value: V, { before, send, settle }: Sender<V, R>): Promise<void> {
  const inFlight = lines.get(key)
  if (inFlight) {
    inFlight.wanted = value
    return
  }
  const line: Line = {
    wanted: value,
    sending: value,
    flush: () => void send(line.wanted as V, { keepalive: true }).catch(() => {}),
  }
  lines.set(key, line)
  for (const name of LEAVING) addEventListener(name, flushWaiting)
  let confirmed = before
  let failure: { error: unknown } | null
  do {
    line.sending = line.wanted
    try {
      confirmed = await send(line.sending as V)
      failure = null
    } catch (error) {
      failure = { error }
    }
  } while (line.wanted !== line.sending)
  lines.delete(key)
  // Listeners for these events keep some browsers from using the back/forward cache.
  if (lines.size === 0) for (const name of LEAVING) removeEventListener(name, flushWaiting)
  settle(confirmed, failure)
}
