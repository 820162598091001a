/** Services in the order of their buttons; 'oidc' is the operator's OpenID Connect provider. */
export const SIGN_IN_SERVICES = ['oidc', 'google', 'apple', 'facebook', 'github'] as const
export type SignInService = (typeof SIGN_IN_SERVICES)[number]
