import type { DbOrTx } from './client.ts'

type SharedFlight<R> = { running: Promise<R>; next: Promise<R> | null; startedAt: number }

/** Maximum age in milliseconds of a running read that callers wait for; if it is older, they start their own read. */
const MAX_SHARED_MS = 1_000

/**
 * Shares reads between callers that ask for the same values. A caller that arrives while such a read is running must
 * not get data older than its own request, so it does not use that read. All callers that arrive meanwhile share the
 * next read, which starts when the running one has ended. They also share its result and must not change it. A
 * transaction shares reads with no other client.
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
