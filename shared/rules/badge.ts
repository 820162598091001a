import { LIMITS } from '#shared/limits.ts'

/** What stands in a badge: the count, '99+' above 99, null (no badge) where nothing is unread. */
export function badgeText(count: number): string | null {
  if (!(count > 0)) return null
  return count > LIMITS.badge ? `${LIMITS.badge}+` : String(count)
}
