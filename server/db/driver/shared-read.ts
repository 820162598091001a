import type { DbOrTx } from './client.ts'

type Flight<R> = { running: Promise<R>; next: Promise<R> | null; startedAt: number }

/** Nobody waits for one that takes longer. */
const PATIENCE_MS = 1_000

/**
 * Equal reads that arrive while one runs share the next one, which begins when that ends: none sees what was so before it was asked for.
 * Callers share the answer and must not change it. A transaction counts as a client of its own.
 */
export function sharedRead<V, R>(read: (db: DbOrTx, values: V) => Promise<R>): (db: DbOrTx, values: V) => Promise<R> {
  const kept = new WeakMap<DbOrTx, Map<string, Flight<R>>>()
  return (db, values) => {
    const flights = kept.get(db) ?? new Map<string, Flight<R>>()
    kept.set(db, flights)
    const key = JSON.stringify(values)
    const start = (): Promise<R> => {
      const running = read(db, values).finally(() => {
        if (flights.get(key) === flight && !flight.next) flights.delete(key)
      })
      const flight: Flight<R> = { running, next: null, startedAt: performance.now() }
      flights.set(key, flight)
      return running
    }
    const current = flights.get(key)
    if (!current || performance.now() - current.startedAt > PATIENCE_MS) return start()
    return (current.next ??= current.running.then(start, start))
  }
}
