import { LIFETIME } from '#shared/limits.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { deleteOldVisits, type VisitKey } from './queries.ts'

const BATCH_SIZE = 5_000

export const readingTasks: TasksOf<'forget_visits'> = {
  async forget_visits({ db, now }, _, signal) {
    const before = new Date(now().getTime() - LIFETIME.visit)
    let last: VisitKey | null = { user_id: 0, post_id: 0 }
    while (last) {
      last = await deleteOldVisits(db, last, before, BATCH_SIZE)
      signal.throwIfAborted()
    }
  },
}

export const readingSchedule: Schedule[] = [{ task: 'forget_visits', match: '10 4 * * *', nightly: true }]
