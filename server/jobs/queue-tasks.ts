import { LIFETIME } from '#shared/limits.ts'
import { deleteFailedJobs, releaseAbandonedJobs } from './queries.ts'
import type { Schedule, TasksOf } from './task.ts'

export const queueTasks: TasksOf<'release_abandoned_jobs' | 'forget_failed_jobs'> = {
  async release_abandoned_jobs({ db }) {
    await releaseAbandonedJobs(db)
  },
  async forget_failed_jobs({ db, now }) {
    await deleteFailedJobs(db, new Date(now().getTime() - LIFETIME.failedJob))
  },
}

export const queueSchedule: Schedule[] = [
  { task: 'release_abandoned_jobs', match: '* * * * *' },
  { task: 'forget_failed_jobs', match: '40 2 * * *', nightly: true },
]
