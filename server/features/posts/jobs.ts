import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { ageLimits } from './feed/rules.ts'
import { raiseAges } from './queries.ts'

const BATCH_SIZE = 500

export const postTasks: TasksOf<'raise_post_ages'> = {
  async raise_post_ages({ db, now }, _, signal) {
    while ((await raiseAges(db, ageLimits(now()), BATCH_SIZE)) > 0) signal.throwIfAborted()
  },
}

export const postSchedule: Schedule[] = [{ task: 'raise_post_ages', match: '*/10 * * * *' }]
