import { LIMITS } from '#shared/limits.ts'

/** Word characters only, so that every name can be mentioned. */
export const USERNAME_PATTERN = new RegExp(`^[A-Za-z0-9_]{${LIMITS.usernameMin},${LIMITS.usernameMax}}$`)

/** Names that look like staff; only the first admin may have one. */
const STAFF_NAMES: ReadonlySet<string> = new Set([
  'admin',
  'admins',
  'administrator',
  'administracja',
  'root',
  'superuser',
  'sysadmin',
  'webmaster',
  'staff',
  'owner',
])

/** Path segments of the API and the site, names that look like staff, words for 'nobody'; in lower case. */
const RESERVED_USERNAMES: ReadonlySet<string> = new Set([
  ...STAFF_NAMES,
  'me',
  'search',
  'blocked',
  'list',
  'follow',
  'unfollow',
  'block',
  'unblock',
  'followers',
  'following',
  'comments',
  'postmaster',
  'hostmaster',
  'abuse',
  'mod',
  'mods',
  'moderator',
  'moderators',
  'moderacja',
  'moderatorzy',
  'official',
  'system',
  'support',
  'security',
  'help',
  'helpdesk',
  'pomoc',
  'kontakt',
  'contact',
  'info',
  'watek',
  'bot',
  'everyone',
  'all',
  'here',
  'api',
  'login',
  'logout',
  'register',
  'signup',
  'signin',
  'submit',
  'post',
  'posts',
  'user',
  'users',
  'profile',
  'saved',
  'messages',
  'message',
  'conversation',
  'notifications',
  'settings',
  'wpoints',
  'privacy',
  'terms',
  'auth',
  'media',
  'upload',
  'uploads',
  'static',
  'assets',
  'feed',
  'reports',
  'streams',
  'categories',
  'communities',
  'null',
  'undefined',
  'none',
  'nan',
  'true',
  'false',
  'anonymous',
  'anonim',
  'guest',
  'nobody',
  'unknown',
  'deleted',
  'deleted_user',
  'usuniety',
  'usunieta',
  'usuniete',
])

export function isUsername(name: string): boolean {
  return USERNAME_PATTERN.test(name)
}

/** Ignores case and underscores around the name: 'Admin_' counts as 'admin'. */
export function isReservedUsername(name: string): boolean {
  const lower = name.toLowerCase()
  return RESERVED_USERNAMES.has(lower) || RESERVED_USERNAMES.has(lower.replace(/^_+|_+$/g, ''))
}

export function isStaffName(name: string): boolean {
  return STAFF_NAMES.has(name.toLowerCase())
}
