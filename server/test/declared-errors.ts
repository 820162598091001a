import type { Endpoint } from '#shared/api/contract.ts'
import { ERROR_STATUS, wireCode, type ErrorCode } from '#shared/api/errors.ts'

/** Errors that every call may answer, beside those of its contract. */
const GENERAL: ErrorCode[] = [
  'bad_request',
  'bad_json',
  'not_json',
  'bad_id',
  'invalid',
  'too_large',
  'too_many_requests',
  'not_found',
  'method_not_allowed',
  'bad_cursor',
]

/** The errors that an answer with this status and code can be. */
export const errorsOf = (status: number, code: unknown): ErrorCode[] =>
  (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((each) => wireCode(each) === code && ERROR_STATUS[each] === status)

/** Whether the contract gives one of them to a call. Another site is refused wherever it asks. */
export function isDeclared(endpoint: Endpoint, errors: ErrorCode[], { isForeign }: { isForeign: boolean }): boolean {
  const { access, feature, input, method, whileSuspended } = endpoint
  const declared = new Set<ErrorCode>([...GENERAL, 'not_signed_in', ...(endpoint.errors ?? [])])
  if (access !== 'public' && access !== 'user') declared.add('admin_credential').add('not_staff')
  if (access !== 'public' && method !== 'GET' && !whileSuspended) declared.add('suspended')
  const fields = (input as { entries?: object }).entries ?? {}
  if (feature || 'nsfw' in fields || 'is_nsfw' in fields) declared.add('feature_off')
  if (isForeign) declared.add('forbidden')
  return errors.some((error) => declared.has(error))
}
