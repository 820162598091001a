import { EventEmitter } from 'node:events'
import { sql } from 'drizzle-orm'
import { runOnce, type WorkerEvents } from 'graphile-worker'
import type { Services } from '#server/context.ts'
import { queueLogger } from '#server/jobs/logger.ts'
import { withPool } from '#server/jobs/pool.ts'
import { taskList, type Registry } from '#server/jobs/registry.ts'
import { registry as everything } from '#server/features/jobs.ts'
import { createLogger } from '#server/lib/log.ts'

/** Runs every job that is due by the clock of `services`, once and one after the other. Throws if a job failed. */
export async function runJobs(services: Services, registry: Registry = everything): Promise<void> {
  const failures: Error[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('job:error', ({ job, error }) => {
    failures.push(new Error(`The job ${job.task_identifier} failed: ${(error as Error).message}`, { cause: error }))
  })
  await services.db.execute(sql`
    update graphile_worker._private_jobs set run_at = now()
    where run_at > now() and run_at <= ${services.now().toISOString()}::timestamptz and locked_at is null`)
  // One connection completes each job before it fetches the next one, whose queue might otherwise still be locked.
  await withPool(services.config.databaseUrl!, (pgPool) =>
    runOnce({
      pgPool,
      noHandleSignals: true,
      logger: queueLogger(createLogger('silent', false)),
      events,
      taskList: taskList(services, registry),
    }),
  )
  if (failures.length > 0) throw new AggregateError(failures, failures.map((failure) => failure.message).join('; '))
}
