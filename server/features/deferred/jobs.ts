import type { TasksOf } from '#server/jobs/task.ts'
import { announceDeferred } from './announce.ts'

export const deferredTasks: TasksOf<'announce'> = {
  /**
   * Gives points and sends notifications for content that was held or removed before anybody saw it and is public now.
   */
  async announce({ db, now, config }, ref) {
    await db.transaction((tx) => announceDeferred(tx, ref, { now: now(), timeZone: config.timeZone }))
  },
}
