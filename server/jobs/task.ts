import type { Services } from '#server/context.ts'
import type { JobName, JobPayloads } from './payloads.ts'

/** The wait after attempt n is e^min(n, 10) seconds; the last attempt is some 16 hours after the first. */
export const MAX_ATTEMPTS = 12

/** Long jobs run one at a time, so that other jobs, such as mails, need not wait for several of them. */
export const LONG_JOBS = 'long'

export const BULK_MAILS = 'bulk_mails'

/**
 * A task must be idempotent, since its job may run twice; it is retried if it throws. `signal` is aborted when the
 * server stops.
 */
export type Task<Payload> = (services: Services, payload: Payload, signal: AbortSignal) => Promise<void>

export type TasksOf<Name extends JobName> = { [Each in Name]: Task<JobPayloads[Each]> }

export type Scheduled = {
  task: string
  /** A crontab pattern in UTC. */
  match: string
  /** Nightly jobs run one at a time. A missed job runs later if a server starts within a day. */
  nightly?: boolean
}

export type Schedule = Scheduled & { task: JobName }
