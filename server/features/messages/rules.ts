import type { MessageRow } from './queries.ts'

export function toMessage<Row extends MessageRow>(row: Row, sender_username: string) {
  return { ...row, sender_username, is_read: row.read_at !== null }
}

const DELETION_INTERVAL_MS = 2_000
/** The maximum difference between the clocks of server and database. */
const CLOCK_SKEW_MS = 500

/** Returns when a message read at `readAt` is deleted, rounded up so that fewer deletions are needed. */
export function deletionTime(readAt: Date, ttl: number): Date {
  return new Date(Math.ceil((readAt.getTime() + ttl + CLOCK_SKEW_MS) / DELETION_INTERVAL_MS) * DELETION_INTERVAL_MS)
}
