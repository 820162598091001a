import { LIMITS } from '#shared/limits.ts'

export function badgeText(count: number): string | null {
  if (!(count > 0)) return null
  return count > LIMITS.badge ? `${LIMITS.badge}+` : String(count)
}
