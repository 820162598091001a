import { ApiError } from '#shared/api/errors.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import type { Viewer } from '#server/context.ts'

/**
 * Checks the scopes of a token of an application or a personal one, which reaches no call without a scope; a session
 * reaches all calls. Throws `insufficient_scope`.
 */
export function requireScope({ scope }: Pick<Endpoint, 'scope'>, viewer: Viewer | null): void {
  if (!viewer?.scopes || (scope !== null && viewer.scopes.includes(scope))) return
  throw new ApiError('insufficient_scope', { extra: { scope } })
}
