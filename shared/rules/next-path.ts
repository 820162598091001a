import { LIMITS } from '#shared/limits.ts'

// Browsers drop tabs and line breaks from an address and read a backslash as a slash, so '/\t/evil' leaves the site.
const CONTROL_BLANK_OR_BACKSLASH = /[\\\p{Cc}\s]/u

/**
 * Where to go after signing in, if that is a path of this site: one leading '/', no '//', no backslash, no blank or
 * control character, well-formed. Anything else is null.
 */
export function safeNext(next: unknown): string | null {
  if (typeof next !== 'string' || next.length > LIMITS.nextPath) return null
  if (!next.startsWith('/') || next.includes('//')) return null
  if (CONTROL_BLANK_OR_BACKSLASH.test(next) || !next.isWellFormed()) return null
  return next
}
