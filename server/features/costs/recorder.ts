import { hostname } from 'node:os'
import type { Services } from '#server/context.ts'
import { readPidFile } from '#server/db/local/postmaster.ts'
import { ownUsage, usageOfTree, type ProcessUsage } from '#server/lib/process-usage.ts'
import { addCosts } from './queries.ts'

const INTERVAL_MS = 60_000
const HOUR_MS = 3_600_000

export const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS)

type Options = Pick<Services, 'db' | 'log' | 'usage' | 'now'> & {
  slot: number
  /** Returns the process id of the built-in database; null if another worker measures the database. */
  databasePid: () => Promise<number | null>
}

const difference = (now: ProcessUsage, before: ProcessUsage) => Math.max(0, now.cpuMs - before.cpuMs)

/** Adds the usage of this process to the row of the current hour, once a minute. */
export function createCostRecorder({ db, log, usage, now, slot, databasePid }: Options) {
  let since = performance.now()
  let own: ProcessUsage | null = null
  let database: (ProcessUsage & { pid: number }) | null = null
  let running: Promise<void> = Promise.resolve()

  async function measure() {
    const pid = await databasePid()
    const found = pid === null ? null : await usageOfTree(pid)
    return { own: await ownUsage(pid), database: found && pid !== null ? { ...found, pid } : null }
  }

  async function store(): Promise<void> {
    const at = performance.now()
    const before = { own, database }
    ;({ own, database } = await measure())
    const seconds = (at - since) / 1_000
    const sent = usage.take()
    since = at
    if (before.own === null) return
    const isSameDatabase = database !== null && database.pid === before.database?.pid
    await addCosts(db, {
      hour: hourOf(now()),
      process: `${hostname()} ${slot}`,
      seconds,
      ...sent,
      cpu_ms: difference(own, before.own),
      memory: own.memory,
      database_cpu_ms: database && isSameDatabase ? difference(database, before.database!) : null,
      database_memory: database?.memory ?? null,
    })
  }

  const flush = () =>
    (running = running
      .then(store)
      .catch((error: unknown) => log.warn('What the forum uses could not be stored', { error })))

  return { flush }
}

/** Returns a function that stops the recorder; `databaseFolder` is null if another process measures the database. */
export function startCostRecorder(
  services: Pick<Services, 'db' | 'log' | 'usage' | 'now'>,
  slot: number,
  databaseFolder: string | null,
): () => Promise<void> {
  const { flush } = createCostRecorder({
    ...services,
    slot,
    databasePid: async () => (databaseFolder === null ? null : ((await readPidFile(databaseFolder))?.pid ?? null)),
  })
  void flush()
  const timer = setInterval(() => void flush(), INTERVAL_MS)
  return () => {
    clearInterval(timer)
    return flush()
  }
}
