import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { purgeExpired } from './queries.ts'

const BATCH_SIZE = 500

export const messageTasks: TasksOf<'expire_messages'> = {
  async expire_messages({ db, config, now }, _, signal) {
    const lifetime = { now: now(), ttl: config.messageTtlAfterRead }
    while ((await purgeExpired(db, lifetime, BATCH_SIZE)) > 0) signal.throwIfAborted()
  },
}

export const messageSchedule: Schedule[] = [{ task: 'expire_messages', match: '*/5 * * * *' }]
