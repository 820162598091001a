import type { CronItem, JobHelpers, TaskList } from 'graphile-worker'
import type { Services } from '#server/context.ts'
import { withoutValues } from '#server/lib/log.ts'
import { LONG_JOBS, MAX_ATTEMPTS, type Scheduled, type Task } from './task.ts'

export type Registry = { tasks: Record<string, Task<never>>; schedule: Scheduled[] }

const DAY = 24 * 60 * 60 * 1_000

/** A task that ignores its abort signal is abandoned, and its job is released. */
export function taskList(services: Services, { tasks }: Registry): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, { abortSignal, abortPromise }: JobHelpers) => {
        try {
          await Promise.race([task(services, payload as never, abortSignal), abortPromise])
        } catch (error) {
          throw error instanceof Error ? withoutValues(error) : error
        }
      },
    ]),
  )
}

/** A scheduled job is not added while its previous run still waits. */
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
