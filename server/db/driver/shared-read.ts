import type { DbOrTx } from './client.ts'

type SharedFlight<R> = { running: Promise<R>; next: Promise<R> | null; startedAt: number }

/** Milliseconds; callers do not wait for a read that has been running for longer, and start their own. */
const MAX_SHARED_MS = 1_000

/**
 * While a read runs, all new calls with the same arguments share one next read, because the running read may return
 * data older than the calls. Callers must not change the shared result.
 */
export function sharedRead<V, R>(read: (db: DbOrTx, values: V) => Promise<R>): (db: DbOrTx, values: V) => Promise<R> {
  const flightsByClient = new WeakMap<DbOrTx, Map<string, SharedFlight<R>>>()
  return (db, values) => {
    const flights = flightsByClient.get(db) ?? new Map<string, SharedFlight<R>>()
    flightsByClient.set(db, flights)
    const key = JSON.stringify(values)
    const start = (): Promise<R> => {
      const running = read(db, values).finally(() => {
        if (flights.get(key) === flight && !flight.next) flights.delete(key)
      })
      const flight: SharedFlight<R> = { running, next: null, startedAt: performance.now() }
      flights.set(key, flight)
      return running
    }
    const current = flights.get(key)
    if (!current || performance.now() - current.startedAt > MAX_SHARED_MS) return start()
    return (current.next ??= current.running.then(start, start))
  }
}
