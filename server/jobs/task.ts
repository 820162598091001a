import type { Services } from '#server/context.ts'

/** The wait after attempt n is e^min(n, 10) seconds; the last attempt is some 16 hours after the first. */
export const MAX_ATTEMPTS = 12

/** Long jobs share a queue and run one at a time, which leaves room for mails. */
export const LONG_JOBS = 'long'

export const BULK_MAILS = 'bulk_mails'

/** Must be idempotent, since it may run twice. Throwing means a retry. `signal` is aborted when the server stops. */
export type Task<Payload> = (services: Services, payload: Payload, signal: AbortSignal) => Promise<void>

export type TasksOf<Payloads> = { [Name in keyof Payloads]: Task<Payloads[Name]> }

export type Scheduled = {
  task: string
  /** A crontab pattern in UTC. */
  match: string
  /** A long job. One that was missed runs when a server starts within a day. */
  nightly?: boolean
}

export type Schedule<Payloads> = Scheduled & { task: Extract<keyof Payloads, string> }

export type NoPayload = Record<never, never>
