const turns = new Map<number | string, Promise<unknown>>()

/** Runs tasks with the same key one after the other, so that one member cannot occupy many database connections. */
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
