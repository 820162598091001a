import { ApiError } from '#shared/api/errors.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import type { Viewer } from '#server/context.ts'

/**
 * Throws `insufficient_scope` if a personal or OAuth token lacks the scope of a call, or if the call has no scope.
 * Login sessions may make every call.
 */
export function requireScope({ scope }: Pick<Endpoint, 'scope'>, viewer: Viewer | null): void {
  if (!viewer?.scopes || (scope !== null && viewer.scopes.includes(scope))) return
  throw new ApiError('insufficient_scope', { extra: { scope } })
}
