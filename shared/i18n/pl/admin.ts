import { adminDashboard } from './admin-dashboard.ts'
import { adminFrame } from './admin-frame.ts'
import { adminKit } from './admin-kit.ts'
import { adminUsers } from './admin-users.ts'

/** The panel's catalog, apart from the site's: only the panel loads it. A part for each tab. */
export const admin = {
  frame: adminFrame,
  kit: adminKit,
  dashboard: adminDashboard,
  users: adminUsers,
}

export type AdminTexts = typeof admin
