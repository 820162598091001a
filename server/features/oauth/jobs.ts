import { LIFETIME } from '#shared/limits.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { deleteExpiredDevices, deleteExpiredSessions, deleteUnusedApplications } from './queries.ts'

const BATCH_SIZE = 500

export const oauthTasks: TasksOf<'purge_oauth'> = {
  async purge_oauth({ db, now }, _, signal) {
    const time = now()
    const unusedSince = new Date(time.getTime() - LIFETIME.unusedApplication)
    while ((await deleteExpiredSessions(db, time, BATCH_SIZE)) > 0) signal.throwIfAborted()
    // Expired device codes are kept for a while, so that a late poll is answered with `expired_token`.
    const expired = new Date(time.getTime() - LIFETIME.deviceCode)
    while ((await deleteExpiredDevices(db, expired, BATCH_SIZE)) > 0) signal.throwIfAborted()
    while ((await deleteUnusedApplications(db, unusedSince, BATCH_SIZE)) > 0) signal.throwIfAborted()
  },
}

export const oauthSchedule: Schedule[] = [{ task: 'purge_oauth', match: '25 * * * *' }]
