import { EventEmitter } from 'node:events'
import { parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import { DELAY } from '#shared/limits.ts'
import type { Services } from '#server/context.ts'
import { queueLogger } from './logger.ts'
import { PRESENCE, releaseAbandonedJobs } from './queries.ts'
import { cronItems, taskList, type Registry } from './registry.ts'
import { registry as everything } from './tasks.ts'

export type JobWorker = {
  /** Takes no more jobs, waits for the running ones as long as a shutdown may, frees the rest, and disconnects. */
  stop: () => Promise<void>
}

const CONCURRENCY = 2
const RESTART_DELAY = 1_000
/** The time between giving up on running jobs and the end of a shutdown: to free them and to disconnect. */
const STOP_RESERVE = 2_000

/** Runs jobs in this process until stopped; where the queue breaks (its database went away) it starts anew. */
export async function startWorker(services: Services, registry: Registry = everything): Promise<JobWorker> {
  const { log } = services
  const stopping = new AbortController()
  const pool = createPool(services)
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

  try {
    runner = await startRunner(services, pool, registry)
  } catch (error) {
    await pool.end()
    throw error
  }
  const supervised = supervise()
  return {
    async stop() {
      stopping.abort()
      await runner.stop().catch((error: unknown) => log.debug('The job worker had stopped before', { error }))
      await supervised
      // The queue does not wait for its last words on a job: a pool that ends before they have a connection loses them.
      do await Bun.sleep(1)
      while (pool.waitingCount > 0)
      await pool.end()
    },
  }
}

/** Connections for the running jobs' bookkeeping, one that listens, one for the clock, one that shows presence. */
function createPool({ config, log }: Services): pg.Pool {
  if (config.databaseUrl === null) throw new Error('The job worker needs the address of the database')
  const pool = new pg.Pool({ connectionString: config.databaseUrl, max: CONCURRENCY + 3, application_name: 'watek jobs' })
  const onError = ({ message }: Error) => log.warn('The job worker lost a database connection', { error: message })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

async function startRunner(services: Services, pool: pg.Pool, registry: Registry): Promise<Runner> {
  let workerId = ''
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => { workerId = workerPool.id })
  await releaseAbandonedJobs(services.db)
  const runner = await run({
    pgPool: pool,
    events,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: DELAY.shutdown - STOP_RESERVE,
    logger: queueLogger(services.log),
    taskList: taskList(services, registry),
    parsedCronItems: parseCronItems(cronItems(registry)),
  })
  try {
    await showPresence(pool, workerId, runner)
  } catch (error) {
    await runner.stop()
    throw error
  }
  return runner
}

/** Holds the lock that says this worker lives; one that cannot hold it any more ends, for others may take its jobs. */
async function showPresence(pool: pg.Pool, workerId: string, runner: Runner): Promise<void> {
  const client = await pool.connect()
  const end = () => void runner.stop().catch(() => {})
  client.once('end', end)
  const leave = () => {
    client.off('end', end)
    client.release(true)
  }
  runner.promise.then(leave, leave)
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [PRESENCE, workerId])
}
