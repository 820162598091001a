import type { CallOptions } from '#shared/api/contract.ts'

/**
 * The values of one key: `wanted` is the latest value, `sending` the value of the request in flight. `flush` sends
 * `wanted` at once, without waiting for that request.
 */
type Line = { wanted: unknown; sending: unknown; flush: () => void }

const lines = new Map<string, Line>()

/**
 * Events that announce that the reader leaves the page. `beforeunload` fires before the next page is requested. When a
 * phone discards the page, only `pagehide` fires.
 */
const LEAVING = ['beforeunload', 'pagehide']

export const isSendingLatest = (key: string): boolean => lines.has(key)

type Sender<V, R> = {
  /** The value that the server confirmed before the first request. */
  before: R
  send: (value: V, options?: CallOptions) => Promise<R>
  /** Called with the last confirmed value, and with the error if the last request failed. */
  settle: (confirmed: R, failure: { error: unknown } | null) => void
}

/** Sends values that still wait behind a request, because leaving the page would lose them. */
function flushWaiting(): void {
  for (const { wanted, sending, flush } of lines.values()) if (wanted !== sending) flush()
}

/**
 * Sends one request at a time for each key. Of the values that arrive meanwhile only the last one is sent: after the
 * request, or at once if the reader leaves the page. Only the `settle` of the first caller is called, after the last
 * request.
 */
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
  // The listeners are removed when nothing is in flight, because they keep some browsers from using the back/forward
  // cache.
  if (lines.size === 0) for (const name of LEAVING) removeEventListener(name, flushWaiting)
  settle(confirmed, failure)
}
