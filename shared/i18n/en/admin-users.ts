import type { adminUsers as pl } from '../pl/admin-users.ts'

export const adminUsers: typeof pl = {
  title: 'Users',
  searchHint: 'name or e-mail',
  columns: { id: 'ID', username: 'Name', email: 'E-mail', karma: 'Karma', admin: 'Admin', created: 'Created' },
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
}
