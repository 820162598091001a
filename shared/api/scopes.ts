/** Scopes of applications and tokens, in the order of the consent page. */
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

/** Scopes for sign-in only, not for personal tokens. */
const OF_SIGN_IN: readonly Scope[] = ['openid', 'offline_access']

export const TOKEN_SCOPES = SCOPES.filter((scope) => !OF_SIGN_IN.includes(scope))
