/* Rate limits are in `server/lib/rate-rules.ts`, operator settings in `server/config.ts`. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MEBIBYTE = 1024 * 1024

/** Text lengths are in UTF-16 code units, as the HTML attribute `maxlength` counts them. */
export const LIMITS = {
  siteName: 60,
  tagline: 120,
  /** Length of the Markdown of the site's description. */
  about: 5_000,
  /** Length of the Markdown of the rules, terms, privacy policy or imprint, for each language. */
  siteText: 50_000,
  approvalQuestion: 500,
  mailDomains: 500,
  announcements: 3,
  announcement: 300,
  mailSender: 200,
  adTitle: 80,
  adText: 200,
  adUrl: 2_000,
  adCategories: 100,
  adTurn: 10_000,
  adsPerPage: 60,
  usernameMin: 3,
  usernameMax: 30,
  passwordMin: 8,
  passwordMax: 200,
  adminPasswordMinInProduction: 12,
  email: 254,
  titleMin: 3,
  titleMax: 300,
  postText: 40_000,
  comment: 10_000,
  message: 10_000,
  modmailSubject: 100,
  modmailText: 10_000,
  /** Length of the excerpt of a mod mail thread's last message in lists. */
  modmailExcerpt: 200,
  bio: 500,
  linkUrl: 2_000,
  images: 10,
  imageAlt: 300,
  videoAlt: 5_000,
  pollOptionsMin: 2,
  pollOptionsMax: 6,
  pollOption: 100,
  pollHours: 168,
  /** Maximum earlier versions stored for a post or comment. */
  versions: 20,
  linkedPosts: 5,
  pushEndpoint: 1_000,
  pushDevice: 80,
  /** Maximum devices of one member that receive push messages. */
  pushDevices: 10,
  passkeyName: 50,
  passkeys: 20,
  linkedServices: 10,
  serviceName: 40,
  signInGroups: 200,
  recoveryCodes: 10,
  codeTries: 5,
  typedCode: 40,
  inviteUses: 1_000,
  inviteNote: 200,
  tokenName: 60,
  /** Maximum personal access tokens of one member. */
  tokens: 20,
  tokenDays: 365,
  applicationName: 60,
  applicationUrl: 500,
  /** Maximum OAuth applications that one member may register. */
  applications: 20,
  redirectUris: 10,
  redirectUri: 500,
  /** Length of the query that an application sends to the consent page. */
  authorizationRequest: 3_000,
  inviteCode: 100,
  /** Maximum invites that one member may create per month. */
  invitesPerMonth: 3,
  /** Maximum members listed with an invite: those who used it last. */
  invitedMembers: 20,
  approvalAnswer: 500,
  textVersion: 1_000_000,
  solvedChallenge: 4_000,
  reportReason: 500,
  noticeTextMin: 20,
  noticeText: 2_000,
  noticeName: 100,
  decisionText: 1_000,
  moderatorNote: 1_000,
  appealTextMin: 20,
  appealText: 2_000,
  banDays: 365,
  /** Number of latest reports shown with one item of the moderation queue. */
  itemReports: 20,
  queuedMessage: 300,
  /** Number of earlier messages stored with a reported message. */
  messagesBeforeReported: 5,
  pinnedPosts: 2,
  categoryNameMin: 3,
  categoryNameMax: 21,
  displayName: 50,
  categoryDescription: 500,
  rules: 15,
  ruleTitle: 100,
  ruleText: 500,
  flairs: 30,
  flairLabel: 30,
  /** Maximum web hooks of a community, or of the whole site. */
  hooks: 20,
  hookUrl: 1_000,
  /** Maximum deliveries in the log of a web hook. */
  deliveries: 500,
  filters: 50,
  filterName: 60,
  filterConditions: 20,
  filterValue: 200,
  filterNumber: 1_000_000_000,
  filterDays: 90,
  filterSamples: 20,
  /** Maximum instructions of a compiled regular expression; `regexSizeTotal` is for a community's enabled filters. */
  regexSize: 100,
  regexSizeTotal: 1_000,
  /** Maximum moderators of a community, including those who are only invited. */
  moderators: 50,
  streamDescription: 5_000,
  streamUrl: 2_000,
  iconUrl: 500,
  /** An OAuth authorization request fits into `next` even if it is URL-encoded a second time. */
  nextPath: 6_000,
  searchQuery: 200,
  messageUserSearchMin: 2,
  searchSimilarityMin: 3,
  searchTotal: 1_000,
  feedTotal: 1_000,
  offset: 10_000,
  listLimit: 100,
  lookup: 100,
  exportRows: 5_000,
  excerpt: 500,
  /** Characters of a post's description for search engines and link previews. */
  description: 200,
  adminExcerpt: 200,
  reportedComment: 2_000,
  searchSnippet: 100,
  searchHighlight: 240,
  messagePreview: 60,
  tableCell: 100,
  cardLines: 3,
  mentions: 20,
  topics: 5,
  commentExcerpt: 100,
  commentDepth: 5,
  contextLevels: 8,
  commentRows: 200,
  /** Maximum bytes of text and HTML on a page of comments; a page of long comments has fewer of them. */
  commentPageBytes: 600_000,
  /** Maximum bytes of text and HTML on a page of earlier versions, which has at least one version. */
  historyPageBytes: 600_000,
  commentChildren: 10,
  badge: 99,
  pageButtons: 7,
  toasts: 3,
  chartDays: 90,
  botPosts: 3,
  botPostsMax: 10,
  botReplies: 10,
  pointsPerDay: 50,
  activityBar: 10,
  /** Counts above this are shown as an estimate of PostgreSQL's query planner. */
  exactCount: 100_000,
} as const

export const UPLOAD = {
  file: 50 * MEBIBYTE,
  messageImage: 10 * MEBIBYTE,
  captions: 200_000,
  gif: 10 * MEBIBYTE,
  pixels: 50_000_000,
  decoders: 4,
} as const

/** Limits of a live stream broadcast from a browser. */
export const LIVE = {
  pieceBytes: 8 * MEBIBYTE,
  bitsPerSecond: 2_500_000,
  durationMs: 4 * HOUR,
  announcedMs: 12 * HOUR,
  pieceMs: SECOND,
  segmentSeconds: 2,
  interruptedAfterMs: 30 * SECOND,
  endedAfterMs: 120 * SECOND,
} as const

export const PAGE = {
  feed: 10,
  comments: 20,
  saved: 20,
  search: 20,
  admin: 20,
  audit: 20,
  settingChanges: 20,
  suggestions: 5,
  searchUsers: 30,
  userSearch: 5,
  sidebar: 10,
  sidebarStreams: 3,
  streams: 20,
  recent: 10,
  notifications: 10,
  notificationGroups: 20,
  invites: 20,
  leaderboard: 10,
  conversation: 50,
  decisions: 20,
  modmail: 20,
  queue: 20,
  filters: 50,
  deliveries: 50,
  pendingComments: 10,
  tablePreview: 50,
  list: 50,
  chartDays: 7,
  trendDays: 30,
  atom: 25,
  sitemap: 40_000,
} as const

export const AD_SPACING = { comment: 5, commentNsfw: 3, post: 4, postNsfw: 2 } as const

export const POINTS = { post: 5, comment: 2, upvote: 1, downvote: -1, community: 10 } as const

/** Delays in milliseconds. */
export const DELAY = {
  searchDebounce: 300,
  usernameDebounce: 500,
  userSearchDebounce: 300,
  countsPoll: 30 * SECOND,
  conversationPoll: 10 * SECOND,
  reportsPoll: 30 * SECOND,
  tooltip: 3 * SECOND,
  registrationForm: 2 * SECOND,
  postForm: SECOND,
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
  /** Lifetime of the mailed link to claim or delete an imported account. */
  claimLink: 30 * DAY,
  emailConfirmLink: DAY,
  emailUndoLink: 3 * DAY,
  registration: 7 * DAY,
  inviteMonth: 30 * DAY,
  loginChallenge: 5 * MINUTE,
  /** Maximum time from the redirect to a sign-in service to the return from it. */
  serviceSignIn: 15 * MINUTE,
  /** After the return from a sign-in service, the time to choose a user name or to sign in to an existing account. */
  pendingSignIn: 30 * MINUTE,
  registrationChallenge: 30 * MINUTE,
  passkeyChallenge: 5 * MINUTE,
  totpSetup: HOUR,
  /** While a login session is younger than this, sensitive changes need no password. */
  freshSession: 10 * MINUTE,
  adminToken: 12 * HOUR,
  /** After many wrong staff passwords, only IP addresses with a staff login within this time are not blocked. */
  staffAddress: 30 * DAY,
  idempotencyKey: DAY,
  /** Lifetime of the idempotency keys of calls that were queued offline. */
  queuedKey: 30 * DAY,
  authorizationCode: MINUTE,
  oauthAccessToken: 10 * MINUTE,
  refreshToken: 90 * DAY,
  /** Time to type the code shown by a television or terminal. */
  deviceCode: 10 * MINUTE,
  /** Lifetime of a self-registered application that was never granted access. */
  unusedApplication: 7 * DAY,
  /** Time to sign in again when an OAuth application asks for a fresh sign-in. */
  signInAgain: HOUR,
  /** Lifetime of the CSRF token in a page's forms. */
  form: DAY,
  unreadMessage: 365 * DAY,
  /** How long a push service stores a message for an offline device. */
  push: DAY,
  /** Lifetime of a mod mail thread after its last message. */
  modmail: 730 * DAY,
  deletedContent: 30 * DAY,
  visit: 365 * DAY,
  appeal: 180 * DAY,
  /** Time from the suspension of an account whose owner is too young to the erasure of the account. */
  underageAccount: 30 * DAY,
  /** Lifetime of a reported message and its report. */
  reportedMessage: 90 * DAY,
  claim: 10 * MINUTE,
  undo: DAY,
  recentRemovals: 30 * DAY,
  /** Lifetime of the text and sender of a notice after the decision on it. */
  decidedNotice: 365 * DAY,
  orphanedUpload: DAY,
  failedJob: 30 * DAY,
  /** Minimum time between two requests for an export, and maximum time to create the export. */
  exportRequest: DAY,
  export: 7 * DAY,
  preferenceCookie: 365 * DAY,
  statsCache: MINUTE,
  feedCache: MINUTE,
  digestCache: 10 * MINUTE,
  loggedRefusal: MINUTE,
  searchCache: 10 * SECOND,
  filterCache: 10 * MINUTE,
  offeredFile: MINUTE,
} as const
