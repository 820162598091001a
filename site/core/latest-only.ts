type Line = { wanted: unknown, isSending: boolean }

const lines = new Map<string, Line>()

export const isSendingLatest = (key: string): boolean => lines.has(key)

type Sender<V, R> = {
  /** What the server has before the first request. */
  before: R
  send: (value: V) => Promise<R>
  /** Gets what the server confirmed last, and the error of the last request where it failed. */
  settle: (confirmed: R, failure: { error: unknown } | null) => void
}

/** One request at a time; only the last of several new values is sent. Settled once, after the last, by the first call. */
export async function sendLatest<V, R>(key: string, value: V, { before, send, settle }: Sender<V, R>): Promise<void> {
  const line = lines.get(key) ?? { wanted: value, isSending: false }
  line.wanted = value
  lines.set(key, line)
  if (line.isSending) return
  line.isSending = true
  let sent: V
  let confirmed = before
  let failure: { error: unknown } | null
  do {
    sent = line.wanted as V
    try {
      confirmed = await send(sent)
      failure = null
    } catch (error) {
      failure = { error }
    }
  } while (line.wanted !== sent)
  lines.delete(key)
  settle(confirmed, failure)
}
