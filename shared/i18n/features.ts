import type { Lang } from './plural.ts'

/** The build reads this list from the source file, so the entries must keep this form. */
const features = {
  account: { pl: () => import('./pl/account.ts'), en: () => import('./en/account.ts') },
  adminFrame: { pl: () => import('./pl/admin-frame.ts'), en: () => import('./en/admin-frame.ts') },
  applications: { pl: () => import('./pl/applications.ts'), en: () => import('./en/applications.ts') },
  authScreens: { pl: () => import('./pl/auth-screens.ts'), en: () => import('./en/auth-screens.ts') },
  challenge: { pl: () => import('./pl/challenge.ts'), en: () => import('./en/challenge.ts') },
  comments: { pl: () => import('./pl/comments.ts'), en: () => import('./en/comments.ts') },
  community: { pl: () => import('./pl/community.ts'), en: () => import('./en/community.ts') },
  composer: { pl: () => import('./pl/composer.ts'), en: () => import('./en/composer.ts') },
  dataExports: { pl: () => import('./pl/exports.ts'), en: () => import('./en/exports.ts') },
  devInfo: { pl: () => import('./pl/dev-info.ts'), en: () => import('./en/dev-info.ts') },
  factors: { pl: () => import('./pl/factors.ts'), en: () => import('./en/factors.ts') },
  filters: { pl: () => import('./pl/filters.ts'), en: () => import('./en/filters.ts') },
  formerAccount: { pl: () => import('./pl/former-account.ts'), en: () => import('./en/former-account.ts') },
  formPages: { pl: () => import('./pl/form-pages.ts'), en: () => import('./en/form-pages.ts') },
  history: { pl: () => import('./pl/history.ts'), en: () => import('./en/history.ts') },
  hooks: { pl: () => import('./pl/hooks.ts'), en: () => import('./en/hooks.ts') },
  invites: { pl: () => import('./pl/invites.ts'), en: () => import('./en/invites.ts') },
  issues: { pl: () => import('./pl/issues.ts'), en: () => import('./en/issues.ts') },
  messages: { pl: () => import('./pl/messages.ts'), en: () => import('./en/messages.ts') },
  moderation: { pl: () => import('./pl/moderation.ts'), en: () => import('./en/moderation.ts') },
  modmail: { pl: () => import('./pl/modmail.ts'), en: () => import('./en/modmail.ts') },
  notices: { pl: () => import('./pl/notices.ts'), en: () => import('./en/notices.ts') },
  notificationCentre: {
    pl: () => import('./pl/notification-centre.ts'),
    en: () => import('./en/notification-centre.ts'),
  },
  oauth: { pl: () => import('./pl/oauth.ts'), en: () => import('./en/oauth.ts') },
  offline: { pl: () => import('./pl/offline.ts'), en: () => import('./en/offline.ts') },
  points: { pl: () => import('./pl/points.ts'), en: () => import('./en/points.ts') },
  polls: { pl: () => import('./pl/polls.ts'), en: () => import('./en/polls.ts') },
  push: { pl: () => import('./pl/push.ts'), en: () => import('./en/push.ts') },
  reportsForm: { pl: () => import('./pl/reports-form.ts'), en: () => import('./en/reports-form.ts') },
  robots: { pl: () => import('./pl/robots.ts'), en: () => import('./en/robots.ts') },
  searchPage: { pl: () => import('./pl/search-page.ts'), en: () => import('./en/search-page.ts') },
  settings: { pl: () => import('./pl/settings.ts'), en: () => import('./en/settings.ts') },
  setup: { pl: () => import('./pl/setup.ts'), en: () => import('./en/setup.ts') },
  signInServices: { pl: () => import('./pl/sign-in-services.ts'), en: () => import('./en/sign-in-services.ts') },
  streams: { pl: () => import('./pl/streams.ts'), en: () => import('./en/streams.ts') },
  submit: { pl: () => import('./pl/submit.ts'), en: () => import('./en/submit.ts') },
  tokens: { pl: () => import('./pl/tokens.ts'), en: () => import('./en/tokens.ts') },
  transcripts: { pl: () => import('./pl/transcripts.ts'), en: () => import('./en/transcripts.ts') },
  transparency: { pl: () => import('./pl/transparency.ts'), en: () => import('./en/transparency.ts') },
  unsubscribe: { pl: () => import('./pl/unsubscribe.ts'), en: () => import('./en/unsubscribe.ts') },
  uploading: { pl: () => import('./pl/uploading.ts'), en: () => import('./en/uploading.ts') },
  users: { pl: () => import('./pl/users.ts'), en: () => import('./en/users.ts') },
  writing: { pl: () => import('./pl/writing.ts'), en: () => import('./en/writing.ts') },
}

type Features = typeof features
type Modules = { [Name in keyof Features]: Awaited<ReturnType<Features[Name]['pl']>> }
export type FeatureTexts = { [Name in keyof Modules]: Modules[Name][Name & keyof Modules[Name]] }
export type FeatureLoaders = { [Name in keyof Modules]: () => Promise<Pick<Modules[Name], Name & keyof Modules[Name]>> }

/** The build replaces modules that call this function by lists of the loaders for one language. */
export const loadersOf = (lang: Lang) =>
  Object.fromEntries(Object.entries(features).map(([name, load]) => [name, load[lang]])) as FeatureLoaders
