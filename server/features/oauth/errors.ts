/** The error codes that this server uses from RFC 6749, 6750, 7009, 7591, 8628, 8707 and OpenID Connect. */
type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'access_denied'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'temporarily_unavailable'
  | 'server_error'
  | 'unsupported_response_type'
  | 'login_required'
  | 'consent_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'registration_not_supported'

/** `description` is for developers, in English as RFC 6749 requires. */
export class OauthError extends Error {
  readonly code: OauthErrorCode
  readonly description: string

  constructor(code: OauthErrorCode, description: string) {
    super(`${code}: ${description}`)
    this.code = code
    this.description = description
  }
}
