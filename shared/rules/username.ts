import { LIMITS } from '#shared/limits.ts'

/** Word characters only, so that every name can be mentioned. */
export const USERNAME_PATTERN = new RegExp(`^[A-Za-z0-9_]{${LIMITS.usernameMin},${LIMITS.usernameMax}}$`)

/** Path segments of the API and the site, names that pass for staff, words for 'nobody'. Lower case. */
export const RESERVED_USERNAMES: ReadonlySet<string> = new Set([
  'me', 'search', 'blocked', 'list', 'follow', 'unfollow', 'block', 'unblock', 'followers', 'following', 'comments',
  'admin', 'admins', 'administrator', 'administracja', 'root', 'superuser', 'sysadmin', 'webmaster', 'postmaster',
  'hostmaster', 'abuse', 'mod', 'mods', 'moderator', 'moderators', 'moderacja', 'moderatorzy', 'staff', 'owner',
  'official', 'system', 'support', 'security', 'help', 'helpdesk', 'pomoc', 'kontakt', 'contact', 'info', 'watek',
  'bot', 'everyone', 'all', 'here',
  'api', 'login', 'logout', 'register', 'signup', 'signin', 'submit', 'post', 'posts', 'user', 'users', 'profile',
  'saved', 'messages', 'message', 'conversation', 'notifications', 'settings', 'wpoints', 'privacy', 'terms',
  'auth', 'media', 'upload', 'uploads', 'static', 'assets', 'feed', 'reports', 'streams', 'categories', 'communities',
  'null', 'undefined', 'none', 'nan', 'true', 'false', 'anonymous', 'anonim', 'guest', 'nobody', 'unknown',
  'deleted', 'deleted_user', 'usuniety', 'usunieta', 'usuniete',
])

export function isUsername(name: string): boolean {
  return USERNAME_PATTERN.test(name)
}

/** Ignores case and underscores around the name: 'Admin_' passes for 'admin'. */
export function isReservedUsername(name: string): boolean {
  const lower = name.toLowerCase()
  return RESERVED_USERNAMES.has(lower) || RESERVED_USERNAMES.has(lower.replace(/^_+|_+$/g, ''))
}
