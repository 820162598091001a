import type { NoPayload, Schedule, TasksOf } from '#server/jobs/task.ts'
import { auditCounters, type Drift } from './queries.ts'

export type AuditJobs = { audit_counters: NoPayload }

const EXAMPLES = 10

/** How many rows of each counter were off, with some of them. */
function summary(drifts: Drift[]) {
  return [...Map.groupBy(drifts, ({ counter }) => counter)].map(([counter, of]) => ({
    counter, rows: of.length, examples: of.slice(0, EXAMPLES).map(({ id, off }) => ({ id, off })),
  }))
}

export const auditTasks: TasksOf<AuditJobs> = {
  /** Recounts what is counted along, repairs what drifted and says what it found: any drift is a fault of ours. */
  async audit_counters({ db, log }, _, signal) {
    const drifts = await auditCounters(db, signal)
    if (drifts.length === 0) log.info('The audit found every counter right')
    else log.error('The audit repaired counters', { found: summary(drifts) })
  },
}

export const auditSchedule: Schedule<AuditJobs>[] = [{ task: 'audit_counters', match: '40 2 * * *', nightly: true }]
