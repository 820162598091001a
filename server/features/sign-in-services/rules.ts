import { LIMITS } from '#shared/limits.ts'
import { ApiError } from '#shared/api/errors.ts'
import { isReservedUsername, isUsername } from '#shared/rules/username.ts'
import type { Services } from '#server/context.ts'

export function refuseWhereServicesOnly(settings: Services['settings']): void {
  if (settings.value('oidc_only')) throw new ApiError('oidc_only')
}

export function usernamesOf(names: readonly string[]): string[] {
  const made = names.map((name) =>
    name
      .replace(/@.*$/s, '')
      .replaceAll(/[łŁ]/g, (letter) => (letter === 'ł' ? 'l' : 'L'))
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/\W+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, LIMITS.usernameMax),
  )
  return [...new Set(made)].filter((name) => isUsername(name) && !isReservedUsername(name))
}
