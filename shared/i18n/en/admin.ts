import type { AdminTexts } from '../pl/admin.ts'
import { adminAds } from './admin-ads.ts'
import { adminBot } from './admin-bot.ts'
import { adminCategories } from './admin-categories.ts'
import { adminDashboard } from './admin-dashboard.ts'
import { adminDatabase } from './admin-database.ts'
import { adminFrame } from './admin-frame.ts'
import { adminKit } from './admin-kit.ts'
import { adminPosts } from './admin-posts.ts'
import { adminQueue } from './admin-queue.ts'
import { adminReports } from './admin-reports.ts'
import { adminSettings } from './admin-settings.ts'
import { adminSetup } from './admin-setup.ts'
import { adminStreams } from './admin-streams.ts'
import { adminUsers } from './admin-users.ts'
import { deletion } from './deletion.ts'

export const admin: AdminTexts = {
  frame: adminFrame,
  kit: adminKit,
  dashboard: adminDashboard,
  deletion,
  database: adminDatabase,
  users: adminUsers,
  posts: adminPosts,
  categories: adminCategories,
  streams: adminStreams,
  settings: adminSettings,
  setup: adminSetup,
  queue: adminQueue,
  reports: adminReports,
  bot: adminBot,
  ads: adminAds,
}
