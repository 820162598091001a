import type { CallOptions } from '#shared/api/contract.ts'

/** `flush` sends the waiting value beside the request in flight. */
type Line = { wanted: unknown; sending: unknown; flush: () => void }

const lines = new Map<string, Line>()

/** `beforeunload` comes before the next page is requested; `pagehide` is the only one where a phone ends the page. */
const LEAVING = ['beforeunload', 'pagehide']

export const isSendingLatest = (key: string): boolean => lines.has(key)

type Sender<V, R> = {
  /** The server's value before the first request. */
  before: R
  send: (value: V, options?: CallOptions) => Promise<R>
  /** Gets what the server confirmed last, and the error of the last request where it failed. */
  settle: (confirmed: R, failure: { error: unknown } | null) => void
}

/** Sends values that wait for a request in flight, because they would be lost with the page. */
function flushWaiting(): void {
  for (const { wanted, sending, flush } of lines.values()) if (wanted !== sending) flush()
}

/**
 * One request at a time; only the last of several new values is sent. Settled once, after the last, by the first call.
 * A page that is left sends the last value at once.
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
  // Listeners keep some browsers from storing the page for going back.
  if (lines.size === 0) for (const name of LEAVING) removeEventListener(name, flushWaiting)
  settle(confirmed, failure)
}
