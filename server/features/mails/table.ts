import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

export const mailState = pgTable('mail_state', {
  user_id: integer()
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** When the sending of a mail began; null while no mail is being sent. */
  sending_since: timestamp(),
  last_sent_at: timestamp(),
})

/** The latest digest run of each period; members are processed by id, up to `cursor`. */
export const digestRun = pgTable(
  'digest_run',
  {
    period: text({ enum: ['daily', 'weekly'] }).primaryKey(),
    since: timestamp().notNull(),
    due_at: timestamp().notNull(),
    cursor: integer().notNull().default(0),
    is_complete: boolean().notNull().default(false),
  },
  () => [check('digest_run_period', sql`period in ('daily', 'weekly')`)],
)
