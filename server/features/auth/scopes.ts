import { ApiError } from '#shared/api/errors.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import type { Viewer } from '#server/context.ts'

/**
 * Checks the scopes of a personal token or of an application's token, with which calls that have no scope are refused.
 * A login session may make every call. Throws `insufficient_scope`.
 */
export function requireScope({ scope }: Pick<Endpoint, 'scope'>, viewer: Viewer | null): void {
  if (!viewer?.scopes || (scope !== null && viewer.scopes.includes(scope))) return
  throw new ApiError('insufficient_scope', { extra: { scope } })
}
