import { LIMITS } from '#shared/limits.ts'

export const COMMUNITY_NAME_PATTERN = new RegExp(`^[a-z0-9_]{${LIMITS.communityNameMin},${LIMITS.communityNameMax}}$`)

/** What the form makes of the typed name: lower case, all but a-z, 0-9 and underscore gone. It does not cut. */
export function normalizeCommunityName(input: string): string {
  return input.toLowerCase().replace(/[^a-z0-9_]/g, '')
}

/** Whether this is the name of a community as it is stored. */
export function isCommunityName(name: string): boolean {
  return COMMUNITY_NAME_PATTERN.test(name)
}
