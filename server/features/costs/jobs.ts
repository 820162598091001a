import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { diskOf } from './estimate.ts'
import { deleteOldCosts, measureForum, upsertSample } from './queries.ts'
import { hourOf } from './recorder.ts'

const KEPT_MS = 35 * 86_400_000

export const costTasks: TasksOf<'measure_costs'> = {
  async measure_costs({ db, config, now }) {
    const at = now()
    const { free, total } = await diskOf(config.dataDir)
    const forum = await measureForum(db, at.toISOString().slice(0, 10))
    await upsertSample(db, { hour: hourOf(at), ...forum, disk_free: free, disk_total: total })
    await deleteOldCosts(db, new Date(at.getTime() - KEPT_MS))
  },
}

/** The hour is almost over at minute 59, so the last sample of a day counts almost all members of that day. */
export const costSchedule: Schedule[] = [{ task: 'measure_costs', match: '59 * * * *' }]
