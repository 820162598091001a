import type { Database, Db } from '#server/db/driver/client.ts'
import type { Logger } from '#server/lib/log.ts'
import { parseLsn } from './lsn.ts'
import { createPrimaryHistory } from './primary-history.ts'

const POLL_INTERVAL_MS = 200
/** A replica that lacks what the primary wrote this many milliseconds ago is not used until it has caught up. */
export const MAX_LAG_MS = 5_000
const POLL_TIMEOUT_MS = 1_000

export type Replicas = {
  /** Returns the next replica in turn that has replayed the WAL up to `after` and is not late, or null. */
  pick: (after?: bigint) => Db | null
  /** Stops using a replica after a failed query, until its next successful poll. */
  reportFailure: (db: Db) => void
  /** Only replicas that have replayed `lsn` are used from now on, so that removed content is not shown again. */
  raiseFloor: (lsn: bigint) => void
  /** Uses no replica until the returned function is called, for a change whose WAL position is not known yet. */
  hold: () => () => void
  /** Reads the WAL positions at once; tests call it instead of waiting. */
  poll: () => Promise<void>
  status: () => { name: string; isUsable: boolean }[]
  close: () => Promise<void>
}

type Replica = { name: string; database: Database; position: bigint | null; isUsable: boolean }

/** `now` returns milliseconds. */
export function createReplicas(
  primary: Database,
  replicas: { name: string; database: Database }[],
  log: Logger,
  now: () => number = () => performance.now(),
): Replicas {
  const all: Replica[] = replicas.map((one) => ({ ...one, position: null, isUsable: false }))
  const history = createPrimaryHistory(MAX_LAG_MS, now)
  let floor = 0n
  let holds = 0
  let turn = 0
  let isClosed = false
  let polling: Promise<void> | null = null

  async function pollReplica(replica: Replica): Promise<void> {
    try {
      const [row] = await within(replica.database.sql<{ lsn: string | null }[]>`
        select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn`)
      replica.position = row!.lsn === null ? null : parseLsn(row!.lsn)
    } catch {
      replica.position = null
    }
    const isLate = replica.position === null || history.isLate(replica.position)
    if (isLate === replica.isUsable)
      log.warn(isLate ? 'A replica is away or late and left out' : 'A replica takes reads', { replica: replica.name })
    replica.isUsable = !isLate
  }

  async function poll(): Promise<void> {
    polling ??= (async () => {
      await within(primary.sql<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`).then(
        ([row]) => {
          const position = parseLsn(row!.lsn)
          if (history.add(position) === 'back') floor = position
        },
        () => history.miss(),
      )
      await Promise.all(all.map(pollReplica))
    })().finally(() => {
      polling = null
    })
    return polling
  }

  const timer = setInterval(() => {
    if (!isClosed) void poll()
  }, POLL_INTERVAL_MS)

  return {
    pick(after = 0n) {
      if (holds > 0) return null
      const least = after > floor ? after : floor
      for (let tried = 0; tried < all.length; tried += 1) {
        const replica = all[(turn += 1) % all.length]!
        if (replica.isUsable && replica.position !== null && replica.position >= least) return replica.database.db
      }
      return null
    },
    reportFailure(db) {
      const replica = all.find(({ database }) => database.db === db)
      if (replica) replica.isUsable = false
    },
    raiseFloor(lsn) {
      if (lsn > floor) floor = lsn
    },
    hold() {
      holds += 1
      let isReleased = false
      return () => {
        if (!isReleased) holds -= 1
        isReleased = true
      }
    },
    poll,
    status: () => all.map(({ name, isUsable }) => ({ name, isUsable })),
    async close() {
      isClosed = true
      clearInterval(timer)
      await Promise.all(all.map(({ database }) => database.close()))
    },
  }
}

function within<T>(query: PromiseLike<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('timeout')), POLL_TIMEOUT_MS)
  return Promise.race([query, timeout.promise]).finally(() => clearTimeout(timer))
}
