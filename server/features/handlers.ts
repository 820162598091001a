import type { AppContract } from '#shared/api/index.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { CtxByAccess } from '#server/context.ts'
import { accountHandlers } from './account/handlers.ts'
import { adminHandlers } from './admin/handlers.ts'
import { adminAdsHandlers, adsHandlers } from './ads/handlers.ts'
import { adminAuthHandlers } from './auth/admin-handlers.ts'
import { announcementsHandlers } from './announcements/handlers.ts'
import { appealsHandlers } from './moderation/appeals/handlers.ts'
import { authHandlers } from './auth/handlers.ts'
import { adminBackupsHandlers } from './backups/handlers.ts'
import { adminUpdatesHandlers } from './updates/handlers.ts'
import { adminCostsHandlers } from './costs/handlers.ts'
import { blocksHandlers } from './blocks/handlers.ts'
import { adminBotHandlers, botHandlers } from './bot/handlers.ts'
import { categoriesHandlers } from './categories/handlers.ts'
import { commentsHandlers } from './comments/handlers.ts'
import { exportsHandlers } from './exports/handlers.ts'
import { factorsHandlers } from './factors/handlers.ts'
import { filtersHandlers } from './moderation/filters/handlers.ts'
import { followsHandlers } from './follows/handlers.ts'
import { historyHandlers } from './history/handlers.ts'
import { adminInvitesHandlers, invitesHandlers } from './invites/handlers.ts'
import { adminMaintenanceHandlers } from './maintenance/handlers.ts'
import { lookupsHandlers } from './lookups/handlers.ts'
import { messagesHandlers } from './messages/handlers.ts'
import { moderatorsHandlers } from './moderation/moderators/handlers.ts'
import { decisionsHandlers } from './moderation/decisions/handlers.ts'
import { moderationHandlers } from './moderation/handlers.ts'
import { noticesHandlers } from './moderation/notices/handlers.ts'
import { modmailHandlers } from './modmail/handlers.ts'
import { notificationsHandlers } from './notifications/handlers.ts'
import { pollsHandlers } from './polls/handlers.ts'
import { pointsHandlers } from './points/handlers.ts'
import { hooksHandlers } from './hooks/handlers.ts'
import { pushHandlers } from './push/handlers.ts'
import { portalHandlers } from './portal/handlers.ts'
import { postsHandlers } from './posts/handlers.ts'
import { markdownHandlers } from './rendering/handlers.ts'
import { queueHandlers } from './moderation/queue/handlers.ts'
import { reportsHandlers } from './moderation/reports/handlers.ts'
import { readingHandlers } from './reading/handlers.ts'
import { savesHandlers } from './saves/handlers.ts'
import { applicationsHandlers, grantsHandlers, oauthHandlers } from './oauth/handlers.ts'
import { signInServicesHandlers } from './sign-in-services/handlers.ts'
import { tokensHandlers } from './tokens/handlers.ts'
import { setupChecklistHandlers, setupHandlers } from './setup/handlers.ts'
import { searchHandlers } from './search/handlers.ts'
import { adminSettingsHandlers } from './settings/handlers.ts'
import { streamsHandlers } from './streams/handlers.ts'
import { textsHandlers } from './texts/handlers.ts'
import { transparencyHandlers } from './transparency/handlers.ts'
import { adminUploadsHandlers, uploadsHandlers } from './uploads/handlers.ts'
import { usersHandlers } from './users/handlers.ts'
import { votesHandlers } from './votes/handlers.ts'

type Handlers = { [Group in keyof AppContract]: HandlersOf<AppContract[Group], CtxByAccess> }

export const handlers: Handlers = {
  account: accountHandlers,
  ads: adsHandlers,
  announcements: announcementsHandlers,
  auth: authHandlers,
  factors: factorsHandlers,
  invites: invitesHandlers,
  exports: exportsHandlers,
  posts: postsHandlers,
  votes: votesHandlers,
  saves: savesHandlers,
  tokens: tokensHandlers,
  applications: applicationsHandlers,
  grants: grantsHandlers,
  oauth: oauthHandlers,
  signInServices: signInServicesHandlers,
  reading: readingHandlers,
  search: searchHandlers,
  categories: categoriesHandlers,
  moderators: moderatorsHandlers,
  comments: commentsHandlers,
  decisions: decisionsHandlers,
  appeals: appealsHandlers,
  uploads: uploadsHandlers,
  users: usersHandlers,
  follows: followsHandlers,
  blocks: blocksHandlers,
  messages: messagesHandlers,
  modmail: modmailHandlers,
  notifications: notificationsHandlers,
  polls: pollsHandlers,
  history: historyHandlers,
  lookups: lookupsHandlers,
  portal: portalHandlers,
  markdown: markdownHandlers,
  points: pointsHandlers,
  push: pushHandlers,
  hooks: hooksHandlers,
  reports: reportsHandlers,
  notices: noticesHandlers,
  texts: textsHandlers,
  transparency: transparencyHandlers,
  streams: streamsHandlers,
  bot: botHandlers,
  adminAuth: adminAuthHandlers,
  setup: setupHandlers,
  setupChecklist: setupChecklistHandlers,
  admin: adminHandlers,
  adminBot: adminBotHandlers,
  adminAds: adminAdsHandlers,
  adminBackups: adminBackupsHandlers,
  adminUpdates: adminUpdatesHandlers,
  adminCosts: adminCostsHandlers,
  adminSettings: adminSettingsHandlers,
  adminUploads: adminUploadsHandlers,
  adminInvites: adminInvitesHandlers,
  adminMaintenance: adminMaintenanceHandlers,
  moderation: moderationHandlers,
  queue: queueHandlers,
  filters: filtersHandlers,
}
