import type { LemmyErrorType } from 'lemmy-js-client'
import type { ApiError, ErrorCode } from '#shared/api/errors.ts'
import { wireCode } from '#shared/api/errors.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { errorBody } from '#server/http/errors.ts'

type LemmyError = LemmyErrorType['error']

export class LemmyRefusal extends Error {
  override name = 'LemmyRefusal'
  readonly error: LemmyError
  readonly status: number

  constructor(error: LemmyError, status = 400) {
    super(error)
    this.error = error
    this.status = status
  }
}

const NAMES: Partial<Record<ErrorCode, LemmyError>> = {
  bad_id: 'no_id_given',
  not_signed_in: 'not_logged_in',
  bad_credentials: 'incorrect_login',
  second_factor: 'missing_totp_token',
  bad_code: 'incorrect_totp_token',
  challenge_expired: 'incorrect_totp_token',
  email_not_verified: 'email_not_verified',
  awaiting_approval: 'registration_application_is_pending',
  registration_closed: 'registration_closed',
  suspended: 'site_ban',
  banned: 'banned_from_community',
  blocked: 'person_is_blocked',
  locked: 'locked',
  removed: 'deleted',
  downvotes_off: 'downvotes_are_disabled',
  moderators_only: 'only_mods_can_post_in_community',
  not_staff: 'not_a_mod_or_admin',
  community_not_allowed: 'only_admins_can_create_communities',
  name_taken: 'community_already_exists',
  self: 'cant_block_yourself',
  already_reported: 'couldnt_create_report',
  post_not_found: 'couldnt_find_post',
  comment_not_found: 'couldnt_find_comment',
  category_not_found: 'couldnt_find_community',
  user_not_found: 'couldnt_find_person',
  message_not_found: 'couldnt_find_private_message',
  not_found: 'couldnt_find_object',
  unsupported_media: 'not_an_image_type',
  too_many_requests: 'rate_limit_error',
  newcomer_limit: 'rate_limit_error',
  invalid: 'invalid_body_field',
  bad_json: 'invalid_body_field',
  not_json: 'invalid_body_field',
}

const FIELDS: Record<string, LemmyError> = {
  title: 'invalid_post_title',
  bio: 'bio_length_overflow',
  link_url: 'invalid_url',
  value: 'invalid_vote_value',
  cursor: 'invalid_query',
}

const KEPT = new Set([401, 403, 404, 413, 429])

const statusOf = (status: number): number => (KEPT.has(status) || status >= 500 ? status : 400)

/** `message` is shown to people, in their language. */
export function toLemmyError(error: ApiError | LemmyRefusal, lang: Lang) {
  if (error instanceof LemmyRefusal) return { status: error.status, body: { error: error.error } }
  const [field = ''] = Object.keys(error.details.issues ?? {})
  const name = (error.code === 'invalid' && FIELDS[field]) || NAMES[error.code] || wireCode(error.code)
  return { status: statusOf(error.status), body: { error: name, message: errorBody(error, lang).detail } }
}
