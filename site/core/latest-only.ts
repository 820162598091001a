type Line = { wanted: unknown, isSending: boolean }

const lines = new Map<string, Line>()

/** One request at a time; only the last of several new values is sent. `settle` gets the outcome of the last. */
export async function sendLatest<V, R>(
  key: string, value: V, send: (value: V) => Promise<R>, settle: (outcome: { result: R } | { error: unknown }) => void,
): Promise<void> {
  const line = lines.get(key) ?? { wanted: value, isSending: false }
  line.wanted = value
  lines.set(key, line)
  if (line.isSending) return
  line.isSending = true
  let sent: V
  let outcome: { result: R } | { error: unknown }
  do {
    sent = line.wanted as V
    try {
      outcome = { result: await send(sent) }
    } catch (error) {
      outcome = { error }
    }
  } while (line.wanted !== sent)
  lines.delete(key)
  settle(outcome)
}
