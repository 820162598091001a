import { integer, timestamp } from 'drizzle-orm/pg-core'

/** The primary key of every entity; the seeder may set it itself. */
export const primaryId = () => integer().primaryKey().generatedByDefaultAsIdentity()

/** A moment in UTC. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

/** When a row was made: the start of its transaction, in milliseconds, as a Date and a cursor hold it. */
export const createdAt = () => moment().notNull().defaultNow()
