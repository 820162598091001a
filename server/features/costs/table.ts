import { bigint, doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamp } from '#server/db/columns.ts'

const amount = () => bigint({ mode: 'number' }).notNull()

/** Measurements of one process, summed over one hour; they do not record what individual members did. */
export const costHour = pgTable(
  'cost_hour',
  {
    hour: timestamp().notNull(),
    process: text().notNull(),
    /** Number of seconds in the hour in which the process was running. */
    seconds: doublePrecision().notNull(),
    requests: amount(),
    bytes: amount(),
    mails: amount(),
    cpu_ms: doublePrecision().notNull(),
    memory: amount(),
    /** CPU time of the built-in database; null if another process measures it or the database runs elsewhere. */
    database_cpu_ms: doublePrecision(),
    database_memory: bigint({ mode: 'number' }),
  },
  // The primary key also serves as the index for reading the last days.
  (t) => [primaryKey({ columns: [t.hour, t.process] })],
)

/** Sizes in bytes at the end of an hour, and the number of members who visited the forum that day until then. */
export const costSample = pgTable('cost_sample', {
  hour: timestamp().primaryKey(),
  members: integer().notNull(),
  database_bytes: amount(),
  media_bytes: amount(),
  disk_free: amount(),
  disk_total: amount(),
})
