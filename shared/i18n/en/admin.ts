import type { AdminTexts } from '../pl/admin.ts'
import { adminDashboard } from './admin-dashboard.ts'
import { adminFrame } from './admin-frame.ts'
import { adminKit } from './admin-kit.ts'
import { adminUsers } from './admin-users.ts'

/** The panel's English catalog. */
export const admin: AdminTexts = {
  frame: adminFrame,
  kit: adminKit,
  dashboard: adminDashboard,
  users: adminUsers,
}
