import type { Services } from '#server/context.ts'

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
  /** Whether one that found no server comes when a server starts within a day. */
  catchUp?: boolean
}

/** The same among the jobs of one feature. */
export type Schedule<Payloads> = Scheduled & { task: Extract<keyof Payloads, string> }

/** The payload of a job that needs none. */
export type NoPayload = Record<never, never>
