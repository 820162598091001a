/*
 * Every number of the product, each once. Rate limits stand in `server/http/rate-limit.ts`, what an operator may set
 * in `server/config.ts`, the constants of the ranking formulas in `shared/rules/ranking.ts`.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MEBIBYTE = 1024 * 1024

/** Lengths in UTF-16 units, as `maxlength` counts them, and other bounds of what may be sent or shown. */
export const LIMITS = {
  usernameMin: 3,
  usernameMax: 30,
  passwordMin: 8,
  /** Hashing costs time by length, so there is an end to it. */
  passwordMax: 200,
  adminPasswordMinInProduction: 12,
  email: 254,
  titleMin: 3,
  titleMax: 300,
  postText: 40_000,
  comment: 10_000,
  message: 10_000,
  bio: 500,
  reportReason: 500,
  communityNameMin: 3,
  communityNameMax: 21,
  displayName: 50,
  communityDescription: 500,
  streamDescription: 2_000,
  iconUrl: 500,
  nextPath: 2_000,
  searchQuery: 200,
  /** Letters before the recipient field of a new message searches. */
  messageUserSearchMin: 2,
  /** Similarity search for misspellings begins at this length. */
  searchSimilarityMin: 3,
  /** Totals of searches are counted up to here. */
  searchTotal: 1_000,
  offset: 10_000,
  listLimit: 100,
  /** Rows of one export from the panel. */
  exportRows: 5_000,
  excerpt: 500,
  adminExcerpt: 200,
  /** As much of a reported comment as staff see beside the report. */
  reportedComment: 2_000,
  searchSnippet: 100,
  messagePreview: 60,
  tableCell: 100,
  cardLines: 3,
  mentions: 20,
  commentExcerpt: 100,
  commentDepth: 5,
  commentRows: 200,
  commentChildren: 10,
  badge: 99,
  pageButtons: 7,
  toasts: 3,
  chartDays: 90,
  botPosts: 3,
  botPostsMax: 10,
  botReplies: 10,
  /** Posts and comments bring no more than this in a day. */
  pointsPerDay: 50,
  /** Points (users + posts + comments of a day) that fill the bar of the activity list. */
  activityBar: 10,
  /** Database browser: counts are exact up to here, the planner's estimate beyond. */
  exactCount: 100_000,
} as const

/** Upload sizes in bytes and other bounds of media. */
export const UPLOAD = {
  file: 50 * MEBIBYTE,
  messageImage: 10 * MEBIBYTE,
  gif: 10 * MEBIBYTE,
  pixels: 50_000_000,
  decoders: 4,
} as const

/** Rows of a list page. */
export const PAGE = {
  feed: 10,
  comments: 20,
  saved: 20,
  search: 20,
  admin: 20,
  audit: 20,
  suggestions: 5,
  searchUsers: 30,
  userSearch: 5,
  sidebar: 10,
  recent: 10,
  notifications: 10,
  leaderboard: 10,
  conversation: 50,
  pendingComments: 10,
  tablePreview: 50,
  list: 50,
  chartDays: 7,
  trendDays: 30,
  atom: 20,
  sitemap: 40_000,
} as const

/** An advertisement stands after every so many items. */
export const ADS_EVERY = {
  comment: 5,
  commentNsfw: 3,
  post: 4,
  postNsfw: 2,
} as const

/** What one earns. */
export const POINTS = {
  post: 5,
  comment: 2,
  upvote: 1,
  downvote: -1,
  community: 10,
} as const

/** Waits in milliseconds. */
export const DELAY = {
  searchDebounce: 300,
  usernameDebounce: 500,
  userSearchDebounce: 300,
  countsPoll: 30 * SECOND,
  conversationPoll: 10 * SECOND,
  reportsPoll: 30 * SECOND,
  tooltip: 3 * SECOND,
  errorToast: 8 * SECOND,
  verifySuccess: 2 * SECOND,
  verifyError: 3 * SECOND,
  shutdown: 10 * SECOND,
  aiAnswer: 30 * SECOND,
  botReplies: 60 * SECOND,
} as const

/** Lifetimes in milliseconds. */
export const LIFETIME = {
  session: DAY,
  rememberedSession: 30 * DAY,
  verificationLink: DAY,
  resetLink: HOUR,
  unverifiedAccount: 7 * DAY,
  adminToken: 12 * HOUR,
  idempotencyKey: DAY,
  unreadMessage: 365 * DAY,
  deletedContent: 30 * DAY,
  orphanedUpload: DAY,
  /** Of a job that failed for good, for somebody to look at. */
  failedJob: 30 * DAY,
  preferenceCookie: 365 * DAY,
  statsCache: MINUTE,
  /** Of a file in the memory of a page that offers it as a download. */
  offeredFile: MINUTE,
} as const
