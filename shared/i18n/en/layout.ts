import { counted, formatNumber, plural } from '../plural.ts'
import type { layout as pl } from '../pl/layout.ts'

const unread = (n: number) => `${formatNumber('en', n)} unread`

export const layout: typeof pl = {
  skip: 'Skip to content',
  menu: 'Menu',
  search: 'Search',
  suggestions: 'Suggestions',
  groups: { posts: 'Posts', users: 'Users', categories: 'Communities' },
  noResults: 'No results',
  resultCount: (n) => counted('en', n, { one: 'result', other: 'results' }),
  karma: (n) => `Karma: ${formatNumber('en', n)}`,
  live: 'Live',
  allStreams: 'All streams',
  viewers: (n) => counted('en', n, { one: 'viewer', other: 'viewers' }),
  members: (n) => `${formatNumber('en', n)} ${plural('en', n, { one: 'member', other: 'members' })}`,

  notifications: 'Notifications',
  notificationsLabel: (n) => (n > 0 ? `Notifications, ${unread(n)}` : 'Notifications'),
  markAllRead: 'Mark read',
  markAllReadHint: 'Mark all as read',
  newNotifications: (n) => `${formatNumber('en', n)} new`,
  noNotifications: 'No notifications',
  allNotifications: 'All notifications',
  notificationsFailed: 'The notifications could not be loaded.',
  loading: 'Loading',
  policyLanguage: 'Language of the privacy policy',
  unread: 'unread',

  messages: 'Messages',
  messagesLabel: (n) => (n > 0 ? `Messages, ${unread(n)}` : 'Messages'),
  darkMode: 'Dark mode',
  otherLanguage: { lang: 'pl', short: 'PL', name: 'Polski', label: 'PL: przełącz na polski' },
  logIn: 'Log in',
  register: 'Sign up',
  logOut: 'Log out',
  newPost: 'New post',
  saved: 'Saved',
  points: 'Points',
  settings: 'Settings',
  panel: 'Admin panel',

  categories: 'Communities',
  browse: 'Browse communities',
  aboutTitle: (site) => `About ${site}`,
  aboutText: 'Conversations you can follow to the end. Read without an account, write with one.',
  createPost: 'Create Post',
  createCommunity: 'Create Community',
  footer: 'Footer',
  privacy: 'Privacy policy',
  notice: 'Report illegal content',
  transparency: 'Transparency',
  toAdult: 'Version for adults (18+)',
  toNormal: 'Normal version',

  offline: 'No internet connection. What you write stays on this device.',
  verifyTitle: 'E-mail verification',
  verifyBanner:
    'Confirm your e-mail address: we have sent a link to it. Nothing there? Check your spam folder or send the ' +
    'link again.',
  resend: 'Send again',
  resendFailed: 'Failed to send the email',
}
