export const ERROR_STATUS = {
  bad_request: 400,
  bad_json: 400,
  bad_id: 400,
  bad_cursor: 400,
  bad_version: 400,
  bad_token: 400,
  sign_in_failed: 400,
  self: 400,
  self_message: 422,
  not_signed_in: 401,
  bad_credentials: 401,
  second_factor: 401,
  bad_code: 401,
  challenge_expired: 401,
  sign_in_expired: 401,
  bad_passkey: 401,
  admin_credential: 401,
  bad_admin_password: 401,
  forbidden: 403,
  form_expired: 403,
  insufficient_scope: 403,
  setup_code: 403,
  email_not_verified: 403,
  not_a_member: 403,
  feature_off: 403,
  community_not_allowed: 403,
  not_staff: 403,
  moderators_only: 403,
  downvotes_off: 403,
  bot_not_allowed: 403,
  not_over_staff: 403,
  not_in_community: 403,
  own_decision: 403,
  admin_decision: 403,
  removed: 403,
  locked: 403,
  banned: 403,
  suspended: 403,
  blocked: 403,
  messages_closed: 403,
  registration_closed: 403,
  oidc_only: 403,
  invite_required: 403,
  invite_invalid: 403,
  awaiting_approval: 403,
  not_found: 404,
  post_not_found: 404,
  comment_not_found: 404,
  category_not_found: 404,
  user_not_found: 404,
  message_not_found: 404,
  method_not_allowed: 405,
  username_taken: 409,
  name_taken: 409,
  creator_stays: 409,
  already_moderator: 409,
  too_many_tokens: 409,
  too_many_applications: 409,
  too_many_moderators: 409,
  already_reported: 409,
  already_decided: 409,
  already_so: 409,
  claimed: 409,
  decided: 409,
  too_late: 409,
  not_undoable: 409,
  already_appealed: 409,
  not_appealable: 409,
  too_many_pinned: 409,
  too_many_filters: 409,
  too_many_hooks: 409,
  hook_off: 409,
  too_broad: 409,
  already_live: 409,
  ended: 409,
  stream_held: 409,
  wrong_sequence: 409,
  totp_enabled: 409,
  address_has_account: 409,
  already_linked: 409,
  last_way_in: 409,
  too_many_services: 409,
  totp_not_started: 409,
  too_many_passkeys: 409,
  voted: 409,
  closed: 409,
  last_admin: 409,
  self_admin: 409,
  no_mail_server: 409,
  too_large: 413,
  unsupported_media: 415,
  not_json: 415,
  invalid: 422,
  too_many_requests: 429,
  newcomer_limit: 429,
  internal: 500,
  ai_failed: 502,
  mail_failed: 502,
  push_failed: 502,
  not_ready: 503,
  setup_required: 503,
  no_encoder: 503,
  search_too_broad: 503,
  read_only: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Internal codes that responses replace by a more general code. */
const WIRE_CODE: Partial<Record<ErrorCode, string>> = {
  self_message: 'self',
  self_admin: 'self',
  not_json: 'unsupported_media',
  newcomer_limit: 'too_many_requests',
}

export function wireCode(code: ErrorCode): string {
  return WIRE_CODE[code] ?? code
}

type ErrorDetails = {
  detail?: string
  issues?: Record<string, string>
  retryAfter?: number
  extra?: Record<string, unknown>
}

export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.detail ?? code)
    this.name = 'ApiError'
    this.code = code
    this.status = ERROR_STATUS[code]
    this.details = details
  }
}

export function invalidField(field: string, issue: string): ApiError {
  return new ApiError('invalid', { issues: { [field]: issue } })
}

/** `status` 0 means that no response came. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string | null
  readonly issues: Record<string, string>
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>) {
    const detail = typeof body.detail === 'string' && body.detail !== '' ? body.detail : null
    super(detail ?? `HTTP ${status}`)
    this.name = 'CallError'
    this.status = status
    this.code = typeof body.code === 'string' ? body.code : 'unknown'
    this.detail = detail
    this.issues = (body.issues as Record<string, string> | undefined) ?? {}
    this.body = body
  }
}
