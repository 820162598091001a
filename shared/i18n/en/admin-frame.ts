import type { adminFrame as pl } from '../pl/admin-frame.ts'

export const adminFrame: typeof pl = {
  title: 'Admin panel',
  checking: 'Checking permissions...',
  logOut: 'Log out',
  tabsLabel: 'Parts of the panel',
  tabs: {
    dashboard: 'Dashboard', database: 'Database', users: 'Users', posts: 'Posts', categories: 'Communities',
    streams: 'Streams', reports: 'Reports', aibot: 'AI bot',
  },
  scopes: { admin: 'administrator', moderator: 'moderator' },
  noRight: 'You have no administrator rights',
  ended: 'Your panel session has expired. Log in again.',
  login: {
    title: 'Log in to the panel',
    lead: 'For the administrators of this site.',
    password: 'Admin password',
    show: 'Show password',
    hide: 'Hide password',
    submit: 'Log in',
    busy: 'Logging in...',
    wrong: 'Wrong password',
    failed: 'Logging in failed',
    offline: 'No connection to the server. Try again.',
    home: 'Back to the home page',
    moderator: 'Do you moderate a community?',
    moderatorEnter: 'Enter without the admin password',
  },
}
