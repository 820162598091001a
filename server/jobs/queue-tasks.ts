import { LIFETIME } from '#shared/limits.ts'
import { deleteFailedJobs, releaseAbandonedJobs } from './queries.ts'
import type { NoPayload, Schedule, TasksOf } from './task.ts'

export type QueueJobs = { release_abandoned_jobs: NoPayload; forget_failed_jobs: NoPayload }

export const queueTasks: TasksOf<QueueJobs> = {
  async release_abandoned_jobs({ db }) {
    await releaseAbandonedJobs(db)
  },
  async forget_failed_jobs({ db, now }) {
    await deleteFailedJobs(db, new Date(now().getTime() - LIFETIME.failedJob))
  },
}

export const queueSchedule: Schedule<QueueJobs>[] = [
  { task: 'release_abandoned_jobs', match: '* * * * *' },
  { task: 'forget_failed_jobs', match: '40 2 * * *', nightly: true },
]
