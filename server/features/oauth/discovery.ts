import { SCOPES } from '#shared/api/scopes.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import { CLIENT_AUTH } from './client-auth.ts'
import { issuerOf } from './access-tokens.ts'
import { ALGORITHM } from './keys.ts'
import { GRANT_TYPES } from './token-endpoint.ts'

export const ENDPOINTS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  jwks: '/oauth/jwks',
  userinfo: '/oauth/userinfo',
  revoke: '/oauth/revoke',
  introspect: '/oauth/introspect',
  device: '/oauth/device',
  register: '/oauth/register',
} as const

const CLAIMS = [
  'sub',
  'iss',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'nonce',
  'at_hash',
  'name',
  'preferred_username',
  'profile',
  'picture',
  'email',
  'email_verified',
]

/** Combines the metadata of RFC 8414 and OpenID Connect Discovery. */
export function discoveryDocument({ config, settings }: Pick<Services, 'config' | 'settings'>) {
  const issuer = issuerOf(config)
  return {
    issuer,
    authorization_endpoint: issuer + ENDPOINTS.authorize,
    token_endpoint: issuer + ENDPOINTS.token,
    userinfo_endpoint: issuer + ENDPOINTS.userinfo,
    jwks_uri: issuer + ENDPOINTS.jwks,
    revocation_endpoint: issuer + ENDPOINTS.revoke,
    introspection_endpoint: issuer + ENDPOINTS.introspect,
    device_authorization_endpoint: issuer + ENDPOINTS.device,
    ...(settings.value('oauth_registration') === 'on' && { registration_endpoint: issuer + ENDPOINTS.register }),
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALGORITHM],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: CLIENT_AUTH,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTH,
    introspection_endpoint_auth_methods_supported: CLIENT_AUTH,
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    claims_supported: CLAIMS,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    service_documentation: issuer + paths.devInfo(),
  }
}
