import { admin } from './admin.ts'
import { adminAuth } from './admin-auth.ts'
import { adminBot } from './admin-bot.ts'
import { adminSettings } from './admin-settings.ts'
import { adminAds } from './ads.ts'
import { adminBackups } from './backups.ts'
import { adminUpdates } from './updates.ts'
import { adminCosts } from './costs.ts'
import { filters } from './filters.ts'
import { hooks } from './hooks.ts'
import { adminInvites } from './invites.ts'
import { adminMaintenance } from './maintenance.ts'
import { moderation } from './moderation.ts'
import { queue } from './queue.ts'
import { setup, setupChecklist } from './setup.ts'
import { adminUploads } from './uploads.ts'

export const staffContract = {
  adminAuth,
  admin,
  adminBot,
  adminAds,
  adminBackups,
  adminUpdates,
  adminCosts,
  adminSettings,
  adminUploads,
  adminInvites,
  adminMaintenance,
  moderation,
  queue,
  filters,
  hooks,
  setup,
  setupChecklist,
}
