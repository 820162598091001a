const turns = new Map<number | string, Promise<unknown>>()

/**
 * Runs what has the same key one after the other: what one member asks for, so that nobody keeps many connections to
 * the database busy.
 */
export function inTurn<T>(key: number | string, run: () => Promise<T>): Promise<T> {
  const own = (turns.get(key) ?? Promise.resolve()).then(run)
  const settled: Promise<unknown> = own
    .catch(() => {})
    .finally(() => {
      if (turns.get(key) === settled) turns.delete(key)
    })
  turns.set(key, settled)
  return own
}
