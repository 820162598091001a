import type { DbOrTx } from './client.ts'

type SharedFlight<R> = { running: Promise<R>; next: Promise<R> | null; startedAt: number }

/** Maximum age in milliseconds of a running read that callers wait for; if it is older, they start their own read. */
const MAX_SHARED_MS = 1_000

/**
 * A caller that arrives during an identical read must not get data older than its request. So all such callers share
 * one read that starts after the first one. They share its result, too, and must not change it. A transaction never
 * shares reads with other clients.
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
