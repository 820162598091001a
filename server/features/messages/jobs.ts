import type { NoPayload, Schedule, TasksOf } from '#server/jobs/task.ts'
import { deleteVanished } from './queries.ts'

const SLICE = 500

export type MessageJobs = { expire_messages: NoPayload }

export const messageTasks: TasksOf<MessageJobs> = {
  /** Deletes what has vanished; nobody sees it any more before that either. */
  async expire_messages({ db, config, now }, _, signal) {
    const lifetime = { now: now(), ttl: config.messageTtlAfterRead }
    while (await deleteVanished(db, lifetime, SLICE) > 0) signal.throwIfAborted()
  },
}

export const messageSchedule: Schedule<MessageJobs>[] = [{ task: 'expire_messages', match: '*/5 * * * *' }]
