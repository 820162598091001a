import { LIFETIME } from '#shared/limits.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { deleteReportsOfMessages } from './member-reports.ts'

const BATCH_SIZE = 500

export const reportTasks: TasksOf<'delete_reported_messages'> = {
  async delete_reported_messages({ db, now }, _, signal) {
    const before = new Date(now().getTime() - LIFETIME.reportedMessage)
    while ((await db.transaction((tx) => deleteReportsOfMessages(tx, before, BATCH_SIZE))) > 0) signal.throwIfAborted()
  },
}

export const reportSchedule: Schedule[] = [{ task: 'delete_reported_messages', match: '55 3 * * *', nightly: true }]
