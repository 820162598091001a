import { LIMITS } from '#shared/limits.ts'

// Browsers drop tabs and line breaks and read a backslash as a slash, so '/\t/evil' would leave the site.
const CONTROL_BLANK_OR_BACKSLASH = /[\\\p{Cc}\s]/u

/** Returns `next` if it is a path of this site, otherwise null. */
export function safeNext(next: unknown): string | null {
  if (typeof next !== 'string' || next.length > LIMITS.nextPath) return null
  if (!next.startsWith('/') || next.includes('//')) return null
  if (CONTROL_BLANK_OR_BACKSLASH.test(next) || !next.isWellFormed()) return null
  return next
}
