/** Lengths in UTF-16 units, as `maxlength` counts them, and other bounds of what may be sent. */
export const LIMITS = {
  usernameMin: 3,
  usernameMax: 30,
  passwordMin: 8,
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
  excerpt: 500,
  adminExcerpt: 200,
  messagePreview: 60,
  tableCell: 100,
  mentions: 20,
  commentDepth: 5,
  commentRows: 200,
  commentChildren: 10,
  searchTotal: 1_000,
  badge: 99,
  pageButtons: 7,
  botPosts: 3,
  pointsPerDay: 50,
} as const

/** Upload sizes in bytes and other bounds of media. */
export const UPLOAD = {
  file: 52_428_800,
  messageImage: 10_485_760,
  gif: 10_485_760,
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
} as const

/** Waits in milliseconds. */
export const DELAY = {
  searchDebounce: 300,
  usernameDebounce: 500,
  userSearchDebounce: 300,
  countsPoll: 30_000,
  conversationPoll: 10_000,
  tooltip: 3_000,
  errorToast: 8_000,
  verifySuccess: 2_000,
  verifyError: 3_000,
} as const

/** Lifetimes in milliseconds. */
export const LIFETIME = {
  session: 86_400_000,
  rememberedSession: 2_592_000_000,
  verificationLink: 86_400_000,
  resetLink: 3_600_000,
  unverifiedAccount: 7 * 86_400_000,
  adminToken: 43_200_000,
  idempotencyKey: 86_400_000,
  unreadMessage: 365 * 86_400_000,
  deletedContent: 30 * 86_400_000,
  orphanedUpload: 86_400_000,
} as const
