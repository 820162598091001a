import type { NoPayload, Schedule, TasksOf } from '#server/jobs/task.ts'
import { ageLimits } from './feed/rules.ts'
import { raiseAges } from './queries.ts'

export type PostJobs = { raise_post_ages: NoPayload }

const BATCH_SIZE = 500

export const postTasks: TasksOf<PostJobs> = {
  async raise_post_ages({ db, now }, _, signal) {
    while ((await raiseAges(db, ageLimits(now()), BATCH_SIZE)) > 0) signal.throwIfAborted()
  },
}

export const postSchedule: Schedule<PostJobs>[] = [{ task: 'raise_post_ages', match: '*/10 * * * *' }]
