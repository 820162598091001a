import type { DbOrTx } from './client.ts'

type SharedFlight<R> = { running: Promise<R>; next: Promise<R> | null; startedAt: number }

/** Callers wait for a running read of at most this age in milliseconds, and start their own read if it is older. */
const MAX_SHARED_MS = 1_000

/**
 * Shares a read between all callers that ask for the same values while an earlier one is running, so that nobody gets
 * data older than their request. Callers must not change the result.
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
