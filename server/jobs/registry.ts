import type { CronItem, JobHelpers, TaskList } from 'graphile-worker'
import type { Services } from '#server/context.ts'
import { withoutValues } from '#server/log.ts'
import { LONG_JOBS, MAX_ATTEMPTS, type Scheduled, type Task } from './task.ts'

/** What a worker can do, and what it does by the clock. */
export type Registry = { tasks: Record<string, Task<never>>, schedule: Scheduled[] }

const DAY = 24 * 60 * 60 * 1_000

/** Our tasks as the queue calls them. One that does not heed its signal is left behind, and its job freed. */
export function taskList(services: Services, { tasks }: Registry): TaskList {
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [
    name,
    async (payload: unknown, { abortSignal, abortPromise }: JobHelpers) => {
      try {
        await Promise.race([task(services, payload as never, abortSignal), abortPromise])
      } catch (error) {
        throw error instanceof Error ? withoutValues(error) : error
      }
    },
  ]))
}

/** The schedule as the queue reads it; a job whose predecessor still waits does not queue up behind it. */
export function cronItems({ schedule }: Registry): CronItem[] {
  return schedule.map(({ task, match, nightly }) => ({
    task,
    match,
    options: {
      jobKey: `schedule:${task}`,
      jobKeyMode: 'preserve_run_at',
      maxAttempts: MAX_ATTEMPTS,
      ...(nightly && { queueName: LONG_JOBS, backfillPeriod: DAY }),
    },
  }))
}
