/** Runs the tasks of one key one after the other, those of different keys side by side. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async function inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
    const run = (last.get(key) ?? Promise.resolve()).then(task)
    const settled = run.then(() => {}, () => {})
    last.set(key, settled)
    try {
      return await run
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}
