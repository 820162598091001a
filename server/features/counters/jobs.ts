import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { recountCounters, type Drift } from './queries.ts'

const EXAMPLES = 10

function summary(drifts: Drift[]) {
  return [...Map.groupBy(drifts, ({ counter }) => counter)].map(([counter, of]) => ({
    counter,
    rows: of.length,
    examples: of.slice(0, EXAMPLES).map(({ id, off }) => ({ id, off })),
  }))
}

export const counterTasks: TasksOf<'recount_counters'> = {
  /** A wrong counter always comes from a bug in the code that counts, so it is logged as an error. */
  async recount_counters({ db, log }, _, signal) {
    const drifts = await recountCounters(db, signal)
    if (drifts.length === 0) log.info('The recount found every counter right')
    else log.error('The recount repaired counters', { found: summary(drifts) })
  },
}

export const counterSchedule: Schedule[] = [{ task: 'recount_counters', match: '40 2 * * *', nightly: true }]
