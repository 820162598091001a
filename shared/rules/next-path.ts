import { LIMITS } from '#shared/limits.ts'

// Browsers drop tabs and line breaks from a URL and read a backslash as a slash: '/\t/evil' leaves the site.
const CONTROL_BLANK_OR_BACKSLASH = /[\\\p{Cc}\s]/u

/** Returns null for anything but a path of this site. */
export function safeNext(next: unknown): string | null {
  if (typeof next !== 'string' || next.length > LIMITS.nextPath) return null
  if (!next.startsWith('/') || next.includes('//')) return null
  if (CONTROL_BLANK_OR_BACKSLASH.test(next) || !next.isWellFormed()) return null
  return next
}
