/** Services in the order of their buttons. 'oidc' is the OpenID Connect provider configured by the operator. */
export const SIGN_IN_SERVICES = ['oidc', 'google', 'apple', 'facebook', 'github'] as const
export type SignInService = (typeof SIGN_IN_SERVICES)[number]
