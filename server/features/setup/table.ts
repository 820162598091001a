import { pgTable, text } from 'drizzle-orm/pg-core'
import { SETUP_ITEMS } from '#shared/api/setup.ts'
import { timestamp } from '#server/db/columns.ts'

/** Checklist of a new forum. Whether an item is done is computed when it is read. */
export const setupItem = pgTable('setup_item', {
  id: text({ enum: SETUP_ITEMS }).primaryKey(),
  put_aside_at: timestamp(),
  /** For the test mail: hash of the mail server and sender with which it succeeded. */
  proof: text(),
})
