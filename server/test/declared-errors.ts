import type { Endpoint } from '#shared/api/contract.ts'
import { errorsOfCall, GENERAL_ERRORS } from '#server/features/portal/errors.ts'
import { ERROR_STATUS, wireCode, type ErrorCode } from '#shared/api/errors.ts'

/** Returns the internal error codes that a response with this status and code may stand for. */
export const errorsOf = (status: number, code: unknown): ErrorCode[] =>
  (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((each) => wireCode(each) === code && ERROR_STATUS[each] === status)

/** `isForeign`: the request comes from another site, which every call may refuse. */
export function isDeclared(endpoint: Endpoint, errors: ErrorCode[], { isForeign }: { isForeign: boolean }): boolean {
  const declared = new Set<ErrorCode>([...GENERAL_ERRORS, 'not_signed_in', ...errorsOfCall(endpoint)])
  if (isForeign) declared.add('forbidden')
  return errors.some((error) => declared.has(error))
}
