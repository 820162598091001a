import { counted } from '../plural.ts'
import type { adminUsers as pl } from '../pl/admin-users.ts'

export const adminUsers: typeof pl = {
  title: 'Users',
  searchHint: 'name or e-mail',
  columns: { id: 'ID', username: 'Name', email: 'E-mail', karma: 'Karma', admin: 'Admin', created: 'Created', verified: 'E-mail verified' },
  unverified: 'not verified',
  adminTag: 'Admin',
  grant: 'Make admin',
  revoke: 'Revoke admin',
  updated: 'Permissions updated',
  grantQuestion: (name) => `Make ${name} an admin?`,
  grantText: 'They may delete and change every post and comment, and enter the panel with the admin password.',
  revokeQuestion: (name) => `Take the admin rights away from ${name}?`,
  revokeText: 'The account stays, only the rights go.',
  none: 'Nobody is here',
  noneFound: (search) => `Nobody matches “${search}”`,
  you: '(you)',
  deleteLabel: (name) => `Delete the account ${name}`,
  deleteText: (name) => `The account ${name}: personal data, sessions, messages, follows and notifications go for good. Nobody can take the name again.`,
  counting: 'Counting posts and comments...',
  uncounted: 'The posts and comments could not be counted.',
  counts: (posts, comments) =>
    `The account has ${counted('en', posts, { one: 'post', other: 'posts' })} and ${counted('en', comments, { one: 'comment', other: 'comments' })}.`,
  content: 'What becomes of posts and comments',
  keep: 'Keep them without their author',
  keepHint: 'Instead of the name they show “[deleted]”.',
  remove: 'Delete them with the account',
  removeHint: 'A background job does it; a large account takes longer.',
  deleteAccount: 'Delete account',
}
