import { EventEmitter } from 'node:events'
import { parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker'
import { Socket } from 'node:net'
import pg from 'pg'
import { DELAY } from '#shared/limits.ts'
import type { Services } from '#server/context.ts'
import { isConnectionLost } from '#server/db/driver/client.ts'
import { followPrimary, type Primary } from '#server/db/driver/primary.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { queueLogger } from './logger.ts'
import type { Logger } from '#server/lib/log.ts'
import { releaseAbandonedJobs } from './queries.ts'
import { cronItems, taskList, type Registry } from './registry.ts'

type JobWorker = {
  /** Waits for running jobs as long as a shutdown may take, then releases them. */
  stop: () => Promise<void>
}

const CONCURRENCY = 2
/** Milliseconds between two searches for due jobs; a job with a start time may be late by this much. */
const POLL_INTERVAL_MS = 1_000
const RESTART_DELAY = 1_000
/** Milliseconds of a shutdown that are reserved for releasing jobs and disconnecting. */
const STOP_RESERVE = 2_000

/** The worker restarts itself after the database was unreachable. */
export async function startWorker(services: Services, registry: Registry): Promise<JobWorker> {
  const { log } = services
  const stopping = new AbortController()
  const address = services.config.databaseDirectUrl ?? services.config.databaseUrl
  if (!address) throw new Error('The job worker needs the address of the database')
  const primary = followPrimary(address)
  const pool = createPool(primary, log)
  let runner: Runner

  async function supervise(): Promise<void> {
    await runner.promise.catch((error: unknown) => log.error('The job worker broke', { error }))
    while (!stopping.signal.aborted) {
      log.warn('The job worker ended by itself and starts again')
      await Bun.sleep(RESTART_DELAY)
      try {
        runner = await startRunner(services, pool, registry)
        if (stopping.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        log.error('The job worker could not go on', { error })
      }
    }
  }

  // Graphile-worker does not await all its promises, and without a database their rejections would crash the process.
  const onRejection = (error: unknown) => {
    if (!isJobConnectionLost(error)) throw error
    log.warn('The job worker lost a database connection', { error })
  }
  process.on('unhandledRejection', onRejection)
  async function close(): Promise<void> {
    await pool.end()
    primary.close()
    process.off('unhandledRejection', onRejection)
  }

  try {
    await primary.find()
    runner = await startRunner(services, pool, registry)
  } catch (error) {
    await close()
    throw error
  }
  const supervised = supervise()
  return {
    async stop() {
      stopping.abort()
      await runner.stop().catch((error: unknown) => log.debug('The job worker had stopped before', { error }))
      await supervised
      // Graphile-worker does not wait for its last statements, which a closed pool would lose.
      do await Bun.sleep(1)
      while (pool.waitingCount > 0)
      await close()
    },
  }
}

/** Errors without a code: `pg` lost a connection, or Graphile-worker then released its LISTEN client twice. */
const LOST = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'Release called on client which has already been released',
]

export const isJobConnectionLost = (error: unknown) =>
  isConnectionLost(error) || (error instanceof Error && LOST.some((start) => error.message.startsWith(start)))

/** One connection for each concurrent job, and one each for LISTEN, the schedule and the presence lock. */
function createPool(primary: Primary, log: Logger): pg.Pool {
  class Client extends pg.Client {
    constructor() {
      super({
        connectionString: primary.url(),
        application_name: 'watek jobs',
        stream: () => primary.track(new Socket()),
      })
    }
  }
  const pool = new pg.Pool({ Client, max: CONCURRENCY + 3 })
  const onError = ({ message }: Error) => log.warn('The job worker lost a database connection', { error: message })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

async function startRunner(services: Services, pool: pg.Pool, registry: Registry): Promise<Runner> {
  let workerId = ''
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    workerId = workerPool.id
  })
  await releaseAbandonedJobs(services.db)
  const runner = await run({
    pgPool: pool,
    events,
    concurrency: CONCURRENCY,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: DELAY.shutdown - STOP_RESERVE,
    logger: queueLogger(services.log),
    taskList: taskList(services, registry),
    parsedCronItems: parseCronItems(cronItems(registry)),
  })
  try {
    await showPresence(pool, workerId, runner)
  } catch (error) {
    // A runner whose connections were lost has stopped by itself.
    await runner.stop().catch(() => {})
    throw error
  }
  return runner
}

/** A worker holds a lock as long as it runs; if it loses the lock it stops, since other workers may take its jobs. */
async function showPresence(pool: pg.Pool, workerId: string, runner: Runner): Promise<void> {
  const client = await pool.connect()
  const end = () => void runner.stop().catch(() => {})
  client.once('end', end)
  const leave = () => {
    client.off('end', end)
    client.release(true)
  }
  runner.promise.then(leave, leave)
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [ADVISORY_LOCKS.worker, workerId])
}
