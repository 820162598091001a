import { NEWCOMER } from '#shared/rules/trust.ts'
import { addJob } from '#server/jobs/add.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { deleteOldTexts, updateLevelOf, updateLevels } from './queries.ts'

const BATCH_SIZE = 200

export const trustTasks: TasksOf<'update_trust_levels' | 'update_trust_level'> = {
  async update_trust_levels({ db, now }, { after = 0 }) {
    if (after === 0) await deleteOldTexts(db, new Date(now().getTime() - NEWCOMER.repeatWindow))
    await db.transaction(async (tx) => {
      const last = await updateLevels(tx, after, BATCH_SIZE, now())
      if (last !== null)
        await addJob(tx, 'update_trust_levels', { after: last }, { long: true, key: 'update_trust_levels' })
    })
  },

  async update_trust_level({ db, now }, { user_id }) {
    await db.transaction((tx) => updateLevelOf(tx, user_id, now()))
  },
}

export const trustSchedule: Schedule[] = [{ task: 'update_trust_levels', match: '30 2 * * *', nightly: true }]
