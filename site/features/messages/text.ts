import { LIMITS } from '#shared/limits.ts'

/** Shortens a message without splitting surrogate pairs. */
export function messagePreview(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim()
  if (line.length <= LIMITS.messagePreview) return line
  return `${line
    .slice(0, LIMITS.messagePreview)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}

export function usernameOf(typed: string): string {
  return typed.trim().replace(/^(\/?u\/|@)/, '')
}
