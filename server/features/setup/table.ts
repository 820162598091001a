import { pgTable, text } from 'drizzle-orm/pg-core'
import { SETUP_ITEMS } from '#shared/api/setup.ts'
import { timestamp } from '#server/db/columns.ts'

/** Lines of the checklist of a new forum; whether one is done is computed whenever it is asked for. */
export const setupItem = pgTable('setup_item', {
  id: text({ enum: SETUP_ITEMS }).primaryKey(),
  put_aside_at: timestamp(),
  /** Of mail: a hash of the server and sender that a test mail was accepted by and from. */
  proof: text(),
})
