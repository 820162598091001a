import type { Endpoint } from '#shared/api/contract.ts'
import type { ErrorCode } from '#shared/api/errors.ts'

/** Errors that any call may return besides those of its contract. */
export const GENERAL_ERRORS: readonly ErrorCode[] = [
  'bad_request',
  'bad_json',
  'not_json',
  'bad_id',
  'bad_version',
  'invalid',
  'too_large',
  'too_many_requests',
  'not_found',
  'method_not_allowed',
  'bad_cursor',
  'internal',
  'not_ready',
  'read_only',
]

export function errorsOfCall({
  access,
  feature,
  isOwnSignIn,
  input,
  method,
  whileSuspended,
  errors = [],
}: Endpoint): ErrorCode[] {
  const found = new Set<ErrorCode>(errors)
  if (access !== 'public') found.add('not_signed_in')
  if (access !== 'public' && access !== 'user') found.add('admin_credential').add('not_staff')
  if (access !== 'public' && method !== 'GET' && !whileSuspended) found.add('suspended')
  const fields = (input as { entries?: object }).entries ?? {}
  if (isOwnSignIn) found.add('oidc_only')
  if (feature || 'nsfw' in fields || 'is_nsfw' in fields) found.add('feature_off')
  return [...found]
}
