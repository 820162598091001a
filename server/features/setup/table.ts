import { pgTable, text } from 'drizzle-orm/pg-core'
import { SETUP_ITEMS } from '#shared/api/setup.ts'
import { timestamp } from '#server/db/columns.ts'

/** Items of the checklist of a new forum. Whether one is done is computed at each read. */
export const setupItem = pgTable('setup_item', {
  id: text({ enum: SETUP_ITEMS }).primaryKey(),
  put_aside_at: timestamp(),
  /** For mail: a hash of the server and sender with which a test mail succeeded. */
  proof: text(),
})
