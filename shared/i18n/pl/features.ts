/** Texts that parts of the site and the panel load with themselves. The build reads these lines. */
export const features = {
  account: () => import('./account.ts'),
  adminFrame: () => import('./admin-frame.ts'),
  authScreens: () => import('./auth-screens.ts'),
  challenge: () => import('./challenge.ts'),
  comments: () => import('./comments.ts'),
  community: () => import('./community.ts'),
  composer: () => import('./composer.ts'),
  dataExports: () => import('./exports.ts'),
  devInfo: () => import('./dev-info.ts'),
  factors: () => import('./factors.ts'),
  filters: () => import('./filters.ts'),
  history: () => import('./history.ts'),
  invites: () => import('./invites.ts'),
  issues: () => import('./issues.ts'),
  messages: () => import('./messages.ts'),
  moderation: () => import('./moderation.ts'),
  modmail: () => import('./modmail.ts'),
  notices: () => import('./notices.ts'),
  notificationCentre: () => import('./notification-centre.ts'),
  points: () => import('./points.ts'),
  polls: () => import('./polls.ts'),
  reportsForm: () => import('./reports-form.ts'),
  robots: () => import('./robots.ts'),
  searchPage: () => import('./search-page.ts'),
  settings: () => import('./settings.ts'),
  setup: () => import('./setup.ts'),
  streams: () => import('./streams.ts'),
  submit: () => import('./submit.ts'),
  transparency: () => import('./transparency.ts'),
  unsubscribe: () => import('./unsubscribe.ts'),
  users: () => import('./users.ts'),
  writing: () => import('./writing.ts'),
}

type Modules = { [Name in keyof typeof features]: Awaited<ReturnType<(typeof features)[Name]>> }
export type FeatureTexts = { [Name in keyof Modules]: Modules[Name][Name & keyof Modules[Name]] }
export type FeatureLoaders = { [Name in keyof Modules]: () => Promise<Pick<Modules[Name], Name & keyof Modules[Name]>> }
