import { ApiError } from '#shared/api/errors.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import type { Viewer } from '#server/context.ts'

/** Login sessions may make every call; tokens need the scope of the call. Throws `insufficient_scope`. */
export function requireScope({ scope }: Pick<Endpoint, 'scope'>, viewer: Viewer | null): void {
  if (!viewer?.scopes || (scope !== null && viewer.scopes.includes(scope))) return
  throw new ApiError('insufficient_scope', { extra: { scope } })
}
