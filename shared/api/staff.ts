import { admin } from './admin.ts'
import { adminAuth } from './admin-auth.ts'
import { adminBot } from './admin-bot.ts'

/** What only staff call; the public site loads none of it. */
export const staffContract = { adminAuth, admin, adminBot }
