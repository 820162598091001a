/** What other programs and personal tokens may be allowed, in the order in which pages name it. */
export const SCOPES = [
  'openid',
  'profile',
  'email',
  'read',
  'read:private',
  'write:posts',
  'write:votes',
  'write:messages',
  'write:follows',
  'moderate',
  'push',
  'offline_access',
] as const
export type Scope = (typeof SCOPES)[number]

/** Scopes of a sign-in alone, which a personal token has no use for. */
const OF_SIGN_IN: readonly Scope[] = ['openid', 'offline_access']

export const TOKEN_SCOPES = SCOPES.filter((scope) => !OF_SIGN_IN.includes(scope))
