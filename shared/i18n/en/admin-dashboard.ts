import { counted } from '../plural.ts'
import type { adminDashboard as pl } from '../pl/admin-dashboard.ts'

const users = (n: number) => counted('en', n, { one: 'user', other: 'users' })
const posts = (n: number) => counted('en', n, { one: 'post', other: 'posts' })
const comments = (n: number) => counted('en', n, { one: 'comment', other: 'comments' })
const streams = (n: number) => counted('en', n, { one: 'stream', other: 'streams' })

export const adminDashboard: typeof pl = {
  title: 'Dashboard',
  cards: {
    users: 'Users', posts: 'Posts', comments: 'Comments', messages: 'Messages', categories: 'Communities',
    streams: 'Streams', reports: 'Reports', month: 'Last 30 days', jobs: 'Background jobs', mail: 'Mail',
  },
  lastDay: (n) => `+${n} in 24 h`,
  nsfw: (n) => `NSFW: ${n}`,
  live: (n) => `live: ${n}`,
  unresolved: (n) => `unresolved: ${n}`,
  newUsers: (n) => `new users: ${n}`,
  newPosts: (n) => `new posts: ${n}`,
  waiting: (n) => `waiting: ${n}`,
  failed: (n) => `failed: ${n}`,
  delivery: { smtp: 'SMTP', outbox: 'outbox folder' },
  week: 'Activity of 7 days',
  day: { users, posts, comments, streams },
  trend: 'Trend of 30 days',
  trendTable: 'Show the numbers in a table',
  series: { users: 'Users', posts: 'Posts', comments: 'Comments', streams: 'Streams' },
  date: 'Day',
  audit: 'What staff did last',
  auditColumns: { at: 'When', actor: 'Who', action: 'What', target: 'To what', detail: 'Details' },
  auditBy: 'Whose actions',
  auditByAdmins: 'Admins',
  auditByModerators: 'Moderators of communities',
  auditNone: 'No staff member has done anything yet.',
  credential: 'admin credential',
  actions: {
    'admin.login': 'logged in to the panel', 'admin.logout': 'logged out of the panel',
    'admin.end_session': 'ended a panel session', 'admin.end_sessions': 'ended panel sessions',
    'user.delete': 'deleted an account', 'user.grant_admin': 'made an admin', 'user.reset_factors': 'reset two-step login', 'user.revoke_admin': 'revoked an admin',
    'user.grant_trust': 'granted trust', 'user.revoke_trust': 'revoked trust',
    'post.delete': 'deleted a post', 'post.delete_version': 'deleted a former version', 'comment.delete_version': 'deleted a former version', 'category.delete': 'deleted a community', 'stream.delete': 'deleted a stream',
    'report.resolved': 'resolved a report', 'report.rejected': 'rejected a report',
    'category.edit': 'changed community settings', 'category.rules': 'changed rules', 'category.flairs': 'changed flairs',
    'moderator.invite': 'invited a moderator', 'moderator.withdraw': 'withdrew an invitation', 'moderator.accept': 'became a moderator',
    'moderator.remove': 'removed a moderator',
    'filter.create': 'added a filter', 'filter.edit': 'changed a filter', 'filter.delete': 'deleted a filter',
    'bot.answer': 'made the bot answer', 'bot.post': 'made the bot post', 'list.export': 'exported CSV',
  },
  targets: {
    user: 'user', post: 'post', category: 'community', stream: 'stream', report: 'report', comment: 'comment',
    filter: 'filter', admin_token: 'panel session', users: 'list of users', posts: 'list of posts', categories: 'list of communities',
    streams: 'list of streams', reports: 'list of reports',
  },
  sessions: {
    title: 'Open sessions of the panel',
    since: 'Since',
    until: 'Until',
    address: 'Address',
    account: 'Account',
    noAccount: 'no account',
    current: 'this session',
    none: 'Nobody is logged in with a panel token.',
    end: 'End session',
    endOne: (address) => `End the session from ${address}`,
    endTitle: 'End this session?',
    endText: (address) => `Whoever uses it from ${address} will have to log in to the panel again.`,
    endOthers: 'End all others',
    endOthersTitle: 'End all other sessions?',
    endOthersText: 'Only this session stays. Everybody else will have to log in to the panel again.',
    ended: 'Ended',
  },
}
