import { pgTable, text } from 'drizzle-orm/pg-core'
import { SETUP_ITEMS } from '#shared/api/setup.ts'
import { timestamp } from '#server/db/columns.ts'

/** The table does not store whether a step is done; that is computed when the checklist is read. */
export const setupItem = pgTable('setup_item', {
  id: text({ enum: SETUP_ITEMS }).primaryKey(),
  put_aside_at: timestamp(),
  /** For the step of the test mail: a hash of the mail server and the sender with which it succeeded. */
  proof: text(),
})
