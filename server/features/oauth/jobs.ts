import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { deleteExpiredSessions } from './queries.ts'

const BATCH_SIZE = 500

export const oauthTasks: TasksOf<'purge_oauth'> = {
  async purge_oauth({ db, now }, _, signal) {
    while ((await deleteExpiredSessions(db, now(), BATCH_SIZE)) > 0) signal.throwIfAborted()
  },
}

export const oauthSchedule: Schedule[] = [{ task: 'purge_oauth', match: '25 * * * *' }]
