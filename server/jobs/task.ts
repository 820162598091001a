import type { Services } from '#server/context.ts'

/** The wait after attempt n is e^n seconds, e^10 at most: the last one comes some 16 hours after the first. */
export const MAX_ATTEMPTS = 12

/** The queue of those that take long: one at a time, so that there is always room for a mail. */
export const LONG_JOBS = 'long'

/**
 * What one kind of job does. It may run twice (its process died, its answer was lost) and must do no harm by it; to
 * throw means to be tried again. `signal` tells a long one that the server stops.
 */
export type Task<Payload> = (services: Services, payload: Payload, signal: AbortSignal) => Promise<void>

/** The tasks of one feature by the names of its jobs. */
export type TasksOf<Payloads> = { [Name in keyof Payloads]: Task<Payloads[Name]> }

/** A job that comes by the clock and has no payload. */
export type Scheduled = {
  task: string
  /** A crontab pattern in UTC. */
  match: string
  /** Takes long, so of these one runs at a time; one that found no server comes when a server starts within a day. */
  nightly?: boolean
}

/** The same among the jobs of one feature. */
export type Schedule<Payloads> = Scheduled & { task: Extract<keyof Payloads, string> }

/** The payload of a job that needs none. */
export type NoPayload = Record<never, never>
