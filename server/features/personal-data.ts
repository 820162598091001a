import type { PersonalData, Section } from '#server/db/personal-data.ts'
import { accountData } from './account/personal-data.ts'
import { auditData } from './audit/personal-data.ts'
import { authData } from './auth/personal-data.ts'
import { blocksData } from './blocks/personal-data.ts'
import { categoriesData } from './categories/personal-data.ts'
import { commentsData } from './comments/personal-data.ts'
import { exportsData } from './exports/personal-data.ts'
import { factorsData } from './factors/personal-data.ts'
import { followsData } from './follows/personal-data.ts'
import { historyData } from './history/personal-data.ts'
import { idempotencyData } from './idempotency/personal-data.ts'
import { importData } from './import/personal-data.ts'
import { invitesData } from './invites/personal-data.ts'
import { mailsData } from './mails/personal-data.ts'
import { messagesData } from './messages/personal-data.ts'
import { moderationData } from './moderation/personal-data.ts'
import { modmailData } from './modmail/personal-data.ts'
import { notificationsData } from './notifications/personal-data.ts'
import { pointsData } from './points/personal-data.ts'
import { pollsData } from './polls/personal-data.ts'
import { postsData } from './posts/personal-data.ts'
import { hooksData } from './hooks/personal-data.ts'
import { pushData } from './push/personal-data.ts'
import { readingData } from './reading/personal-data.ts'
import { savesData } from './saves/personal-data.ts'
import { oauthData } from './oauth/personal-data.ts'
import { signInServicesData } from './sign-in-services/personal-data.ts'
import { tokensData } from './tokens/personal-data.ts'
import { settingsData } from './settings/personal-data.ts'
import { streamsData } from './streams/personal-data.ts'
import { textsData } from './texts/personal-data.ts'
import { uploadsData } from './uploads/personal-data.ts'
import { usersData } from './users/personal-data.ts'
import { votesData } from './votes/personal-data.ts'

const replicasData = { notExported: { 'recent_write.user_id': 'where replication stands' } }

/**
 * Features in the order of their files in the export; comments are deleted before posts, so that the points and
 * counters of each comment are reversed individually.
 */
const FEATURES = [
  usersData,
  commentsData,
  postsData,
  historyData,
  pollsData,
  votesData,
  savesData,
  tokensData,
  oauthData,
  signInServicesData,
  readingData,
  categoriesData,
  followsData,
  blocksData,
  messagesData,
  modmailData,
  notificationsData,
  mailsData,
  pushData,
  hooksData,
  pointsData,
  moderationData,
  streamsData,
  uploadsData,
  authData,
  accountData,
  factorsData,
  invitesData,
  importData,
  textsData,
  auditData,
  settingsData,
  exportsData,
  idempotencyData,
  replicasData,
] as const

type FilesOf<Feature> = Feature extends { exported: infer Sections } ? keyof Sections & string : never

export type ExportFile = FilesOf<(typeof FEATURES)[number]>

export const personalData: readonly PersonalData[] = FEATURES

export const SECTIONS = Object.fromEntries(
  personalData.flatMap(({ exported = {} }) => Object.entries(exported)),
) as Record<ExportFile, Section>
