import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { closeItemOfModmail } from '../moderation/index.ts'
import { deleteOldThreads } from './queries.ts'

const BATCH_SIZE = 200

export const modmailTasks: TasksOf<'purge_modmail'> = {
  async purge_modmail({ db, now }, _, signal) {
    const purge = () =>
      db.transaction(async (tx) => {
        const ids = await deleteOldThreads(tx, now(), BATCH_SIZE)
        await closeItemOfModmail(tx, ids, now())
        return ids.length
      })
    while ((await purge()) > 0) signal.throwIfAborted()
  },
}

export const modmailSchedule: Schedule[] = [{ task: 'purge_modmail', match: '40 3 * * *', nightly: true }]
